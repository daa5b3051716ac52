"""The one screen for watching and for replays: the scene as a player sees it, what came of it beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from normquest import settings
from normquest.episode.records import Record
from normquest.front.story import Page, Story
from normquest.session.drawing import Drawing
from normquest.session.errors import SessionError
from normquest.session.gate import Setting
from normquest.session.running.aside import in_thread
from normquest.session.watching.beliefs import Belief, ObserverBeside
from normquest.session.watching.source import News, Source, Used
from normquest.store.errors import StoreError
from normquest.store.rows import SPEEDS, Command
from normquest.tui import actions
from normquest.tui.help import HelpScreen
from normquest.tui.menu import MenuScreen
from normquest.tui.people import People
from normquest.tui.play.blocks import blocks_of
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.watch import blocks
from normquest.tui.watch.fold import Fold, Scene
from normquest.tui.watch.pace import RATES, dwell
from normquest.tui.watch.status import live_text, replay_text, used_text
from normquest.tui.watch.timeline import Timeline
from normquest.tui.widgets.hung import Hung

POLL, CALM_POLL = 0.1, 1.0
"""Seconds between two looks at what is new; the second where nothing shall move."""
WAIT_FOR_PEOPLE = "Nobody who plays hears it any more: the episode has ended."
FOLDS = ("reasoning", "reply", "belief")

Draws = Callable[[], Drawing | None]
"""Draws the community of the episode, and makes sure that a replay is true; slow."""


class WatchScreen(Screen[None]):
    """Folds what a source gives into pages; what it shows is the same for a replay and for a live episode.

    `draws` is called in a thread: at once for a `replay`, which it checks; else when the truth is asked for.
    Without it nothing is checked.
    Nothing that a newcomer is not told is shown before that. `trouble` says why it goes no further, or "".
    """

    CSS_PATH = "watch.tcss"
    BINDINGS = actions.bindings("watch")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own name and kind

    def __init__(self, source: Source, draws: Draws | None, title: str, *, replay: bool = False) -> None:
        super().__init__()
        self.source = source
        self.draws = draws
        self.heading = title
        self.story = Story()
        self.people = People()
        self.at = 0
        self.live = False
        self.setting = Setting()
        self.used = Used()
        self.hearing: blocks.Hearing | None = None
        self.thoughts: dict[int, str] = {}
        self.thinks = False
        self.truth = False
        self.rule: str | None = None
        self.known: int | None = None
        self.curve: list[Belief] = []
        self.verdict = ""
        self.running = False
        self.rate = 1
        self._records: list[Record] = []
        self._drawing: Drawing | None = None
        self._observer: ObserverBeside | None = None
        self._seeking = self._thinking = False
        self._tab = "reply"
        self._wait = 0.0
        self._shown: tuple[int, bool, bool] | None = None
        self._replay = replay
        self._confirmed = False
        self._painting = asyncio.Lock()
        self.trouble: Callable[[], str] = str
        self._take(source.news())
        if self.live:
            self.at = max(len(self.story.pages) - 1, 0)

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(classes="rule")
        with Horizontal(id="middle"):
            with Scene(id="scene"):
                yield Vertical(id="page")
            with Vertical(id="side"):
                yield Static(id="tabs")
                for digit, name in enumerate(FOLDS, 1):
                    yield Fold(str(digit), name, name)
        yield Timeline("timeline")
        yield Static(id="status")
        yield Footer(show_command_palette=True)

    async def on_mount(self) -> None:
        self.query_one("#scene").focus()
        self._fold_tabs()
        self.set_interval(CALM_POLL if self.still else POLL, self._poll)
        await self._show()
        if self._replay and self.draws is not None:
            self.run_worker(self._seek(), group="draw", exit_on_error=False)

    @property
    def still(self) -> bool:
        """Whether nothing shall move."""
        return self.app.animation_level == "none"

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self.story.pages[self.at] if self.story.pages else None

    # --- what is new --------------------------------------------------------------------------------------

    def _take(self, news: News | None) -> bool:
        """Fold news in; whether there is a page or an answer more."""
        if news is None:
            return False
        self._records += news.records
        before = len(self.story.pages)
        self.story.fold(news.records)
        for page in self.story.pages[before:]:
            self.people.meet(page.request.observation)
        self.thoughts |= news.thoughts
        self.live = news.head.status == "running" and not self._replay
        self.used, self.setting = news.used, news.setting
        self.thinks = dict(news.head.config.get("model") or {}).get("prompt") == "reasons"
        if news.records:
            self.hearing = None
        for part, text in news.pieces:
            self.hearing = self.hearing or blocks.Hearing()
            self.hearing.hear(part, text)
        if news.head.status not in ("running", "done"):
            self.verdict = f"{news.head.status.replace('_', ' ')} {news.head.error}"[:60].strip()
        norm = dict((news.head.result or {}).get("norm") or {})
        if norm:
            self.rule = norm.get("english") or ""
        return bool(news.records)

    async def _poll(self) -> None:
        if self.app.screen is not self:
            return
        last = max(len(self.story.pages) - 1, 0)
        following = self.live and self.at >= last
        try:
            news = self.source.news()
        except (StoreError, SessionError) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        if news is not None:
            more = self._take(news)
            if following:
                self.at = max(len(self.story.pages) - 1, 0)
            if more and self.truth:
                self._think()
            await self._show()
        elif self.live and (halted := self.trouble()):
            self.live, self.verdict = False, "nobody plays it any more"
            self.notify(halted, markup=False, severity="error", timeout=15)
            await self._show()
        if self.running and not self.live:
            await self._roll(CALM_POLL if self.still else POLL)

    async def _roll(self, seconds: float) -> None:
        """A replay that goes on by itself: a page stays as long as it takes to read it."""
        self._wait += seconds * self.rate
        page = self.page
        if page is None or self._wait < dwell(page):
            return
        self._wait = 0.0
        self.at += 1
        if self.at >= len(self.story.pages) - 1:
            self.at, self.running = len(self.story.pages) - 1, False
        await self._show()

    # --- what is shown ------------------------------------------------------------------------------------

    async def _show(self) -> None:
        page, count = self.page, len(self.story.pages)
        answered = page is not None and page.answer is not None
        state = (self.at, answered, self.size.width >= 100)
        async with self._painting:  # a worker may want to paint as well
            if state != self._shown or page is None:
                self._shown = state
                await self._show_page(page)
        drawing = self._drawing
        self.known = self.story.scene(drawing.known) if drawing and drawing.known is not None else None
        where = f"page {min(self.at + 1, count)} of {count}"
        parts = [where, "live" if self.live else self.verdict, self.heading]
        self.query_one("#top", Static).update(
            joined(("NormQuest   ", "bold $primary"), " · ".join(part for part in parts if part))
        )
        self.query_one(".rule", Static).update(plain("─" * max(self.size.width - 2, 1)))
        self._show_side(page)
        self.query_one("#timeline", Timeline).show(self.story.pages, self.at, self.truth, self.known)
        self.query_one("#status", Static).update(plain(self._status()))

    async def _show_page(self, page: Page | None) -> None:
        shown = self.query_one("#page", Vertical)
        async with self.batch():
            await shown.remove_children()
            if page is not None:
                before = self.story.pages[self.at - 1].request if self.at else None
                await shown.mount(*blocks_of(page.request, before, self.people))
                if page.request.kind == "act":
                    chosen = None if page.answer is None else page.answer.value
                    width = min(self.query_one("#scene").size.width - 10, 72)
                    seen = page.request.observation
                    around = Hung([(row, 10) for row in blocks.around(seen, self.people)])
                    await shown.mount(Static(blocks.offered(seen.choices, chosen, width)), around)
        self.query_one("#scene", VerticalScroll).scroll_home(animate=False)

    def _show_side(self, page: Page | None) -> None:
        last = self.at >= len(self.story.pages) - 1
        hearing = self.hearing if last else None
        coming = hearing is not None and (page is None or page.answer is None)
        kept = "" if page is None else self.thoughts.get(page.request.seq, "")
        before = self.story.last_said(self.at) if self.live else None
        if not kept and before is not None and page is not None and page.answer is None:
            kept = self.thoughts.get(before.request.seq, "")
        thought = blocks.reasoning(page, kept, hearing, self.thinks, before)
        self.query_one("#reasoning", Fold).say(thought, coming)
        self.query_one("#reply", Fold).say(blocks.reply(page, hearing, self.thinks, before))
        width = self.query_one("#side").size.width - 4
        curve = self.curve[: self.at + 1]
        rule = (self.rule or "") if self.truth and self.rule is not None else None
        waiting = self._thinking or self._seeking
        said = self.story.stated(self.at)
        self.query_one("#belief", Fold).say(blocks.belief(said, rule, curve, max(width, 20), waiting))

    def _status(self) -> str:
        turn = self.story.turn(self.at)
        if self.live:
            how = live_text(turn, self.setting, self.used.pending > 0)
        else:
            how = replay_text(turn, self.rate, self.running)
        return f"{used_text(self.used)} · {how}"

    def _fold_tabs(self) -> None:
        """In a small window one block is open, the one whose tab was chosen."""
        tabs = []
        for digit, name in enumerate(FOLDS, 1):
            fold = self.query_one(f"#{name}", Fold)
            fold.set_class(name == self._tab, "-tab")
            style = "bold $primary" if name == self._tab and not fold.shut else ""
            tabs += [clicked(f" {name} ", f"screen.{name}", style), plain(f"{digit}    ", "dim")]
        self.query_one("#tabs", Static).update(joined(*tabs))

    async def on_resize(self) -> None:
        if self.is_mounted:
            await self._show()

    def on_fold_chosen(self, event: Fold.Chosen) -> None:
        self._toggle(str(event.fold.id))

    async def on_timeline_scrubbed(self, event: Timeline.Scrubbed) -> None:
        await self.go(event.page)

    # --- going about --------------------------------------------------------------------------------------

    async def go(self, at: int) -> None:
        """Show a page, counted from 0."""
        self.at = min(max(at, 0), max(len(self.story.pages) - 1, 0))
        self._wait = 0.0
        await self._show()

    async def action_next(self) -> None:
        """The next page."""
        await self.go(self.at + 1)

    async def action_previous(self) -> None:
        """The page before."""
        await self.go(self.at - 1)

    async def action_first(self) -> None:
        """The first page."""
        await self.go(0)

    async def action_last(self) -> None:
        """The last page."""
        await self.go(len(self.story.pages) - 1)

    async def action_mark(self) -> None:
        """The next mark."""
        await self._mark(1)

    async def action_mark_before(self) -> None:
        """The mark before."""
        await self._mark(-1)

    async def _mark(self, step: Literal[1, -1]) -> None:
        found = self.story.marked(self.at, step, self.truth)
        if found is None:
            self.app.clear_notifications()
            self.notify("There is no further mark that way.", markup=False, timeout=2)
        else:
            await self.go(found)

    def action_reasoning(self) -> None:
        """Fold the first block, or open it."""
        self._toggle("reasoning")

    def action_reply(self) -> None:
        """The second."""
        self._toggle("reply")

    def action_belief(self) -> None:
        """The third."""
        self._toggle("belief")

    def _toggle(self, name: str) -> None:
        fold = self.query_one(f"#{name}", Fold)
        narrow = self.has_class("-narrow")
        fold.fold(not fold.shut and not (narrow and self._tab != name))
        self._tab = name
        self._fold_tabs()

    # --- the one who plays --------------------------------------------------------------------------------

    async def _tell(self, command: Command) -> None:
        try:
            self.source.send(command)
        except StoreError:
            self.notify(WAIT_FOR_PEOPLE, markup=False)
        await self._poll()

    async def action_pause(self) -> None:
        """Pause, or go on."""
        if self.live:
            await self._tell("resume" if self.setting.paused else "pause")
            return
        self.running = not self.running and len(self.story.pages) > 1
        if self.running and self.at >= len(self.story.pages) - 1:
            self.at = 0
        self._wait = 0.0
        await self._show()

    async def action_step(self) -> None:
        """A step."""
        if self.live:
            await self._tell("step")
        else:
            self.running = False
            await self.go(self.at + 1)

    async def action_faster(self) -> None:
        """Faster."""
        await self._speed(1)

    async def action_slower(self) -> None:
        """Slower."""
        await self._speed(-1)

    async def _speed(self, step: int) -> None:
        if self.live:
            names = list(SPEEDS)
            place = names.index(self.setting.speed) + step
            if 0 <= place < len(names):
                await self._tell(names[place])
            return
        place = min(max(RATES.index(self.rate) + step, 0), len(RATES) - 1)
        self.rate = RATES[place]
        await self._show()

    def action_score(self) -> None:
        """Stop and score."""
        self._stop("score", "Stop it here, and score what is there?")

    def action_discard(self) -> None:
        """Stop and discard."""
        self._stop("discard", "Stop it here, and forget it?")

    def _stop(self, command: Command, question: str) -> None:
        if not self.live:
            self.notify("It has ended; there is nothing to stop.", markup=False)
            return

        async def answered(yes: bool | None) -> None:
            if yes:
                await self._tell(command)

        self._ask(question, "let it play on", answered)

    def _ask(self, question: str, no: str, answered: Callable[[bool | None], object]) -> None:
        screen = MenuScreen("SURE?", question, [("No", no, False), ("Yes", "", True)])
        self.app.push_screen(screen, answered)  # type: ignore[arg-type]

    # --- the truth ----------------------------------------------------------------------------------------

    async def action_truth(self) -> None:
        """Show the truth, or hide it again; asks once."""
        if self.truth:
            self.truth = False
            await self._show()
            return
        if self._confirmed:
            await self._reveal()
            return

        async def answered(yes: bool | None) -> None:
            if yes:
                await self._reveal()

        self._ask("Show which rule they keep, and what could be known of it?", "I find out myself", answered)

    async def _reveal(self) -> None:
        self.truth = self._confirmed = True
        if self._drawing is None and not self._seeking and self.draws is not None:
            self.run_worker(self._seek(), group="draw", exit_on_error=False)
        self._think()
        await self._show()

    async def _seek(self) -> None:
        """Draw the community beside everything else; for a replay this also checks that it is true."""
        assert self.draws is not None
        self._seeking = True
        if self._replay:
            self.verdict = "being checked"
            await self._show()
        try:
            self._drawing = await in_thread(self.draws)
            if self._replay:
                self.verdict = "as it was stored" if self._drawing is not None else "of another engine"
        except Exception as error:
            self.verdict = "not as it was stored" if self._replay else ""
            self.notify(str(error), markup=False, severity="error", timeout=15)
        finally:
            self._seeking = False
        self._think()
        await self._show()

    def _think(self) -> None:
        if self.truth and self._drawing is not None and not self._thinking:
            self.run_worker(self._thought(), group="observer", exit_on_error=False)

    async def _thought(self) -> None:
        """What the observer makes of it, worked out in a thread until it has caught up."""
        self._thinking = True
        try:
            drawing, head = self._drawing, self.source.head
            assert drawing is not None
            if self._observer is None:
                self._observer = await in_thread(lambda: ObserverBeside(drawing.case, head.key))
            observer = self._observer
            self.rule = observer.truth
            while len(self.curve) < len(self.story.pages):
                records = list(self._records)
                self.curve = await in_thread(lambda told=records: observer.curve(told))  # type: ignore[misc]
        finally:
            self._thinking = False
        await self._show()

    # --- beside -------------------------------------------------------------------------------------------

    def action_still(self) -> None:
        """A picture of the page, as SVG beside the database."""
        folder = settings.home() / "stills"
        path = folder / f"episode-{self.source.number}-page-{self.at + 1}.svg"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(self.app.export_screenshot(title="NormQuest"), encoding="utf-8")
        except OSError as error:
            self.notify(f"It cannot be written: {error}", markup=False, severity="error")
            return
        self.notify(str(path), title="A picture of this page", markup=False)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Help."""
        self.app.push_screen(HelpScreen("watch", self.focused))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.action_next_theme()  # type: ignore[attr-defined]
