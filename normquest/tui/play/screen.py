"""The play screen: it puts requests, takes what is typed or clicked, and does the actions of the page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from normquest.community.parser import Command, Refused
from normquest.episode.records import Record, Request
from normquest.newcomers.human import Answer, Human
from normquest.session.aids import OFF
from normquest.session.driving import drive
from normquest.session.keeping import gate_of
from normquest.session.live import Live
from normquest.store import Store
from normquest.tui import actions
from normquest.tui.glyphs import look
from normquest.tui.play import commands
from normquest.tui.play.asking import YES_NO, briefly, prompt_for, read_line
from normquest.tui.play.page import PlayPage
from normquest.tui.play.side import Side
from normquest.tui.widgets.command_line import CommandLine


class _LeftError(Exception):
    """The player leaves in the middle of a question."""


class PlayScreen(PlayPage):
    """One episode, to its end. It is dismissed with "done", or with how else the episode ended."""

    def __init__(self, store: Store, live: Live) -> None:
        super().__init__(store, live)
        self.store = store
        self._answer: asyncio.Future[Answer] | None = None
        self._read = 0
        self._kept: Answer | None = None

    def on_mount(self) -> None:
        self.query_one(CommandLine).focus()
        for what in ("virtual_size", "scroll_y", "show_vertical_scrollbar"):
            self.watch(self.scene, what, self._hint, init=False)
        self.run_worker(self._play(), group="episode", exit_on_error=True)

    async def _play(self) -> None:
        try:
            await drive(self.live, Human(self._ask), gate_of(self.store, self.live))
        except _LeftError:
            self.dismiss("left")
        else:
            self.dismiss(self.live.status)

    async def _ask(self, request: Request, records: Sequence[Record]) -> Answer:
        if self.was_left:
            raise _LeftError
        self.past.catch_up(records)
        for record in records[self._read :]:
            if isinstance(record, Request):
                self.people.meet(record.observation)
                if record.kind == "act":
                    self.chart.visit(record.observation)
        self._read = len(records)
        if request.kind == "statement":
            return await self._stated(request)
        self._answer = asyncio.get_running_loop().create_future()
        self.asked, self._back = request, 0
        if request.attempt == 0:
            await self._show(request)
        return await self._answer

    async def _stated(self, request: Request) -> Answer:
        if request.attempt and self._kept is not None:  # the player has already said: leave it as it is
            return self._kept
        self.set_class(False, "acting")
        answer = await self.app.push_screen_wait(self._builder(request))
        if answer is None:
            raise _LeftError
        if answer.value is not None and answer.value.get("unstatable"):
            self._kept = answer
        return answer

    # --- what is typed ------------------------------------------------------------------------------------

    def on_command_line_given(self, message: CommandLine.Given) -> None:
        request = self.asked
        if request is None or self._answer is None or self._answer.done():
            return
        empty = not message.text.strip()
        if self._back and empty:
            self._reread(-1)
            return
        unread = empty or (request.kind in YES_NO and message.text.strip() in prompt_for(request).instant)
        if unread and self._view == "scene" and self.scene.reads_on():
            return
        found = read_line(request, message.text, self.past, commands.grammar(self.past, self.live))
        if isinstance(found, Answer):
            self._answer.set_result(found)
        elif isinstance(found, Refused):
            self._notice(briefly(found))
        else:
            self._command(found, request)

    def _command(self, command: Command, request: Request) -> None:
        said = commands.told(command, request, look(self.size.width - 8))
        action = actions.BY_TYPED.get(command.name)
        if said is not None:
            self._look_at("scene")
            self._notice(said)
        elif command.name == "notes" and command.argument:
            self._think(self.thinking.note(command.argument))
        elif action is not None:
            self.run_worker(self.run_action(action.id), group="action")

    def on_command_line_key(self, message: CommandLine.Key) -> None:
        match message.name:
            case "reread":
                self._reread(1)
            case "log":
                self.action_log()
            case "panel":
                self.action_panel()
            case "escape":
                self._back_to_the_line()
            case "pageup":
                self.scene.scroll_page_up(animate=False)
            case _:
                self.scene.scroll_page_down(animate=False)

    def _back_to_the_line(self) -> None:
        """Escape: from a panel to the scene; else what was said about the last line goes."""
        if self._view != "scene":
            self._look_at("scene")
        elif not self._back:
            self._notice("")

    # --- actions ------------------------------------------------------------------------------------------

    def action_choose(self, number: int) -> None:
        """A numbered act was clicked."""
        self.on_command_line_given(CommandLine.Given(str(number)))

    def action_say(self, text: str) -> None:
        """An answer was clicked."""
        self.on_command_line_given(CommandLine.Given(text))

    def action_line(self, number: int) -> None:
        """A line's number was clicked: it answers, where a line is asked for; else it is pinned."""
        if self.asked is not None and self.asked.kind == "attribution":
            self.action_say(str(number))
        elif number in self.past.log:
            self._think(self.thinking.toggle_pin(number))

    def action_enter(self) -> None:
        """The prompt was clicked: as Enter."""
        self.on_command_line_given(CommandLine.Given(self.query_one(CommandLine).value))

    def action_view(self, name: str) -> None:
        """A tab was clicked."""
        self._look_at(name)

    def action_open(self, name: str) -> None:
        """The title of a panel was clicked."""
        if name == "notes":
            self.action_notes()
        elif name == "task":
            self.action_task()

    def action_panel(self) -> None:
        """The next tab."""
        if self.has_class("-narrow") and self.has_class("acting"):
            views = self.query_one(Side).views
            self._look_at(views[(views.index(self._view) + 1) % len(views)])

    def action_map(self) -> None:
        """The map."""
        if not self.thinking.aids.on("map"):
            self._notice(OFF)
        elif self.has_class("-narrow") and self.has_class("acting"):
            self.thinking.aids.used("map")
            self._look_at("scene" if self._view == "map" else "map")
        else:
            self._notice(self.chart.drawn(self.size.width - 12))

    def action_task(self) -> None:
        """What was to be done."""
        self._notice(self.past.brief or "You have been told nothing yet.")

    def action_state(self) -> None:
        """A hypothesis, in the same builder as the statement."""

        def written(answer: Answer | None) -> None:
            if answer is not None and answer.raw:
                self._think(self.thinking.suppose(answer.raw))

        self.app.push_screen(self._builder(None), written)

    def action_hint(self) -> None:
        """Where to look."""
        self._notice(self.thinking.hint())

    def action_test(self) -> None:
        """Hypotheses against what was seen."""
        self._think(self.thinking.test())

    def action_undo(self) -> None:
        """Take back what has cost no turn: a half-typed line first, then the last change in the notebook."""
        line = self.query_one(CommandLine)
        if line.value:
            line.value = ""
            self._notice("The line is empty again.")
        else:
            self._think(self.thinking.undo())

    def action_theme(self) -> None:
        """The next theme."""
        super().action_theme()
        self._panels()

    def action_leave(self) -> None:
        """Stop here."""
        self.dismiss("left")
