"""The one screen for watching and for replays: the scene as a player sees it, what came of it beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from normquest.session.errors import SessionError
from normquest.session.watching.source import Source
from normquest.store.errors import StoreError
from normquest.store.rows import SPEEDS, Command
from normquest.tui import actions
from normquest.tui.menu import MenuScreen
from normquest.tui.once import Once
from normquest.tui.safe import joined, plain
from normquest.tui.stills import keep_still
from normquest.tui.watch.pace import RATES, dwell
from normquest.tui.watch.scene import Scene
from normquest.tui.watch.side import Side
from normquest.tui.watch.status import live_text, replay_text, used_text
from normquest.tui.watch.timeline import Timeline
from normquest.tui.watch.truth import Draws, Truth
from normquest.tui.watch.view import View
from normquest.tui.widgets.scrubbed import ScrubbedRow

POLL, CALM_POLL = 0.1, 1.0
"""Seconds between two looks at what is new; the second where nothing shall move."""
WAIT_FOR_PEOPLE = "Nobody who plays hears it any more: the episode has ended."


class WatchScreen(Once[None]):
    """Folds what a source gives into pages; what it shows is the same for a replay and for a live episode.

    `draws` is called in a thread: at once for a `replay`, which it checks; else when the truth is asked for.
    Without it nothing is checked.
    Nothing that a newcomer is not told is shown before that. `trouble` says why it goes no further, or "".
    """

    CSS_PATH = "watch.tcss"
    WHERE = "watch"
    BINDINGS = actions.bindings("watch")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own name and kind

    def __init__(self, source: Source, draws: Draws | None, title: str, *, replay: bool = False) -> None:
        super().__init__()
        self.source = source
        self.heading = title
        self.view = View(replay)
        self.truth = Truth(draws, replay)
        self.trouble: Callable[[], str] = str
        self.running = False
        self.rate = 1
        self._wait = 0.0
        self._shown: tuple[int, bool, bool] | None = None
        self._painting = asyncio.Lock()
        news = source.news()
        if news is not None:
            self.view.take(news)
        if not replay:  # even if it has ended before the first look
            self.view.go(self.view.last)

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(classes="rule")
        with Horizontal(id="middle"):
            yield Scene(id="scene")
            yield Side(id="side")
        yield Timeline("timeline")
        yield Static(id="status")
        yield Footer(show_command_palette=True)

    async def on_mount(self) -> None:
        self.query_one("#scene").focus()
        self.set_interval(CALM_POLL if self.still else POLL, self._poll)
        await self._show()
        if self.view.replay and self.truth.wants_draw:
            self.run_worker(self._seek(), group="draw", exit_on_error=False)

    @property
    def still(self) -> bool:
        """Whether nothing shall move."""
        return self.app.animation_level == "none"

    # --- what is new --------------------------------------------------------------------------------------

    async def _poll(self) -> None:
        if self.app.screen is not self:
            return
        try:
            news = self.source.news()
        except (StoreError, SessionError) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        if news is not None:
            if self.view.take(news):
                self._think()
            await self._show()
        elif self.view.live and (halted := self.trouble()):
            self.view.live, self.view.note = False, "nobody plays it any more"
            self.notify(halted, markup=False, severity="error", timeout=15)
            await self._show()
        if self.running and not self.view.live:
            await self._roll(CALM_POLL if self.still else POLL)

    async def _roll(self, seconds: float) -> None:
        """A replay that goes on by itself: a page stays as long as it takes to read it."""
        page = self.view.page
        self._wait += seconds * self.rate
        if page is None or self._wait < dwell(page):
            return
        if self.view.at + 1 >= self.view.last:
            self.running = False
        await self.go(self.view.at + 1)

    # --- what is shown ------------------------------------------------------------------------------------

    async def _show(self) -> None:
        view, truth = self.view, self.truth
        page, count = view.page, len(view.story.pages)
        state = (view.at, page is not None and page.answer is not None, self.size.width >= 100)
        async with self._painting:  # a worker may want to paint as well
            if state != self._shown or page is None:
                self._shown = state
                await self.query_one(Scene).show(view)
                if self.was_left:  # meanwhile: nothing stands here any more
                    return
        where = f"page {min(view.at + 1, count)} of {count}"
        checking = "being checked" if view.replay and truth.seeking else truth.verdict
        live = "live, paused" if view.setting.paused else "live"
        parts = [where, live if view.live else view.note or checking, self.heading]
        self.query_one("#top", Static).update(
            joined(("NormQuest   ", "bold $primary"), " · ".join(part for part in parts if part))
        )
        self.query_one(".rule", Static).update(plain("─" * max(self.size.width - 2, 1)))
        self.query_one(Side).show(view, truth)
        known = None if truth.known is None else view.story.scene(truth.known)
        self.query_one("#timeline", Timeline).show(view.story.pages, view.at, truth.shown, known)
        self.query_one("#status", Static).update(plain(self._status()))

    def _status(self) -> str:
        view = self.view
        turn = view.story.turn(view.at)
        if view.live:
            how = live_text(turn, view.setting, view.used.pending > 0)
        else:
            how = replay_text(turn, self.rate, self.running)
        return f"{used_text(view.used)} · {how}"

    async def on_resize(self) -> None:
        if self.is_mounted:
            await self._show()

    async def on_scrubbed_row_pointed(self, event: ScrubbedRow.Pointed) -> None:
        await self.go(event.place)

    # --- going about --------------------------------------------------------------------------------------

    async def go(self, at: int) -> None:
        """Show a page, counted from 0."""
        self.view.go(at)
        self._wait = 0.0
        await self._show()

    async def action_next(self) -> None:
        """The next page."""
        await self.go(self.view.at + 1)

    async def action_previous(self) -> None:
        """The page before."""
        await self.go(self.view.at - 1)

    async def action_first(self) -> None:
        """The first page."""
        await self.go(0)

    async def action_last(self) -> None:
        """The last page."""
        await self.go(self.view.last)

    async def action_mark(self) -> None:
        """The next mark."""
        await self._mark(1)

    async def action_mark_before(self) -> None:
        """The mark before."""
        await self._mark(-1)

    async def _mark(self, step: Literal[1, -1]) -> None:
        found = self.view.story.marked(self.view.at, step, self.truth.shown)
        if found is None:
            self.app.clear_notifications()
            self.notify("There is no further mark that way.", markup=False, timeout=2)
        else:
            await self.go(found)

    def action_reasoning(self) -> None:
        """Fold the first block, or open it."""
        self.query_one(Side).toggle("reasoning")

    def action_reply(self) -> None:
        """The second."""
        self.query_one(Side).toggle("reply")

    def action_belief(self) -> None:
        """The third."""
        self.query_one(Side).toggle("belief")

    # --- the one who plays --------------------------------------------------------------------------------

    async def _tell(self, command: Command) -> None:
        try:
            self.source.send(command)
        except StoreError:
            self.notify(WAIT_FOR_PEOPLE, markup=False)
        await self._poll()

    async def action_pause(self) -> None:
        """Pause, or go on."""
        if self.view.live:
            await self._tell("resume" if self.view.setting.paused else "pause")
            return
        self.running = not self.running and self.view.last > 0
        if self.running and self.view.at >= self.view.last:
            self.view.go(0)
        self._wait = 0.0
        await self._show()

    async def action_step(self) -> None:
        """A step."""
        if self.view.live:
            await self._tell("step")
        else:
            self.running = False
            await self.go(self.view.at + 1)

    async def action_faster(self) -> None:
        """Faster."""
        await self._speed(1)

    async def action_slower(self) -> None:
        """Slower."""
        await self._speed(-1)

    async def _speed(self, step: int) -> None:
        if self.view.live:
            names = list(SPEEDS)
            place = names.index(self.view.setting.speed) + step
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
        if not self.view.live:
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
        if self.truth.shown:
            self.truth.shown = False
            await self._show()
            return
        if self.truth.confirmed:
            await self._reveal()
            return

        async def answered(yes: bool | None) -> None:
            if yes:
                await self._reveal()

        self._ask("Show which rule they keep, and what could be known of it?", "I find out myself", answered)

    async def _reveal(self) -> None:
        self.truth.shown = self.truth.confirmed = True
        if self.truth.wants_draw:
            self.run_worker(self._seek(), group="draw", exit_on_error=False)
        self._think()
        await self._show()

    async def _seek(self) -> None:
        """Draw the community beside everything else; for a replay this also checks that it is true."""
        self.call_later(self._show)
        if text := await self.truth.seek():
            self.notify(text, markup=False, severity="error", timeout=15)
        self._think()
        await self._show()

    def _think(self) -> None:
        if self.truth.shown and self.truth.drawing is not None and not self.truth.thinking:
            self.run_worker(self._thought(), group="observer", exit_on_error=False)

    async def _thought(self) -> None:
        """What the observer makes of it."""
        await self.truth.think(self.source.head.key, self.view.records)
        await self._show()

    # --- beside -------------------------------------------------------------------------------------------

    def action_still(self) -> None:
        """A picture of the page, as SVG beside the database."""
        keep_still(self, f"episode-{self.source.number}-page-{self.view.at + 1}")

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)
