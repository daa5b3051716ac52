"""An episode looked at: as it was played or as it is being played, page by page, the answers beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.episode.records import Decision, Record, Request, Statement
from normquest.store.rows import Command
from normquest.tui import actions
from normquest.tui.help import HelpScreen
from normquest.tui.menu import MenuScreen
from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.play.blocks import blocks_of
from normquest.tui.prose import choices
from normquest.tui.safe import joined, lines, plain

POLL = 0.5
"""Seconds between two looks at what has been written."""


class WatchScreen(Once[None]):
    """Folds records into pages; it cannot tell a replay from an episode that is being played.

    `more` gives the records written since it was asked last (None for a replay); `send` asks the one who
    plays to pause, to go a step, or to stop. Nothing that a newcomer is not told is shown.
    """

    CSS_PATH = "watch.tcss"
    BINDINGS = actions.bindings("watch")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own name and kind

    def __init__(
        self,
        title: str,
        records: Sequence[Record],
        more: Callable[[], Sequence[Record]] | None = None,
        send: Callable[[Command], None] | None = None,
    ) -> None:
        super().__init__()
        self.heading = title
        self.more = more
        self.send = send
        self.people = People()
        self.pages: list[Request] = []
        self.answers: dict[int, Decision] = {}
        self.statements: dict[int, Statement] = {}
        self.at = 0
        self.paused = False
        self._fold(records)
        if more is not None:
            self.at = max(len(self.pages) - 1, 0)

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(classes="rule")
        with Horizontal(id="middle"):
            with VerticalScroll(id="scene"):
                yield Vertical(id="page")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="answer")
        yield Footer(show_command_palette=True)

    async def on_mount(self) -> None:
        self.query_one("#scene").focus()
        if self.more is not None:
            self.set_interval(POLL, self._poll)
        await self._show()

    def _fold(self, records: Sequence[Record]) -> None:
        for record in records:
            if isinstance(record, Request):
                self.people.meet(record.observation)
                self.pages.append(record)
            elif isinstance(record, Decision):
                self.answers[record.request] = record
            elif isinstance(record, Statement) and self.pages:
                self.statements[self.pages[-1].seq] = record

    async def _poll(self) -> None:
        new = self.more() if self.more is not None else ()
        if new:
            at_the_end = self.at >= len(self.pages) - 1
            self._fold(new)
            if at_the_end:
                self.at = len(self.pages) - 1
            await self._show()

    async def _show(self) -> None:
        page = self.query_one("#page", Vertical)
        self.query_one(".rule", Static).update(plain("─" * max(self.size.width - 2, 1)))
        count = f"page {min(self.at + 1, len(self.pages))} of {len(self.pages)}"
        state = "paused" if self.paused else "" if self.more is None else "watching"
        parts = " · ".join(part for part in (self.heading, count, state) if part)
        self.query_one("#top", Static).update(joined(("NormQuest   ", "bold $primary"), parts))
        async with self.batch():
            await page.remove_children()
            if self.pages:
                request = self.pages[self.at]
                before = self.pages[self.at - 1] if self.at else None
                await page.mount(*blocks_of(request, before, self.people))
                if request.kind == "act":
                    await page.mount(Static(choices(request.observation.choices, 70)))
                self.query_one("#answer", Static).update(self._answer(request))
        self.query_one("#scene", VerticalScroll).scroll_home(animate=False)

    def _answer(self, request: Request) -> Content:
        decision = self.answers.get(request.seq)
        rows = [plain("REPLY", "bold $primary")]
        if decision is None:
            return lines(*rows, plain("It has not answered yet.", "dim"))
        rows.append(plain(decision.raw or "(Enter)"))
        rows.append(plain(""))
        understood = str(decision.value) if decision.value is not None else ""
        if request.kind == "act":
            named = {choice.number: choice.text for choice in request.observation.choices}
            understood = named.get(decision.value, understood)
        said = self.statements.get(request.seq)
        if said is not None:
            sure = "" if said.confidence is None else f", sure to {said.confidence:.0%}"
            understood = f"“{said.english or 'None that I can see.'}”{sure}"
        if understood:
            rows.append(joined(("understood  ", "$secondary"), understood))
        rows.append(joined(("outcome     ", "$secondary"), decision.outcome))
        if decision.ms:
            rows.append(joined(("time        ", "$secondary"), f"{decision.ms / 1000:.1f} s"))
        return lines(*rows)

    async def _go(self, at: int) -> None:
        self.at = min(max(at, 0), max(len(self.pages) - 1, 0))
        await self._show()

    async def action_next(self) -> None:
        """The next page."""
        await self._go(self.at + 1)

    async def action_previous(self) -> None:
        """The page before."""
        await self._go(self.at - 1)

    async def action_first(self) -> None:
        """The first page."""
        await self._go(0)

    async def action_last(self) -> None:
        """The last page."""
        await self._go(len(self.pages) - 1)

    async def action_pause(self) -> None:
        """Pause, or go on."""
        if self.send is not None:
            self.paused = not self.paused
            self.send("pause" if self.paused else "resume")
            await self._show()

    async def action_step(self) -> None:
        """A step."""
        if self.send is not None:
            self.paused = True
            self.send("step")
            await self._show()

    def action_score(self) -> None:
        """Stop and score."""
        self._stop("score", "Stop it here, and score what is there?")

    def action_discard(self) -> None:
        """Stop and discard."""
        self._stop("discard", "Stop it here, and forget it?")

    def _stop(self, command: Command, question: str) -> None:
        if self.send is None:
            return
        send = self.send

        def answered(yes: bool | None) -> None:
            if yes:
                send(command)

        screen = MenuScreen("SURE?", question, [("No", "let it play on", False), ("Yes", "", True)])
        self.app.push_screen(screen, answered)

    def action_leave(self) -> None:
        """Home."""
        self.dismiss(None)

    def action_back(self) -> None:
        """Home."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Help."""
        self.app.push_screen(HelpScreen("watch", self.focused))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.action_next_theme()  # type: ignore[attr-defined]
