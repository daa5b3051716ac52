"""The program on screens: home, then one sitting after the other. It holds the store, nothing of a game."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from textual import events
from textual.app import App, ScreenStackError, SystemCommand
from textual.constants import TEXTUAL_ANIMATIONS
from textual.errors import NoWidget
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widgets import Input

from normquest.bank.draw import NoDraw
from normquest.episode.records import AIDS, ENGINE, Config
from normquest.front.debriefing import debrief_of
from normquest.front.lessons import Lessons
from normquest.front.pages import FAREWELL
from normquest.front.places import beside, lacking, places
from normquest.front.sittings import Wish, begun, described, drawn, left_open, next_seed
from normquest.session.drawing import draw_case
from normquest.session.errors import SessionError
from normquest.session.keeping import resume
from normquest.session.live import Live
from normquest.session.switches import checked
from normquest.session.worlds import open_world
from normquest.store import EpisodeRow, Store
from normquest.store.errors import StoreError
from normquest.text import sanitise
from normquest.tui import actions, home, keymap, preferences
from normquest.tui.apart import apart
from normquest.tui.debrief import DebriefScreen
from normquest.tui.filters.ascii_only import AsciiOnly
from normquest.tui.filters.colourless import Colourless
from normquest.tui.filters.harmless import Harmless
from normquest.tui.glyphs import use_ascii
from normquest.tui.play.screen import PlayScreen
from normquest.tui.themes import NAMES, THEMES
from normquest.tui.wait import WaitScreen
from normquest.tui.watch import opening
from normquest.world.errors import WorldError
from normquest.world.loader import LoadedWorld

MOST_PASTED = 4_000
"""Characters taken of what is pasted."""
Show = Callable[["NormQuest"], Awaitable[int]]
"""Shows something on screens until the player has enough of it; gives the exit code."""

FAILED = "Every turn before that is saved; NORMQUEST_DEBUG=1 shows where it was."
"""Textual would print pages of variables, the hidden rule among them."""


class NormQuest(App[None]):
    """Give it the store, and a wish to go straight into a world, or something else to `show` and be left.

    `return_code` is the exit code.
    """

    TITLE = "NormQuest"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = []  # noqa: RUF012 - Textual's own keys are enough; every other stands in the registry

    def __init__(self, store: Store, wish: Wish | None = None, show: Show | None = None) -> None:
        self.preferences = preferences.read()  # first: Textual takes NO_COLOR out of the environment
        super().__init__()
        self.store = store
        self.wish = wish
        self.show = show
        self._filters_by_need = (Harmless(), AsciiOnly(), Colourless())
        self._signal = 0
        self._up = False

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What the environment and the player ask for, whichever widget draws; harmless always."""
        harmless, ascii_only, colourless = self._filters_by_need
        seen = [harmless, ascii_only] if self.preferences.ascii else [harmless]
        return [*seen, colourless] if self.no_color else [*super().get_line_filters(), *seen]

    def on_load(self) -> None:
        """Before the terminal is touched: a signal that comes while it is being set up counts too."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._ended, number)

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self._apply()
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

    def _apply(self) -> None:
        use_ascii(self.preferences.ascii)
        self.set_class(self.preferences.ascii, "-ascii")
        self.theme = self.preferences.theme
        self.animation_level = "none" if self.preferences.still else TEXTUAL_ANIMATIONS

    # --- one thing after the other ------------------------------------------------------------------------

    async def _sittings(self) -> None:
        if self.show is not None:
            self.exit(return_code=await self.show(self))
            return
        wish = self.wish
        while True:
            if wish is None:
                wish = await self._chosen()
                if wish is None:
                    self.exit()
                    return
            how = await self._sit(wish)
            if how == "left" and self.wish is not None:
                self.exit(message=FAREWELL)
                return
            wish = None

    async def _chosen(self) -> Wish | None:
        at = 0
        while True:
            screen = home.home()
            screen.start = at
            what = await self.push_screen_wait(screen)
            match what:
                case "play":
                    world = await self._world()
                    level = await self.push_screen_wait(home.levels()) if world else None
                    if level is not None:
                        return home.wished(world, level)
                case "learn":
                    return home.LEARNING
                case "worlds":
                    world = await self._world()
                    if world is not None:
                        loaded = open_world(world)
                        await self.push_screen_wait(
                            home.message(loaded.world.title.upper(), loaded.world.about.strip())
                        )
                case "settings":
                    await self._settings()
                case "help":
                    await self.push_screen_wait(home.message("HOW THIS IS PLAYED", home.HOW))
                case "watch" | "replay":
                    await self._looked_at(live=what == "watch")
                case _:
                    return None
            at = ["play", "learn", "watch", "replay", "worlds", "help", "settings"].index(str(what))

    async def _looked_at(self, live: bool) -> None:
        """Episodes by their numbers, the latest first: those being played, or any."""
        try:
            heads = [head for head in self.store.episodes(last=200) if not live or head.status == "running"]
            number = await self.push_screen_wait(home.episodes(list(reversed(heads)), live))
            if number == home.NEW:
                world = await self._world()
                mind = await self.push_screen_wait(home.minds()) if world else None
                if mind is not None:
                    await opening.played_here(self, opening.mind_at_play(self.store.path, str(world), mind))
            elif number is not None:
                await opening.stored(self, self.store.path, number, replay=not live)
        except (SessionError, StoreError, NoDraw) as error:
            await self.push_screen_wait(home.message("THAT DID NOT WORK", str(error)))

    async def _world(self) -> str | None:
        try:
            return await self.push_screen_wait(home.worlds())
        except SessionError as error:
            await self.push_screen_wait(home.message("THAT DID NOT WORK", str(error)))
            return None

    async def _settings(self) -> None:
        at = 0
        while True:
            now = self.preferences
            screen = home.settings_menu(now.theme, now.ascii, now.still, at)
            screen.items += [home.aid_item(aid, aid not in now.off) for aid in AIDS]
            what = await self.push_screen_wait(screen)
            match what:
                case "theme":
                    at = 0
                    self.action_next_theme()
                case "ascii":
                    at = 1
                    self.preferences = replace(now, ascii=not now.ascii)
                    preferences.keep(ascii=not now.ascii)
                case "still":
                    at = 2
                    self.preferences = replace(now, still=not now.still)
                    preferences.keep(still=not now.still)
                case aid if aid in AIDS:
                    at = 3 + AIDS.index(aid)
                    off = set(now.off) ^ {aid}
                    self.preferences = replace(now, off=tuple(one for one in AIDS if one in off))
                    preferences.keep(off=self.preferences.off)
                case _:
                    return
            self._apply()

    async def _sit(self, wish: Wish) -> str:
        """Episodes in one world until the player has enough of it; gives how the last one ended."""
        if not wish.switches:
            wish = replace(wish, switches=tuple(f"{aid}=off" for aid in self.preferences.off))
        fresh, mirror, seed = False, False, wish.seed
        while True:
            try:
                live = await self._live(replace(wish, seed=seed), fresh, mirror)
            except (SessionError, WorldError, StoreError) as error:
                title = "NO SUCH COMMUNITY" if mirror else "THAT DID NOT WORK"
                await self.push_screen_wait(home.message(title, str(error)))
                return "home"
            how = await self.push_screen_wait(PlayScreen(self.store, live))
            if how in ("stopped", "discarded"):
                text = f"Somebody who watched has ended this episode: it is {how}."
                await self.push_screen_wait(home.message("ENDED", text))
            if how != "done":
                return str(how)
            then = await self.push_screen_wait(self._debrief(live))
            if then not in ("another", "opposite"):
                return "home"
            fresh = True
            wanted = live.config.mirror != (then == "opposite")
            mirror = wanted != wish.config(live.case.home.world).mirror
            seed = live.key.seed if then == "opposite" else None

    def _debrief(self, live: Live) -> DebriefScreen:
        known = places(self.store, live)
        sent = [partial(beside, live, name) for name in lacking(known)]
        lesson = Lessons(live.case.home.world.lessons).at("debrief")
        return DebriefScreen(debrief_of(self.store, live), live.mirrors, known, sent, lesson)

    async def _live(self, wish: Wish, fresh: bool, mirror: bool) -> Live:
        loaded = open_world(wish.world)
        config = wish.config(loaded.world, mirror)
        head = None if fresh else left_open(self.store, loaded, wish)
        if head is not None and head.key.engine != ENGINE:
            self._tell(f"Episode {head.id} is open, but another version of the engine began it; it stays so.")
            head = None
        if head is not None and await self.push_screen_wait(home.going_on(described(head))):
            return await self._taken_up(head, loaded)
        wait = WaitScreen("Drawing a community. This takes a few seconds.")
        await self.push_screen(wait)
        try:
            first = next_seed(self.store, loaded, wish)

            def say(text: str) -> None:
                self.call_from_thread(wait.say, text)

            drawing = await apart(drawn, loaded, config, wish.seed, first, say)
            refused = 0 if head is None else head.id
            return begun(self.store, loaded, drawing, config, wish, refused, self._tell)
        finally:
            self.pop_screen()

    async def _taken_up(self, head: EpisodeRow, loaded: LoadedWorld) -> Live:
        await self.push_screen(WaitScreen("Going back to where you were."))
        try:
            drawing = None
            if loaded.hash == head.key.world_hash:
                config: Config = checked(head.config)
                drawing = await apart(draw_case, loaded.world, head.key.seed, config)
            return resume(self.store, head.id, drawing)
        finally:
            self.pop_screen()

    def _tell(self, text: str) -> None:
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
