"""The screens: first content beside a bare Textual app; a key with a long past beside one with a short.

The first is measured at a real terminal (a pty), as a whole process; keys by processor time with repaint.
"""

from __future__ import annotations

import asyncio
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .side_by_side import Figure, Skipped, side_by_side

FIRST_AIM, KEY_AIM = 1.5, 1.2
LONG, SHORT = 5_000, 10
KEYS = ("up",) * 8 + ("down",) * 8
"""There and back, so that each moves the line in the shortest log too: a key that does nothing is cheap."""
ROUNDS = 3
BARE = """
from textual.app import App
from textual.widgets import Footer, Header, Input, RichLog
class Bare(App):
    def compose(self):
        yield Header()
        yield RichLog()
        yield Input(placeholder="first content")
        yield Footer()
Bare().run()
"""


def first_content(command: list[str], text: bytes) -> float:
    """Milliseconds from the start of a process until this text stands in its terminal."""
    master, slave = pty.openpty()
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "TERM": "xterm-256color", "NORMQUEST_HOME": home}
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        try:
            written = b""
            while text not in written:
                if not select.select([master], [], [], 60)[0] or process.poll() is not None:
                    raise Skipped(f"nothing is shown: {written[-200:]!r}")
                written += os.read(master, 65536)
            return 1000 * (time.perf_counter() - began)
        finally:
            process.kill()
            process.wait()
            os.close(master)
            os.close(slave)


def in_the_log(events: int) -> float:
    """Processor milliseconds for a key that goes a line up or down, in a log of so many events."""
    from normquest.tui.log import LogScreen
    from normquest.tui.people import People

    log = {number: f"Oren dips cloth {number} into the rose vat." for number in range(1, events + 1)}

    async def measured() -> float:
        from textual import events

        from normquest.store import open_store
        from normquest.tui.app import NormQuest

        with (
            tempfile.TemporaryDirectory() as home,
            open_store(Path(home) / "n.db") as store,
        ):
            async with NormQuest(store).run_test() as pilot:
                await pilot.app.push_screen(LogScreen(log, People()))
                await pilot.pause()
                began = time.process_time()
                for key in KEYS * ROUNDS:
                    pilot.app.post_message(events.Key(key, None))
                    await pilot._wait_for_screen()
                    pilot.app.screen._on_timer_update()  # the repaint
                return 1000 * (time.process_time() - began) / (ROUNDS * len(KEYS))

    return asyncio.run(measured())


def figures() -> list[Figure]:
    """Two figures. Raises Skipped where nothing is shown."""
    ours = [sys.executable, "-m", "normquest"]
    bare = [sys.executable, "-c", BARE]
    return [
        side_by_side(
            "first content",
            "home, whole process, beside a bare Textual app with Header, log, Input, Footer",
            "ms",
            lambda: first_content(ours, b"Quit"),  # the last line of its list
            lambda: first_content(bare, b"first content"),
            at_most=FIRST_AIM,
        ),
        side_by_side(
            "a key",
            f"processor time of a key in a log of {LONG} events, beside one of {SHORT}",
            "ms",
            lambda: in_the_log(LONG),
            lambda: in_the_log(SHORT),
            at_most=KEY_AIM,
        ),
    ]
