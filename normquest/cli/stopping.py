"""A signal to end, as an exception: what is in hand is dropped whole, and the run is marked as stopped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130


class Stopped(KeyboardInterrupt):
    """SIGTERM or SIGHUP came. A KeyboardInterrupt, since what cleans up after Ctrl-C must do so here too."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def code_of(stop: KeyboardInterrupt) -> int:
    """The exit code, as shells count: 128 and the signal's number; 130 for Ctrl-C."""
    return 128 + stop.number if isinstance(stop, Stopped) else INTERRUPTED


@contextmanager
def signals_stop() -> Iterator[None]:
    """Within, SIGTERM and SIGHUP raise Stopped in the main thread, once: cleaning up is not interrupted.

    A signal that is ignored (nohup) or that somebody else handles is left alone.
    """
    names = ("SIGTERM", "SIGHUP")
    numbers = [int(getattr(signal, name)) for name in names if hasattr(signal, name)]  # Windows has no SIGHUP
    mine: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        for each in mine:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(number)

    if threading.current_thread() is threading.main_thread():  # nobody else may set handlers
        mine += [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)
