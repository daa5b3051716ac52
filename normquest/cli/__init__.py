"""The command line: it wires the layers together, and each command loads only what it needs.

Data go to stdout, words to stderr. Exit codes: 0 done, 1 finished with failures, 2 wrong usage, 130 stopped
by Ctrl-C, 141 nobody reads any more. Nothing here ends in a traceback.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """What `normquest` and `python -m normquest` do."""
    try:
        if not sys.argv[1:] and "_NORMQUEST_COMPLETE" not in os.environ:  # a shell asks for completion by it
            sys.exit(_home())
        from normquest.cli.app import app

        app(prog_name="normquest")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def _home() -> int:
    """What the group does without a command, and without click, which takes a tenth of the time to home."""
    from normquest.cli.encoding import prepare_streams
    from normquest.cli.on_screens import on_screens

    prepare_streams()
    try:
        return on_screens(None)
    except (Exception, KeyboardInterrupt) as error:
        from normquest.cli.app import ended

        return ended(error)
