"""The same key gives the same log on another Python version: six whole episodes, byte for byte.

python3.13 -m venv /tmp/other && /tmp/other/bin/pip install -e .
NORMQUEST_OTHER_PYTHON=/tmp/other/bin/python .venv/bin/python -m pytest tests/long/test_other_python.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

_HERE = Path(__file__).resolve().parent
_VARIABLE = "NORMQUEST_OTHER_PYTHON"
OTHER = os.environ.get(_VARIABLE, "")
VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not OTHER,
        reason=f"{_VARIABLE} names no second interpreter: set it to the python of a venv of another version "
        "(3.11 to 3.13) into which `pip install -e .` was done",
    ),
]


def begun(python: str, *args: str, hashing: str = "0") -> subprocess.Popen[bytes]:
    """Another process on this source tree; sets come in another order with other `hashing`."""
    environment = {**os.environ, "PYTHONPATH": str(_HERE.parent.parent), "PYTHONHASHSEED": hashing}
    environment |= {"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"}
    return subprocess.Popen(
        [python, *args], env=environment, cwd=_HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def printed(process: subprocess.Popen[bytes]) -> bytes:
    """All that it prints; it must end well."""
    out, errors = process.communicate(timeout=600)
    assert process.returncode == 0, f"{process.args!r} failed: {errors.decode(errors='replace')[-2000:]}"
    return out


def test_six_episodes_are_the_same_on_another_python_version() -> None:
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    there = printed(begun(OTHER, "-c", VERSION)).decode().strip()
    assert there != here, f"{_VARIABLE} is Python {there} too; expected another version than this one"
    both = [
        begun(python, "six_logs.py", hashing=str(n + 1)) for n, python in enumerate((sys.executable, OTHER))
    ]
    mine, theirs = (printed(process) for process in both)
    if mine != theirs:
        pairs = zip_longest(mine.split(b"\n"), theirs.split(b"\n"), fillvalue=b"(nothing)")
        number, (one, other) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
        at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        shown = [text[max(at - 60, 0) : at + 60].decode(errors="replace") for text in (one, other)]
        pytest.fail(f"line {number} differs: on {here} …{shown[0]}…, on {there} …{shown[1]}…")
    keys = [text for text in mine.split(b"\n") if text.startswith(b'{"arm":')]
    assert len(keys) == len(set(keys)) == 6 and len(mine.split(b"\n")) > 1000
