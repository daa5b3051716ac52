"""The command line on cases made by hand, which take no time to draw: `python -m session.handmade run …`.

Everything else is the real thing. Spawned workers import this module too, and so draw alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import normquest.session.drawing
from normquest.bank.draw import NoDraw
from normquest.episode.case import Case
from normquest.world.schema import World
from session.cases import SOURCE, drawing

REJECTED = 7
"""Seeds that are multiples of this have no draw."""

_TESTS = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Certificate:
    """As much of a certificate as the session reads."""

    settled_from: int | None = 1
    mirror_binds: bool = False


def open_case(world: World, seed: int, *, norm_free: bool = False, **_: Any) -> tuple[Case, Certificate]:
    """The case of a seed, drawn in no time."""
    assert world.id == "small"
    if seed % REJECTED == 0:
        raise NoDraw(["the easy way keeps it", "the easy way keeps it", "a task cannot be done"])
    return drawing(seed, norm_free).case, Certificate()


normquest.session.drawing.open_case = open_case  # type: ignore[assignment]


def at_home(home: Path) -> Path:
    """A home folder with the small world in it."""
    (home / "worlds").mkdir(parents=True, exist_ok=True)
    (home / "worlds" / "small.yaml").write_text(SOURCE, encoding="utf-8")
    return home


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a process that plays there."""
    return {
        **os.environ,
        "NORMQUEST_HOME": str(home),
        "PYTHONPATH": f"{_TESTS}{os.pathsep}{_TESTS.parent}",
        **more,
    }


def command(*args: str) -> list[str]:
    """A command line on cases made by hand."""
    return [sys.executable, "-m", "session.handmade", *args]


def ran(
    home: Path, *args: str, typed: str | None = None, code: int | None = 0, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command line to its end; `code` is what it must end with."""
    done = subprocess.run(
        command(*args),
        cwd=_TESTS,
        env=environment(home, **more),
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert code is None or done.returncode == code, (
        done.returncode,
        done.stdout[-2000:],
        done.stderr[-2000:],
    )
    assert "Traceback" not in done.stderr
    return done


def started(home: Path, args: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a command line."""
    return subprocess.Popen(
        command(*args), cwd=_TESTS, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


if __name__ == "__main__":
    from normquest.cli import main

    main()
