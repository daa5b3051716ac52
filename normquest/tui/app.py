"""The program on screens: home, then one sitting after the other. It holds the store, nothing of a game."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from textual.app import App, SystemCommand
from textual.screen import Screen

from normquest.bank.draw import NoDraw
from normquest.episode.records import AIDS, ENGINE, Config
from normquest.front.debriefing import debrief_of
from normquest.front.pages import FAREWELL
from normquest.front.places import beside, lacking, places
from normquest.front.sittings import Wish, begun, described, drawn, left_open, next_seed
from normquest.session.drawing import draw_case
from normquest.session.errors import SessionError
from normquest.session.keeping import attach, replay, resume
from normquest.session.live import Live
from normquest.session.switches import checked
from normquest.session.worlds import open_world
from normquest.store import EpisodeRow, Store
from normquest.store.errors import StoreError
from normquest.tui import actions, home, preferences
from normquest.tui.debrief import DebriefScreen
from normquest.tui.glyphs import use_ascii
from normquest.tui.play.screen import PlayScreen
from normquest.tui.themes import NAMES, THEMES
from normquest.tui.wait import WaitScreen
from normquest.tui.watch import WatchScreen
from normquest.world.errors import WorldError
from normquest.world.loader import LoadedWorld


class NormQuest(App[None]):
    """Give it the store, and a wish to go straight into a world. `return_code` is the exit code."""

    TITLE = "NormQuest"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = []  # noqa: RUF012 - Textual's own keys are enough; every other stands in the registry

    def __init__(self, store: Store, wish: Wish | None = None) -> None:
        super().__init__()
        self.store = store
        self.wish = wish
        self.preferences = preferences.read()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self._apply()
        self.set_keymap(actions.keymap())
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._ended, number)
        self.run_worker(self._sittings(), group="sittings", exit_on_error=True)

    def _ended(self, number: int) -> None:
        """Leave the terminal as it was; every turn is in the store already."""
        self.exit(return_code=128 + number)

    def _apply(self) -> None:
        use_ascii(self.preferences.ascii)
        self.set_class(self.preferences.ascii, "-ascii")
        self.theme = self.preferences.theme
        if self.preferences.still:
            self.animation_level = "none"

    # --- one thing after the other ------------------------------------------------------------------------

    async def _sittings(self) -> None:
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
            at = ["play", "watch", "replay", "worlds", "help", "settings"].index(str(what))

    async def _looked_at(self, live: bool) -> None:
        """Episodes by their numbers, the latest first: those being played, or any."""
        try:
            heads = [head for head in self.store.episodes(last=200) if not live or head.status == "running"]
            number = await self.push_screen_wait(home.episodes(list(reversed(heads)), live))
            if number is None:
                return
            head = next(head for head in heads if head.id == number)
            title = f"episode {number} · {head.key.newcomer} · {head.world}"
            if live:
                with attach(self.store.path, number) as watcher:
                    screen = WatchScreen(title, watcher.poll(), watcher.poll, watcher.send)
                    await self.push_screen_wait(screen)
            else:
                await self.push_screen(WaitScreen("Playing it again."))
                try:
                    records = list(replay(self.store, number))
                finally:
                    self.pop_screen()
                await self.push_screen_wait(WatchScreen(title, records))
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
                case "still":
                    at = 2
                    self.preferences = replace(now, still=not now.still)
                case aid if aid in AIDS:
                    at = 3 + AIDS.index(aid)
                    off = set(now.off) ^ {aid}
                    self.preferences = replace(now, off=tuple(one for one in AIDS if one in off))
                case _:
                    return
            preferences.keep(self.preferences)
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
            mirror = wanted != wish.config().mirror
            seed = live.key.seed if then == "opposite" else None

    def _debrief(self, live: Live) -> DebriefScreen:
        known = places(self.store, live)
        sent = [partial(beside, live, name) for name in lacking(known)]
        return DebriefScreen(debrief_of(self.store, live), live.mirrors, known, sent)

    async def _live(self, wish: Wish, fresh: bool, mirror: bool) -> Live:
        loaded = open_world(wish.world)
        config = wish.config(mirror)
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

            drawing = await asyncio.to_thread(drawn, loaded, config, wish.seed, first, say)
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
                drawing = await asyncio.to_thread(draw_case, loaded.world, head.key.seed, config)
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
        preferences.keep(self.preferences)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers: the actions of the page, from the registry."""
        shown = {name for binding in screen.BINDINGS for name in [getattr(binding, "action", "")]}
        for action in actions.ACTIONS:
            if action.id in shown:
                method = getattr(screen, f"action_{action.id}")
                yield SystemCommand(action.label, action.help, method)
