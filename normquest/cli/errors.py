"""Errors as sentences: where, what, what was expected, what to do."""

from __future__ import annotations

import traceback
from typing import IO, Any

import click

from normquest.cli.output import fitted
from normquest.text import sanitise


class Refused(click.ClickException):
    """An error that is shown as it is, without "Error:" and without usage."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.exit_code = code  # type: ignore[misc]

    def show(self, file: IO[Any] | None = None) -> None:
        text = sanitise(self.format_message())
        click.echo(fitted(text) if file is None else text, file=file, err=file is None)


def refused(error: Exception) -> Refused:
    """Any exception as a sentence. The kinds that are expected say what is wrong and what helps."""
    # Imported here: an error is the only reason to know of them, and start-up is on the clock.
    from normquest.session.errors import SessionError
    from normquest.store.errors import StoreError
    from normquest.world.errors import WorldError

    if isinstance(error, SessionError):
        return Refused(str(error), 2 if error.usage else 1)
    if isinstance(error, StoreError):
        return Refused(str(error))
    if isinstance(error, WorldError):
        return Refused(f"{error}\nCorrect the file, and look again with `normquest worlds check`.")
    if isinstance(error, OSError):
        return Refused(
            f"{error.filename or 'the system'}: {error.strerror or error}. Expected: something that can be "
            "read and written. Check the path, its permissions and the space on the disk."
        )
    if isinstance(error, MemoryError):
        return Refused("There is not enough memory. Expected: about 500 MB a process. Use fewer --jobs.")
    if type(error).__name__ == "NoDraw":
        return Refused(
            f"The draw was rejected: {error}. Expected: a seed that is accepted. Try another seed."
        )
    return Refused(_fault(error))


def _fault(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].filename}, line {frames[-1].lineno}" if frames else ""
    return (
        f"NormQuest met a fault of its own{place}: {type(error).__name__}: {str(error)[:300]}. What was "
        "stored is whole. Please report this, with what NORMQUEST_DEBUG=1 shows for the same command."
    )
