"""One sitting after the other: from what was chosen on home to the debrief, and back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from normquest.bank.draw import NoDraw
from normquest.episode.aids import AIDS
from normquest.episode.records import ENGINE, Config
from normquest.front.debriefing import debrief_of
from normquest.front.lessons import Lessons
from normquest.front.pages import FAREWELL
from normquest.front.places import beside, lacking, places
from normquest.front.sittings import Wish, begun, described, drawn, left_open, next_seed
from normquest.session.drawing import draw_case
from normquest.session.errors import SessionError
from normquest.session.keeping import resume
from normquest.session.live import Live
from normquest.session.newcomers import HUMAN
from normquest.session.switches import checked
from normquest.session.worlds import open_world
from normquest.store import EpisodeRow
from normquest.store.errors import StoreError
from normquest.tui import first_page, home, preferences
from normquest.tui.ahead import Ahead
from normquest.tui.apart import apart
from normquest.tui.debrief import DebriefScreen
from normquest.tui.play.screen import PlayScreen
from normquest.tui.stepping import stepped
from normquest.tui.wait import WaitScreen
from normquest.tui.watch import opening
from normquest.world.errors import WorldError
from normquest.world.loader import LoadedWorld

if TYPE_CHECKING:
    from normquest.tui.app import NormQuest


class Sittings:
    """What the program does, page after page. It runs in a worker of the app."""

    def __init__(self, app: NormQuest) -> None:
        self.app = app
        self._ahead = Ahead()
        self._taking = 0
        """The number of an open episode that the player has asked for."""

    async def go_on(self, first: Any) -> None:
        """Until the player leaves; `first` is what was chosen on home, None where it was not shown."""
        wish = self.app.wish
        while True:
            if wish is None:
                wish = await self._chosen(first)
                if wish is None:
                    self.app.exit()
                    return
            how = await self._sit(wish)
            if how == "left" and self.app.wish is not None:
                self.app.exit(message=FAREWELL)
                return
            wish = first = None

    async def _chosen(self, first: Any) -> Wish | None:
        """A wish, or None to leave; `first` is what was chosen on home already."""
        at, what = 0, first
        while True:
            if what is None:
                screen = first_page.home()
                screen.start = at
                what = await self.app.push_screen_wait(screen)
            match what:
                case "play":
                    wish = await self._where()
                    if wish is not None:
                        return wish
                case "learn":
                    return home.LEARNING
                case "worlds":
                    world = await self._world()
                    if world is not None:
                        loaded = open_world(world)
                        await self.app.push_screen_wait(
                            home.message(loaded.world.title.upper(), loaded.world.about.strip())
                        )
                case "settings":
                    await self._settings()
                case "help":
                    await self.app.push_screen_wait(home.message("HOW THIS IS PLAYED", home.HOW))
                case "watch" | "replay":
                    await self._looked_at(live=what == "watch")
                case _:
                    return None
            at = ["play", "learn", "watch", "replay", "worlds", "help", "settings"].index(str(what))
            what = None

    async def _looked_at(self, live: bool) -> None:
        """Episodes by their numbers, the latest first: those being played, or any."""
        try:
            while not await self._one_looked_at(live):
                pass
        except (SessionError, StoreError, NoDraw) as error:
            await self.app.push_screen_wait(home.message("THAT DID NOT WORK", str(error)))

    async def _one_looked_at(self, live: bool) -> bool:
        """Whether that is all: not where somebody came back from choosing further."""
        heads = [head for head in self.app.store.episodes(last=200) if not live or head.status == "running"]
        number = await self.app.push_screen_wait(home.episodes(list(reversed(heads)), live))
        if number == home.NEW:
            chosen = await stepped(self.app, lambda _: home.worlds(), lambda _: home.minds())
            if chosen is None:
                return False
            path = self.app.store.path
            await opening.played_here(self.app, opening.mind_at_play(path, *map(str, chosen)))
        elif number == home.SOCIETY:
            from normquest.tui.societies.choosing import society  # late: few go there

            return await society(self.app)
        elif number is not None:
            await opening.stored(self.app, self.app.store.path, number, replay=not live)
        return True

    async def _where(self) -> Wish | None:
        """A world and how hard, or what was left open."""
        try:
            left = self._left_open()
            chosen = await stepped(
                self.app,
                lambda _: home.worlds(left),
                lambda world: None if isinstance(world[0], Wish) else home.levels(),
            )
        except (SessionError, StoreError) as error:
            await self.app.push_screen_wait(home.message("THAT DID NOT WORK", str(error)))
            return None
        if chosen is None:
            return None
        world, level = chosen
        if isinstance(world, Wish) and left is not None:
            self._taking = left.id
            return world
        return home.wished(world, level)

    def _left_open(self) -> EpisodeRow | None:
        """The latest episode of a player here that is open and can be gone on with."""
        heads = self.app.store.episodes(status="running", newcomer=HUMAN, participant=Wish("").participant)
        return next((head for head in reversed(heads) if head.key.engine == ENGINE), None)

    async def _world(self) -> str | None:
        try:
            return await self.app.push_screen_wait(home.worlds())
        except SessionError as error:
            await self.app.push_screen_wait(home.message("THAT DID NOT WORK", str(error)))
            return None

    async def _settings(self) -> None:
        at = 0
        while True:
            now = self.app.preferences
            screen = home.settings_menu(now.theme, now.ascii, now.still, at)
            screen.items += [home.aid_item(aid, aid not in now.off) for aid in AIDS]
            what = await self.app.push_screen_wait(screen)
            match what:
                case "theme":
                    at = 0
                    self.app.action_next_theme()
                case "ascii":
                    at = 1
                    self.app.preferences = replace(now, ascii=not now.ascii)
                    preferences.keep(ascii=not now.ascii)
                case "still":
                    at = 2
                    self.app.preferences = replace(now, still=not now.still)
                    preferences.keep(still=not now.still)
                case aid if aid in AIDS:
                    at = 3 + AIDS.index(aid)
                    off = set(now.off) ^ {aid}
                    self.app.preferences = replace(now, off=tuple(one for one in AIDS if one in off))
                    preferences.keep(off=self.app.preferences.off)
                case _:
                    return
            self.app.apply()

    async def _sit(self, wish: Wish) -> str:
        """Episodes in one world until the player has enough of it; gives how the last one ended."""
        if not wish.switches:
            wish = replace(wish, switches=tuple(f"{aid}=off" for aid in self.app.preferences.off))
        fresh, mirror, seed = False, False, wish.seed
        while True:
            try:
                live = await self._live(replace(wish, seed=seed), fresh, mirror)
            except (SessionError, WorldError, StoreError) as error:
                title = "NO SUCH COMMUNITY" if mirror else "THAT DID NOT WORK"
                await self.app.push_screen_wait(home.message(title, str(error)))
                return "home"
            how = await self.app.push_screen_wait(PlayScreen(self.app.store, live))
            if how == "done":
                self._draw_ahead(replace(wish, seed=None))
            if how in ("stopped", "discarded"):
                text = f"Somebody who watched has ended this episode: it is {how}."
                await self.app.push_screen_wait(home.message("ENDED", text))
            if how != "done":
                return str(how)
            then = await self.app.push_screen_wait(self._debrief(live))
            if then not in ("another", "opposite"):
                return "home"
            fresh = True
            wanted = live.config.mirror != (then == "opposite")
            mirror = wanted != wish.config(live.case.home.world).mirror
            seed = live.key.seed if then == "opposite" else None

    def _debrief(self, live: Live) -> DebriefScreen:
        known = places(self.app.store, live)
        sent = [partial(beside, live, name) for name in lacking(known)]
        lesson = Lessons(live.case.home.world.lessons).at("debrief")
        return DebriefScreen(debrief_of(self.app.store, live), live.mirrors, known, sent, lesson)

    async def _live(self, wish: Wish, fresh: bool, mirror: bool) -> Live:
        loaded = open_world(wish.world)
        config = wish.config(loaded.world, mirror)
        head = None if fresh else left_open(self.app.store, loaded, wish)
        if head is not None and head.key.engine != ENGINE:
            self.app.tell(
                f"Episode {head.id} is open, but another version of the engine began it; it stays so."
            )
            head = None
        asked, self._taking = self.app.store.episode(self._taking) if self._taking else None, 0
        if asked is not None:
            return await self._taken_up(asked, loaded)
        if head is not None and await self.app.push_screen_wait(home.going_on(described(head))):
            return await self._taken_up(head, loaded)
        wait = WaitScreen("Drawing a community. This takes a few seconds.")
        await self.app.push_screen(wait)
        try:
            first = next_seed(self.app.store, loaded, wish)

            def say(text: str) -> None:
                self.app.call_from_thread(wait.say, text)

            drawing = await self._ahead.taken(loaded, config, wish.seed, first)
            if drawing is None:
                drawing = await apart(drawn, loaded, config, wish.seed, first, say)
            refused = 0 if head is None else head.id
            return begun(self.app.store, loaded, drawing, config, wish, refused, self.app.tell)
        finally:
            self.app.pop_screen()

    def _draw_ahead(self, wish: Wish) -> None:
        """What "another" will ask for, drawn while the debrief is read."""
        with suppress(SessionError, WorldError, StoreError):
            loaded = open_world(wish.world)
            self._ahead.begin(loaded, wish.config(loaded.world), next_seed(self.app.store, loaded, wish))

    async def _taken_up(self, head: EpisodeRow, loaded: LoadedWorld) -> Live:
        await self.app.push_screen(WaitScreen("Going back to where you were."))
        try:
            drawing = None
            if loaded.hash == head.key.world_hash:
                config: Config = checked(head.config)
                drawing = await apart(draw_case, loaded.world, head.key.seed, config)
            return resume(self.app.store, head.id, drawing)
        finally:
            self.app.pop_screen()
