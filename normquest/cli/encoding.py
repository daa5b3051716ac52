"""What a terminal cannot show must not end the program. Nothing of click here: home is shown without it."""

from __future__ import annotations

import io
import sys
from contextlib import suppress


def prepare_streams() -> None:
    """Characters that a terminal cannot show become question marks, and never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(ValueError, OSError):
                stream.reconfigure(errors="replace")
