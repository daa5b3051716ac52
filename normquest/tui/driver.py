"""Textual's driver, but it outlasts its terminal, and being woken is no second start."""

from __future__ import annotations

import errno
from typing import IO, Any

from textual.drivers.linux_driver import LinuxDriver

_GONE = {errno.EIO, errno.EPIPE, errno.EBADF, errno.ENXIO}


class Outlasting(LinuxDriver):
    """Ends with its terminal.

    Textual writes in a thread of its own, from a queue of 30. Where the window has been closed that thread
    ends with an error, and once the queue is full whoever writes waits for ever, the way out included.

    A SIGCONT that follows no Ctrl-Z (tmux sends one to all that it closes) sets the terminal up anew: it may
    have been used by others since. Textual takes the modes that it finds then for the player's own, which
    are its own, and leaves those behind.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._file: Any = _Outlasted(self._file)

    def _sigcont_application(self, *given: Any) -> None:
        if self._must_signal_resume or not self._auto_restart:
            super()._sigcont_application(*given)
        else:  # not in the handler: what it interrupts may be writing
            self._loop.call_soon_threadsafe(self._woken)

    def _woken(self) -> None:
        if self._writer_thread is not None and self._writer_thread.is_alive():
            self.suspend_application_mode()
            self.resume_application_mode()


class _Outlasted:
    """A terminal; once it is gone, whatever is written to it is lost in silence."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._gone = False

    def write(self, text: str) -> None:
        self._tried(self._file.write, text)

    def flush(self) -> None:
        self._tried(self._file.flush)

    def _tried(self, what: Any, *given: str) -> None:
        if self._gone:
            return
        try:
            what(*given)
        except OSError as error:
            if error.errno not in _GONE:
                raise
            self._gone = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)
