"""What a model costs us: a call beside a bare one, and the start of `watch` beside bare imports."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from .side_by_side import Figure, Skipped, side_by_side

TESTS = Path(__file__).resolve().parent.parent
CALLS = 150
ALLOWED = 0.5
"""Milliseconds a call that the harness may take above the client's own time."""
START = 1.75
"""Times as long as it takes to import a terminal library and a client."""
PATIENCE = 60.0

IMPORTS = (sys.executable, "-c", "import textual.app, langchain_openai")
WATCH = (sys.executable, "-m", "session.handmade", "watch", "small", "--model", "openai:made-up")
PAGE = re.compile(rb"page [1-9][0-9]* of [1-9]")
"""Not `page 0 of 0`, which stands there before anything has been perceived."""
NOWHERE = "http://127.0.0.1:9/v1"
"""Nobody answers there: what is shown first needs no reply."""


def figures() -> list[Figure]:
    """The figures. Raises Skipped without the client."""
    try:
        import langchain_openai  # noqa: F401
    except ImportError:
        raise Skipped("langchain-openai is not installed; install the extra openai") from None
    bench = _bench()
    return [
        side_by_side(
            "call",
            f"a model call noted, made, read and settled, beside a bare ainvoke and {ALLOWED:g} ms",
            "ms",
            lambda: bench.each(bench.ours),
            lambda: bench.each(bench.invoked) + ALLOWED,
            at_most=1.0,
        ),
        side_by_side(
            "streamed call",
            f"the same for one that is watched, beside a bare astream and {ALLOWED:g} ms",
            "ms",
            lambda: bench.each(bench.watched),
            lambda: bench.each(bench.streamed) + ALLOWED,
            at_most=1.0,
        ),
        side_by_side(
            "watch",
            "`watch` with a chat model to its first page, a draw that takes no time, beside bare imports",
            "ms",
            first_page,
            imports,
            at_most=START,
        ),
    ]


class _Bench:
    """An act request in the middle of an episode, a model that takes no time, and a store."""

    def __init__(self) -> None:
        from session.cases import drawing, played, world

        from normquest.episode.records import Request
        from normquest.newcomers.chat.calling import Caller
        from normquest.newcomers.chat.messages import conversation
        from normquest.newcomers.chat.newcomer import ChatNewcomer
        from normquest.newcomers.chat.prompts import TEMPLATES
        from normquest.newcomers.models.fake import fake_model
        from normquest.session.keeping import start
        from normquest.session.models import chat_of
        from normquest.session.switches import config_from
        from normquest.store import open_store

        live = played("selfish")
        asked = [r for r in live.seen if isinstance(r, Request) and r.kind == "act"]
        self.request = asked[-1]
        self.records = live.seen[: live.seen.index(self.request) + 1]
        self.model = fake_model("first", {})
        self.talk = conversation(self.request, self.records, TEMPLATES["plain"])
        store = open_store(Path(tempfile.mkdtemp()) / "bench.db")
        stored = start(store, world(), drawing(1), config_from(()), "fake:first")
        self.loop = asyncio.new_event_loop()

        def newcomer(hear: Any) -> ChatNewcomer:
            caller = Caller(self.model, timeout=60, reply_tokens=2048)
            return chat_of(caller, "plain", store, stored, hear=hear)

        heard: list[tuple[str, str]] = []
        self._plain = newcomer(None)
        self._watched = newcomer(lambda part, text: heard.append((part, text)))

    def each(self, work: Callable[[], Coroutine[Any, Any, None]]) -> float:
        """Processor milliseconds of one of many."""

        async def all_of_it() -> float:
            begin = time.process_time()
            for _ in range(CALLS):
                await work()
            return 1000 * (time.process_time() - begin) / CALLS

        return self.loop.run_until_complete(all_of_it())

    async def invoked(self) -> None:
        """A bare call."""
        await self.model.ainvoke(list(self.talk))

    async def streamed(self) -> None:
        """A bare stream, its pieces put together."""
        whole: Any = None
        async for piece in self.model.astream(list(self.talk)):
            whole = piece if whole is None else whole + piece

    async def ours(self) -> None:
        """The same through everything that a run does for a call."""
        decision = await self._plain.decide(self.request, self.records)
        assert decision.outcome == "ok" and decision.calls == 1

    async def watched(self) -> None:
        """The same, heard piece by piece."""
        decision = await self._watched.decide(self.request, self.records)
        assert decision.outcome == "ok" and decision.calls == 1


@cache
def _bench() -> _Bench:
    sys.path.insert(0, str(TESTS))
    return _Bench()


def imports() -> float:
    """Milliseconds of a process that only imports what cannot be done without."""
    begin = time.perf_counter()
    subprocess.run(IMPORTS, check=True, capture_output=True)
    return 1000 * (time.perf_counter() - begin)


def first_page() -> float:
    """Milliseconds until `watch` shows a page in a terminal of its own."""
    from session.handmade import at_home, environment

    with tempfile.TemporaryDirectory() as folder:
        home = at_home(Path(folder))
        begin = time.perf_counter()
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(TESTS)
            size = {"COLUMNS": "120", "LINES": "36", "TERM": "xterm-256color"}
            os.execve(sys.executable, [*WATCH, "--base-url", NOWHERE], environment(home, **size))
        try:
            text = b""
            while not PAGE.search(text):
                if time.perf_counter() - begin > PATIENCE:
                    raise RuntimeError(f"no page: {text[-500:]!r}")
                if select.select([terminal], [], [], 0.05)[0]:
                    text += os.read(terminal, 65536)
            return 1000 * (time.perf_counter() - begin)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            with suppress(OSError):
                os.close(terminal)
