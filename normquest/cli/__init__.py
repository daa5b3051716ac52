"""The command line: it wires the layers together, and each command loads only what it needs.

Data go to stdout, words to stderr. Exit codes: 0 done, 1 finished with failures, 2 wrong usage, 130 stopped
by Ctrl-C, 141 nobody reads any more. Nothing here ends in a traceback.
"""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """What `normquest` and `python -m normquest` do."""
    try:
        from normquest.cli.app import app

        app(prog_name="normquest")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)
