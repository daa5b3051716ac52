"""How long `normquest --help` takes, the whole process, beside one that only imports textual.app."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from .side_by_side import Figure, Skipped, side_by_side, wall

STARTS = 5
AIM = 0.35
HELP = (sys.executable, "-m", "normquest", "--help")
TEXTUAL = (sys.executable, "-c", "import textual.app")


def milliseconds(command: tuple[str, ...]) -> float:
    """The median of a few starts."""
    starts = [wall(lambda: subprocess.run(command, capture_output=True, check=True)) for _ in range(STARTS)]
    return 1000 * median(starts)


def figures() -> list[Figure]:
    """One figure. Raises Skipped while there is no command line."""
    tried = subprocess.run(HELP, capture_output=True, text=True, check=False)
    if tried.returncode:
        raise Skipped(f"`normquest --help` fails: {(tried.stderr.strip() or 'no message').splitlines()[-1]}")
    what = "`normquest --help`, whole process, beside one that imports textual.app"
    return [
        side_by_side(
            "startup", what, "ms", lambda: milliseconds(HELP), lambda: milliseconds(TEXTUAL), at_most=AIM
        )
    ]
