"""A person's seat: what a member is told, new things first; below it the question, and a line to answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.front.societies.asking import Filling
from normquest.front.societies.reading import sheet_of
from normquest.front.societies.sitting import Sitting
from normquest.session.errors import SessionError
from normquest.society.records import Reply
from normquest.society.state import Request
from normquest.store.errors import StoreError
from normquest.tui import actions
from normquest.tui.once import Once
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.societies.shown import cut
from normquest.tui.widgets.command_line import CommandLine
from normquest.tui.widgets.hung import Hung, Rows
from normquest.tui.widgets.linked import Linked

ONCE_MORE = "Enter once more says nothing."
WAITING = "The others are answering."


class SeatLine(CommandLine):
    """The line that a member answers in."""

    @staticmethod
    def helped(examples: Sequence[str] = ()) -> str:
        """What can be typed, for the help page."""
        return (
            "Above stands all that a member is told, what is new first; Page Up and Page Down scroll. "
            "Type the answer and press Enter. Ratings and expectations may be given one after the other or "
            "all in one line; Backspace in an empty line takes the last one back."
        )


class Sheet(VerticalScroll, inherit_bindings=False):
    """What one is told."""

    BINDINGS: ClassVar[list[BindingType]] = []
    can_focus = False

    def compose(self) -> ComposeResult:
        yield Hung((), id="told")


class SeatScreen(Once[str]):
    """A society to its end, from one seat. It is dismissed with "done", "left", or why it goes no
    further."""

    CSS_PATH = "seat.tcss"
    WHERE = "seat"
    BINDINGS = actions.bindings("seat")

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.filling: Filling | None = None
        self.shown: set[str] = set()
        """Every line that the person has been shown so far."""
        self._answer: asyncio.Future[Reply] | None = None
        self._asked_at = 0.0
        self._silent = False

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(classes="rule")
        yield Sheet(id="sheet")
        with Vertical(id="below"):
            yield Static(classes="rule")
            yield Static(id="question")
            yield Linked(id="offered")
            yield Static(id="notice")
            with Horizontal(id="foot"):
                yield Linked(id="prompt")
                yield SeatLine(lambda typed: None)
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        self.query_one(SeatLine).focus()
        self._rules()
        for what in ("virtual_size", "scroll_y", "size"):
            self.watch(self.query_one("#sheet"), what, self._rules, init=False)
        self.run_worker(self._play(), group="society", exit_on_error=True)

    async def _play(self) -> None:
        self._say(WAITING)
        try:
            while (request := await self.sitting.until_asked()) is not None and not self.was_left:
                reply = await self._ask(request)
                self._say(WAITING)
                await self.sitting.answer(reply)
        except (SessionError, StoreError) as error:
            self.dismiss(str(error))
        else:
            self.dismiss("done")

    async def _ask(self, request: Request) -> Reply:
        self._answer = asyncio.get_running_loop().create_future()
        self.filling = Filling(request)
        self._asked_at = time.monotonic()
        self._silent = False
        self._say("")
        self._show(request)
        return await self._answer

    # --- what is shown ------------------------------------------------------------------------------------

    def _show(self, request: Request) -> None:
        sheet = sheet_of(request, self.shown)
        self.shown |= set(sheet.lines)
        rows: Rows = [(self._line(request, line), _deep(line)) for line in sheet.fresh]
        rows += [(plain(""), 0)] if rows else []
        rows += [(self._line(request, line), _deep(line)) for line in sheet.now]
        if sheet.known:
            rows += [(plain(""), 0), (plain("WHAT YOU KNOW ALREADY", "$secondary"), 0)]
            rows += [(plain(line, "dim"), _deep(line)) for line in sheet.known]
        self.query_one("#told", Hung).fill(rows)
        self.query_one("#sheet").scroll_home(animate=False)
        self.query_one("#question", Static).update(plain("\n".join(sheet.question), "bold"))
        rules, view = request.view.rules, request.view
        of = f" of {rules.rounds}" if rules.rounds else ""
        title = self.sitting.live.society.title
        parts = f"{title} · you are {view.me.name} · round {view.round}{of}"
        self.query_one("#top", Static).update(joined(("NormQuest   ", "bold $primary"), parts))
        self._prompt()

    def _line(self, request: Request, line: str) -> Content:
        """A line as it stands in the text; of what is said, who says it is set apart."""
        who, sep, said = line.partition(" said: ")
        names = {request.view.names[member] for member in request.view.others}
        if sep and (who in names or who == "You"):
            return joined((who, "bold $secondary"), (sep, "dim"), said)
        if line.startswith("At the beginning of round"):
            return plain(line, "bold $warning")
        return plain(line)

    def _prompt(self) -> None:
        """What is to be entered now, and what can be clicked for it."""
        filling = self.filling
        if filling is None or (entry := filling.entry) is None:
            return
        parts: list[Content] = []
        apart = "\n" if entry.form.kind == "choice" else "   "
        for at, option in enumerate(entry.offered):
            parts += [plain(apart)] if at else []
            parts.append(clicked(option, f"screen.enter({at})", "$primary"))
        self.query_one("#offered", Linked).update(joined(*parts))
        done = list(zip(filling.entries, filling.given, strict=False))[-3:]
        given = "".join(f"{cut(one.prompt, 10)} {cut(said, 6)} · " for one, said in done)
        prompt = joined((given, "dim"), (cut(entry.prompt, 12), "bold"), (" › ", "$primary"))
        self.query_one("#prompt", Linked).update(prompt)
        line = self.query_one(SeatLine)
        line.placeholder = plain(entry.how).plain
        line.focus()

    def _say(self, text: str) -> None:
        notice = self.query_one("#notice", Static)
        notice.update(plain(text))
        notice.display = bool(text)

    def _rules(self) -> None:
        wide = max(self.size.width - 2, 1)
        first, second = self.query(".rule").results(Static)
        first.update(plain("─" * wide))
        sheet = self.query_one("#sheet", Sheet)
        more = "  Page Down: there is more  " if sheet.scroll_y < sheet.max_scroll_y else ""
        second.update(
            joined("─" * (wide - len(more) - 3 * bool(more)), (more, "$primary"), "─" * 3 * bool(more))
        )

    def on_resize(self) -> None:
        if self.is_mounted:
            self._rules()

    # --- what is typed ------------------------------------------------------------------------------------

    def on_command_line_given(self, message: CommandLine.Given) -> None:
        text = message.text
        if text.startswith("/"):
            self._command(text[1:].strip().casefold())
        elif not text.strip() and self._texts and not self._silent:
            self._silent = True
            self._say(ONCE_MORE)
        else:
            self._enter(text)

    @property
    def _texts(self) -> bool:
        return self.filling is not None and self.filling.request.form.kind == "text"

    def _enter(self, text: str) -> None:
        filling, answer = self.filling, self._answer
        if filling is None or answer is None or answer.done() or filling.entry is None:
            return
        refused = filling.enter(text)
        self._say(refused)
        if filling.whole:
            spent = round((time.monotonic() - self._asked_at) * 1000)
            answer.set_result(filling.reply(spent))
        elif not refused:
            self._prompt()

    def _command(self, name: str) -> None:
        found = next((a for a in actions.at("seat") if a.typed == name), None)
        if found is None:
            known = " · ".join(f"/{action.typed}" for action in actions.at("seat"))
            self._say(f"There is no such command. There are {known}.")
        else:
            self.run_worker(self.run_action(found.id), group="action")

    def on_command_line_key(self, message: CommandLine.Key) -> None:
        sheet = self.query_one("#sheet", Sheet)
        match message.name:
            case "reread":
                self.action_undo()
            case "pageup":
                sheet.scroll_page_up(animate=False)
            case "pagedown":
                sheet.scroll_page_down(animate=False)
            case _:
                sheet.scroll_down(animate=False)

    # --- actions ------------------------------------------------------------------------------------------

    def action_enter(self, number: int) -> None:
        """What is offered was clicked."""
        entry = self.filling.entry if self.filling is not None else None
        if entry is not None and number < len(entry.offered):
            self._enter(entry.offered[number])

    def action_undo(self) -> None:
        """Take the half-typed line back, or the last entry of this question."""
        line = self.query_one(SeatLine)
        if line.value:
            line.value = ""
        elif self.filling is not None and self.filling.back():
            self._say("")
            self._prompt()
        else:
            self._say("There is nothing to take back; what was handed in stays.")

    def action_leave(self) -> None:
        """Stop here."""
        self.dismiss("left")


def _deep(line: str) -> int:
    """Where a line that goes on goes on: under its words."""
    return 2 if line.startswith(("Round ", "At the beginning")) else 0
