"""The play page as it is shown: scene, panels, foot. It is handed requests, and answers nothing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.community.parser import Grammar
from normquest.episode.records import Request
from normquest.front.lessons import Lessons
from normquest.front.past import Past
from normquest.front.phrases import Phrases
from normquest.front.saying import sayings
from normquest.session.aids import OFF
from normquest.session.live import Live
from normquest.store import Store
from normquest.tui import actions
from normquest.tui.log import LogScreen
from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.play import commands, panels
from normquest.tui.play.chart import Chart
from normquest.tui.play.foot import Foot
from normquest.tui.play.notes import NotesScreen
from normquest.tui.play.scene import Scene
from normquest.tui.play.side import Side
from normquest.tui.play.thinking import Thinking
from normquest.tui.safe import joined, plain
from normquest.tui.state.screen import StateScreen
from normquest.tui.widgets.linked import Linked
from normquest.world.words import lexicon_of


class PlayPage(Once[str]):
    """What the play screen shows, and how it is kept up to date."""

    CSS_PATH = "play.tcss"
    WHERE = "play"
    BINDINGS = actions.bindings("play")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own name and kind

    def __init__(self, store: Store, live: Live) -> None:
        super().__init__()
        self.live = live
        self.past = Past()
        self.people = People()
        self.chart = Chart()
        self.lexicon = lexicon_of(live.case.home.world)
        self.phrases = Phrases(self.lexicon)
        self.lessons = Lessons(live.case.home.world.lessons)
        self.thinking = Thinking(store, live, self.past, self.lexicon)
        self.asked: Request | None = None
        self._back = 0
        self._view = "scene"

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Linked(id="tabs")
        yield Static(id="top-rule", classes="rule")
        with Horizontal(id="middle"):
            with Vertical(id="main"):
                yield Scene(self.people)
                yield Static(id="lesson")
                yield Foot(self._suggested)
            yield Side(self.people, self.thinking.off)
        yield Footer(show_command_palette=True)

    @property
    def scene(self) -> Scene:
        """The page one reads."""
        return self.query_one(Scene)

    @property
    def foot(self) -> Foot:
        """What stands below it."""
        return self.query_one(Foot)

    def _builder(self, request: Request | None, start: str = "") -> StateScreen:
        hypotheses = self.thinking.hypotheses
        screen = StateScreen(self.phrases, request, self.past, self.people, hypotheses, start, self.lessons)
        screen.fresh = lambda: self.thinking.hypotheses
        screen.opens = {"log": self.action_log}
        if request is not None:
            screen.opens = {"log": self.action_log, "notes": self.action_notes}
        return screen

    def action_log(self) -> None:
        """All that has happened, over whatever page is shown."""

        def pinned(numbers: list[int] | None) -> None:
            if numbers is not None and numbers != sorted(self.thinking.book.pinned):
                self._think(self.thinking.pin(numbers))

        self.app.push_screen(LogScreen(self.past.log, self.people, self.thinking.book.pinned), pinned)

    def action_notes(self) -> None:
        """The notebook, over whatever page is shown."""
        think = self.thinking
        if not think.aids.on("notebook"):
            self._notice(OFF)
            if self.app.screen is not self:
                self.notify(OFF, markup=False)
            return
        think.aids.used("notebook", "opened")

        def closed(_: None) -> None:
            think.tested = screen.tested
            self._panels()

        screen = NotesScreen(
            think.book,
            self.people,
            think.aids,
            lambda start: self._builder(None, start),
            think.weigh,
            think.tested,
        )
        self.app.push_screen(screen, closed)

    # --- what is shown ------------------------------------------------------------------------------------

    async def _show(self, request: Request) -> None:
        seen, acting = request.observation, request.kind == "act"
        if self._view != "scene":  # what has just happened stands there
            self._look_at("scene")
        self.set_class(acting or bool(seen.choices), "acting")
        lesson = self.query_one("#lesson", Static)
        lesson.update(plain(self.lessons.of(request)))
        lesson.display = bool(str(lesson.content))
        await self.scene.turn(request)
        if self.was_left:  # meanwhile: nothing stands here any more
            return
        self._surround(request)
        self._notice("")

    def _surround(self, request: Request) -> None:
        self.query_one("#top", Static).update(self._top(request))
        self.query_one("#top-rule", Static).update(plain("─" * max(self.size.width - 2, 1)))
        self._panels()
        examples = sayings(request.observation.choices, self._grammar()) if request.kind == "act" else ()
        self.foot.ask(request, self.past.total, examples)
        self._hint()
        self.call_after_refresh(self._hint)  # the page before may have been the longer one

    def _top(self, request: Request) -> Content:
        seen, acting = request.observation, request.kind == "act"
        parts = [self.live.case.home.world.title]
        if acting:
            left = panels.turns_left(seen)
            turn = "" if left is None else f"turn {seen.turn + 1} of {seen.turn + left}"
            parts = [seen.place.partition(" (")[0], seen.clock.partition(".")[0], turn]
            if self.has_class("-wide"):
                parts.insert(0, self.live.case.home.world.title)
        said = " · ".join(part for part in parts if part)
        return joined(("NormQuest   ", "bold $primary"), said)

    def _panels(self) -> None:
        request = self.asked
        if request is not None:
            side = self.query_one(Side)
            side.show(request.observation, self.thinking.book, self.thinking.weights(), self.chart)
            self.query_one("#tabs", Linked).update(side.tabs(self._view, request.observation))

    def _look_at(self, view: str) -> None:
        self._view = view
        self.set_class(view != "scene", "panel")
        for name in self.query_one(Side).views:
            self.set_class(name == view, f"show-{name}")
        self._panels()
        if view == "scene":
            self.call_after_refresh(self.scene.to_newest)

    def _notice(self, text: str | Content) -> None:
        self.foot.say(text)
        self.call_after_refresh(self.scene.to_newest)

    def on_scene_resized(self) -> None:
        self._hint()

    def _hint(self) -> None:
        if self.asked is not None and self.is_mounted:
            self.foot.hint(self.scene.has_more)

    def on_resize(self) -> None:
        if self.asked is not None and self.is_mounted:
            self._surround(self.asked)

    def _suggested(self, typed: str) -> str | None:
        return commands.completed(typed, self.asked, self._grammar())

    def _grammar(self) -> Grammar:
        return commands.grammar(self.past, self.live)

    def _think(self, said: str) -> None:
        """Something was thought of: the panels show it, and a word says so."""
        self._panels()
        self._notice(said)

    def _reread(self, step: int) -> None:
        """An earlier page of the watch; Enter goes forward again to where one was."""
        if self.asked is None or self.asked.kind == "act":
            return
        self._back = min(max(self._back + step, 0), len(self.scene.pages) - 1)
        self.run_worker(self._reshow(self._back), group="reread", exclusive=True)

    async def _reshow(self, back: int) -> None:
        self._surround(await self.scene.again(back))
        if back:
            self.foot.line.instant = ()
        self._notice("You re-read. Enter goes forward again." if back else "")
