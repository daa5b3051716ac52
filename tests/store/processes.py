"""What other processes do in the tests of the store: `python -m store.processes JOB DATABASE [NUMBER]`.

Every job says "ready" when its imports are done, then waits for a line, so that several begin at once.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from normquest.store import CapReached, open_store
from store.builders import begun, turn

_TESTS = Path(__file__).resolve().parent.parent
TURNS = 30


def start(job: str, path: Path, number: int = 1, *, prefix: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """Start a job, and wait until it is ready. `prefix` is a command that runs it."""
    process = subprocess.Popen(
        [*prefix, sys.executable, "-m", "store.processes", job, str(path), str(number)],
        cwd=_TESTS,
        env={**os.environ, "PYTHONPATH": f"{_TESTS}{os.pathsep}{_TESTS.parent}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert heard(process) == "ready"
    return process


def tell(process: subprocess.Popen[str], words: str = "") -> None:
    """Give the job a line."""
    assert process.stdin is not None
    process.stdin.write(words + "\n")
    process.stdin.flush()


def heard(process: subprocess.Popen[str]) -> str:
    """The next line that the job says."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def rest(process: subprocess.Popen[str]) -> tuple[list[str], str]:
    """Wait for the end of the job; gives the whole lines that it still said, and its errors."""
    assert process.stdin and process.stdout and process.stderr
    with process.stdin, process.stdout, process.stderr:
        # Not communicate(), which would pass over what readline has read ahead.
        out, err = process.stdout.read(), process.stderr.read()
    process.wait(timeout=60)
    return [line.rstrip("\n") for line in out.splitlines(keepends=True) if line.endswith("\n")], err


def finished(process: subprocess.Popen[str]) -> list[str]:
    """Let the job come to its end, without an error; gives what it still said."""
    said, errors = rest(process)
    assert (process.returncode, errors) == (0, "")
    return said


def all_at_once(job: str, path: Path, number: int) -> list[list[str]]:
    """What so many processes say that begin the same job together."""
    started = [start(job, path, index) for index in range(1, number + 1)]
    for process in started:
        tell(process)
    return [finished(process) for process in started]


def say(words: object) -> None:
    os.write(1, f"{words}\n".encode())


def migrate(path: Path, number: int) -> None:
    """Open the file, whatever state it is in."""
    with open_store(path) as store:
        say(store.run() is None)


def write(path: Path, number: int) -> None:
    """Write an episode of one's own."""
    with open_store(path) as store:
        episode = begun(store, number)
        for step in range(TURNS):
            store.turn(episode.id, turn(step))
        store.turn(episode.id, [], status="done", result={"by": number})


def write_for_ever(path: Path, number: int) -> None:
    """Go on with an episode from where it stands, and say after each turn how many events are stored."""
    with open_store(path) as store:
        episode = begun(store, number)
        for step in count(episode.records // 8):
            store.turn(episode.id, turn(step))
            say((step + 1) * 8)


def call(path: Path, number: int) -> None:
    """Make calls of 100 tokens until the run's cap of 20,000 forbids it; say how many."""
    with open_store(path) as store:
        for calls in count():
            try:
                store.record_pending(1, None, model="m", request=0, tokens=100, cost=None, most_tokens=20_000)
            except CapReached:
                say(calls)
                return


def play(path: Path, number: int) -> None:
    """Write a turn for each line that comes, and say which commands were waiting; an empty line ends it."""
    with open_store(path) as store:
        episode = begun(store, number)
        say(episode.id)
        for step in count():
            if not input():
                store.turn(episode.id, [], status="done")
                return
            store.turn(episode.id, turn(step))
            say(" ".join(store.take_controls(episode.id)))


def read(path: Path, number: int) -> None:
    """Say how many records an episode has."""
    with open_store(path, readonly=True) as store:
        say(len(store.records(number)))


def open_for_writing(path: Path, number: int) -> None:
    """Open the file and say what is wrong, or nothing."""
    _open(path, readonly=False)


def open_for_reading(path: Path, number: int) -> None:
    """Open the file read-only and say what is wrong, or nothing."""
    _open(path, readonly=True)


def _open(path: Path, *, readonly: bool) -> None:
    try:
        open_store(path, readonly=readonly).close()
    except Exception as error:
        say(f"{type(error).__name__}: {error}")


JOBS: dict[str, Callable[[Path, int], None]] = {
    job.__name__: job
    for job in (migrate, write, write_for_ever, call, play, read, open_for_writing, open_for_reading)
}

if __name__ == "__main__":
    say("ready")
    input()
    JOBS[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
