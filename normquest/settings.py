"""Where things are: every path the program uses by itself is named here.

Nothing in this module creates a file or a folder; whoever writes makes the folder first.
"""

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The root of the source tree the program runs from, or None when it runs from an installed wheel."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "worlds").is_dir() else None


def worlds_folder() -> Path:
    """The folder of world files: the checkout's `worlds`, otherwise the copy inside the wheel."""
    root = checkout()
    return root / "worlds" if root else _PACKAGE / "_worlds"


def home() -> Path:
    """The folder for what is written, as an absolute path.

    The environment variable NORMQUEST_HOME if it is set and not empty, else `saves` in a checkout, else the
    user's data folder as the platform has it.
    """
    chosen = os.environ.get("NORMQUEST_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    root = checkout()
    if root:
        return root / "saves"
    # Imported here because a checkout never needs it, and start-up is on the clock.
    from platformdirs import user_data_path

    return user_data_path("normquest", appauthor=False)


def database_path() -> Path:
    """The SQLite file that holds all runs and episodes."""
    return home() / "normquest.db"
