"""The program on screens: what holds for every page. It holds the store, nothing of a game.

Nothing that plays is imported here, so that home stands there at once.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual import events
from textual.app import App, ScreenStackError, SystemCommand
from textual.constants import TEXTUAL_ANIMATIONS
from textual.driver import Driver
from textual.errors import NoWidget
from textual.filter import LineFilter
from textual.reactive import Initialize, Reactive
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input

from normquest.text import sanitise
from normquest.tui import actions, first_page, keymap, preferences
from normquest.tui.filters.ascii_only import AsciiOnly
from normquest.tui.filters.colourless import Colourless
from normquest.tui.filters.harmless import Harmless
from normquest.tui.glyphs import use_ascii
from normquest.tui.themes import NAMES, THEMES

if TYPE_CHECKING:
    from normquest.front.sittings import Wish
    from normquest.store import Opening, Store

MOST_PASTED = 4_000
"""Characters taken of what is pasted."""
Show = Callable[["NormQuest"], Awaitable[int]]
"""Shows something on screens until the player has enough of it; gives the exit code."""

SOON = 0.4
"""Seconds after which what plays is read in: home is painted by then, and hardly anybody has chosen."""
FAILED = "Every turn before that is saved; NORMQUEST_DEBUG=1 shows where it was."
"""Textual would print pages of variables, the hidden rule among them."""


def _kept_theme(app: Any) -> str:
    return str(app.preferences.theme)


class NormQuest(App[None]):
    """Give it the store, and a wish to go straight into a world, or something else to `show` and be left.

    `return_code` is the exit code.
    """

    TITLE = "NormQuest"
    CSS_PATH = ["app.tcss", "menu.tcss"]  # noqa: RUF012 - home's too: for one that comes later all are parsed again
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = []  # noqa: RUF012 - Textual's own keys are enough; every other stands in the registry

    theme: Reactive[str] = Reactive(Initialize(_kept_theme))
    """Textual's own, but never another first: a change of theme parses every style sheet again."""

    def __init__(self, store: Store | Opening, wish: Wish | None = None, show: Show | None = None) -> None:
        self.preferences = preferences.read()  # first: Textual takes NO_COLOR out of the environment
        super().__init__()
        self._kept = store
        self.wish = wish
        self.show = show
        self._filters_by_need = (Harmless(), AsciiOnly(), Colourless())
        self._signal = 0
        self._up = False

    @property
    def store(self) -> Store:
        """The store, opened by whoever asks first. Raises StoreError."""
        return self._kept() if callable(self._kept) else self._kept

    @cached_property
    def available_themes(self) -> dict[str, Theme]:
        """Textual's and ours, from the first moment on; made once: every line that is painted asks for it."""
        return {**super().available_themes, **{theme.name: theme for theme in THEMES}}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What the environment and the player ask for, whichever widget draws; harmless always."""
        harmless, ascii_only, colourless = self._filters_by_need
        seen = [harmless, ascii_only] if self.preferences.ascii else [harmless]
        return [*seen, colourless] if self.no_color else [*super().get_line_filters(), *seen]

    def get_driver_class(self) -> type[Driver]:
        """Textual's; where it is the one of a Linux terminal, ours, which ends with that."""
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":
            return found
        from normquest.tui.driver import Outlasting

        return Outlasting

    def on_load(self) -> None:
        """Before the terminal is touched: a signal that comes while it is being set up counts too."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._ended, number)

    def on_mount(self) -> None:
        self.apply()
        moved = keymap.read()
        self.set_keymap(moved.keys)
        if moved.faults:
            text = sanitise("\n".join(moved.faults))
            self.notify(text, title="Keys", severity="warning", timeout=30, markup=False)
        self._up = True
        if self._signal:
            self._ended(self._signal)
            return
        self.run_worker(self._sittings(), group="sittings", exit_on_error=True)

    async def on_event(self, event: events.Event) -> None:
        """What is pasted is foreign: nothing in it acts, in whatever line it lands."""
        if isinstance(event, events.Paste):
            event.text = sanitise(event.text[:MOST_PASTED])
        if isinstance(event, events.MouseEvent) and self._taken_away(event):
            return
        await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        """A page that was left half made is no fault once the program is on its way out."""
        if self._exit:
            return
        if os.environ.get("NORMQUEST_DEBUG"):
            super()._handle_exception(error)
            return
        cause = getattr(error, "error", error)  # a worker's error holds what it failed of
        said = sanitise(f"{type(cause).__name__}: {cause}", newlines=False)[:200]
        self._return_code = 1
        if self._exception is None:  # the first is what tests are told
            self._exception = error
            self._exception_event.set()
        self.panic(f"NormQuest has failed ({said}). {FAILED}")

    def _taken_away(self, event: events.MouseEvent) -> bool:
        """Whether the mouse is over something that the turning of a page has just removed.

        It stays on the map until the next layout, and Textual 8 fails on it for want of a parent.
        """
        try:
            widget, _ = self.get_widget_at(event.x, event.y)
        except (NoWidget, ScreenStackError):
            return False
        return widget.parent is None

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A cursor that blinks is motion too."""
        if isinstance(event.widget, Input):
            event.widget.cursor_blink = not self.preferences.still

    def _ended(self, number: int) -> None:
        """Leave the terminal as it was; every turn is in the store already.

        A page that is just being put up is finished first: Textual takes none away half made.
        """
        self._signal = number
        if self._up:
            self.workers.cancel_all()
            self.screen.call_after_refresh(self.exit, return_code=128 + number)

    def apply(self) -> None:
        use_ascii(self.preferences.ascii)
        self.set_class(self.preferences.ascii, "-ascii")
        self.theme = self.preferences.theme
        self.animation_level = "none" if self.preferences.still else TEXTUAL_ANIMATIONS

    # --- one thing after the other ------------------------------------------------------------------------

    async def _sittings(self) -> None:
        """Home, or straight into a world. What a sitting needs is read in while home is looked at."""
        if self.show is not None:
            self.exit(return_code=await self.show(self))
            return
        first: Any = None
        if self.wish is None:
            page = first_page.home()
            self.set_timer(SOON, self._read_in)
            first = await self.push_screen_wait(page)
            if first in (None, "quit"):
                self.exit()
                return
        from normquest.tui.sittings import Sittings

        await Sittings(self).go_on(first)

    def _read_in(self) -> None:
        self.run_worker(self._reading_in(), group="reading in")

    async def _reading_in(self) -> None:
        if callable(self._kept):
            from normquest.store.errors import StoreError

            await asyncio.to_thread(self._kept.prepare)
            with suppress(StoreError):  # whoever needs the store is told
                self._kept()  # not in the thread: it belongs to this one
        await asyncio.to_thread(import_module, "normquest.tui.sittings")
        gc.freeze()  # what is read in stays: else a key now and then waits for all of it to be looked through

    def tell(self, text: str) -> None:
        self.notify(text, markup=False)

    # --- actions ------------------------------------------------------------------------------------------

    def action_next_theme(self) -> None:
        """The next of the themes, kept for the next time."""
        theme = NAMES[(NAMES.index(self.theme) + 1) % len(NAMES)] if self.theme in NAMES else NAMES[0]
        self.preferences = replace(self.preferences, theme=theme)
        self.theme = theme
        preferences.keep(theme=theme)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers: the actions of the page, from the registry."""
        shown = {name for binding in screen.BINDINGS for name in [getattr(binding, "action", "")]}
        for action in actions.ACTIONS:
            if action.id in shown:
                method = getattr(screen, f"action_{action.id}")
                yield SystemCommand(action.label, action.help, method)
