"""Runs of models in processes of their own: what is loaded, what a kill and signals leave behind."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from session.handmade import at_home, ran, started

from newcomers.brains import Chat, sensible
from newcomers.server import Answer, Server
from normquest.store import open_store

_IMPORTED = """
import sys
import normquest.newcomers
import normquest.newcomers.chat.newcomer
import normquest.newcomers.chat.plain
import normquest.newcomers.models.making
import normquest.session.models
import normquest.session.running
print(*(name for name in ("langchain_core", "langsmith", "openai", "textual") if name in sys.modules))
"""


def test_nothing_loads_langchain_before_a_model_is_made() -> None:
    done = subprocess.run([sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.fixture
def slow() -> Iterator[Server]:
    """A server that takes its time."""
    with Server(lambda asked: Answer(sensible(asked), delay=0.05)) as server:
        yield server


def command(server: Server, *more: str) -> list[str]:
    run = ["run", "small", "--model", "openai:made-up", "--base-url", server.url, "--seeds", "1-4"]
    return [*run, "--in-flight", "3", *more]


def wait_for(server: Server, calls: int) -> None:
    end = time.monotonic() + 60
    while len(server.calls) < calls and time.monotonic() < end:
        time.sleep(0.01)


def test_a_cap_survives_kills(tmp_path: Path, slow: Server) -> None:
    """Killed with calls in flight: in the end as many calls were sent as the cap allows, or fewer."""
    home, cap = at_home(tmp_path), 40
    process = started(home, command(slow, "--cap-calls", str(cap)))
    wait_for(slow, 20)
    process.kill()
    process.communicate(timeout=60)
    ran(home, *command(slow, "--cap-calls", str(cap)), code=1)
    with open_store(home / "normquest.db", readonly=True) as store:
        totals = store.totals(1)
        assert len(store.runs()) == 1
    assert totals.calls == cap and 1 <= totals.pending <= 3
    assert cap - 3 <= len(slow.calls) <= cap


def test_sigterm_stops_it_at_once_and_it_can_go_on(tmp_path: Path) -> None:
    def brain(asked: Chat) -> Answer:
        return Answer(sensible(asked), delay=0.05 if len(server.calls) < 30 else 60)

    home = at_home(tmp_path)
    with Server(brain) as server:
        process = started(home, command(server))
        wait_for(server, 31)
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 143 and time.monotonic() - began < 5
        assert errors.decode().splitlines()[-1] == "Stopped. The same command goes on where it was."
        with open_store(home / "normquest.db", readonly=True) as store:
            assert [run.status for run in store.runs()] == ["stopped"] and store.totals(1).pending >= 1


def test_several_processes_share_the_work_and_the_cap(tmp_path: Path) -> None:
    home = at_home(tmp_path)
    command = ("run", "small", "--model", "fake:first", "--seeds", "1-6", "--in-flight", "4")
    capped = ran(home, *command, "--cap-calls", "70", "--jobs", "2", code=1)
    assert capped.stderr.count("fake:first is called no more") == 1
    with open_store(home / "normquest.db", readonly=True) as store:
        assert store.totals(1).calls == 70 and store.totals(1).pending == 0
        assert len(store.runs()) == 1 and store.runs()[0].status == "stopped"
