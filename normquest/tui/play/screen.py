"""The play screen: the scene is the hero, panels beside it, a line to type in below."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Footer, Static

from normquest import settings
from normquest.community.parser import Command, Grammar, Refused
from normquest.episode.records import Record, Request
from normquest.front.pages import dots, examined_page, inventory_page
from normquest.front.past import TYPED, Past, scene_of
from normquest.newcomers.human import Answer, Human
from normquest.session.driving import drive
from normquest.session.keeping import gate_of
from normquest.session.live import Live
from normquest.session.notebook import Notebook
from normquest.store import Store
from normquest.tui import actions
from normquest.tui.glyphs import look, shown
from normquest.tui.help import HelpScreen
from normquest.tui.log import LogScreen
from normquest.tui.once import Once
from normquest.tui.people import People
from normquest.tui.play import panels
from normquest.tui.play.asking import prompt_for, read_line
from normquest.tui.play.blocks import blocks_of
from normquest.tui.prose import choices
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.state.screen import StateScreen
from normquest.tui.widgets.command_line import CommandLine
from normquest.world.words import lexicon_of

MOST_BLOCKS = 120
"""Paragraphs kept on the page; the log has everything."""

_VIEWS = ("scene", "here", "task", "notes", "map")
_TITLES = {"scene": "Scene", "here": "Here", "task": "Task", "notes": "Notebook", "map": "Map"}


class _LeftError(Exception):
    """The player leaves in the middle of a question."""


class PlayScreen(Once[str]):
    """One episode, to its end. It is dismissed with "done", or with how else the episode ended."""

    CSS_PATH = "play.tcss"
    BINDINGS = actions.bindings("play")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's own name and kind

    def __init__(self, store: Store, live: Live) -> None:
        super().__init__()
        self.store = store
        self.live = live
        self.past = Past()
        self.notebook = Notebook(settings.home(), live.number)
        self.people = People()
        self.chart = panels.Chart()
        self.asked: Request | None = None
        self.lexicon = lexicon_of(live.case.home.world)
        self._answer: asyncio.Future[Answer] | None = None
        self._pages: list[Request] = []
        self._back = 0
        self._budget = 0
        self._newest: Widget | None = None
        self._kept: Answer | None = None
        self._view = "scene"

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Static(id="tabs")
        yield Static(classes="rule")
        with Horizontal(id="middle"):
            with VerticalScroll(id="scene", can_focus=False), Vertical(id="page"):
                yield from ()
            with VerticalScroll(id="side", can_focus=False):
                for name in _VIEWS[1:]:
                    yield Static(plain(_TITLES[name].upper()), classes=f"title slot {name}")
                    yield Static(id=f"panel-{name}", classes=f"slot {name}")
        yield Static(classes="rule")
        yield Static(id="choices")
        yield Static(id="notice")
        with Horizontal(id="foot"):
            yield Static(id="prompt")
            yield CommandLine(self._suggested)
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        self.query_one(CommandLine).focus()
        scene = self.query_one("#scene")
        for what in ("virtual_size", "scroll_y", "show_vertical_scrollbar"):
            self.watch(scene, what, self._hint, init=False)
        self.run_worker(self._play(), group="episode", exit_on_error=True)

    async def _play(self) -> None:
        try:
            await drive(self.live, Human(self._ask), gate_of(self.store, self.live))
        except _LeftError:
            self.dismiss("left")
        else:
            self.dismiss(self.live.status)

    async def _ask(self, request: Request, records: Sequence[Record]) -> Answer:
        self.past.catch_up(records)
        self.people.meet(request.observation)
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
        screen = StateScreen(
            self.lexicon,
            request,
            self.past,
            self.people,
            [note[1:].strip() for note in self.notebook.notes if note.startswith("?")],
        )
        answer = await self.app.push_screen_wait(screen)
        if answer is None:
            raise _LeftError
        if answer.value is not None and answer.value.get("unstatable"):
            self._kept = answer
        return answer

    # --- what is shown ------------------------------------------------------------------------------------

    async def _show(self, request: Request) -> None:
        seen = request.observation
        acting = request.kind == "act"
        if not acting or (seen.turn == 0 and self._view != "scene"):
            self._look_at("scene")
        self.set_class(acting or bool(seen.choices), "acting")
        if acting:
            self.chart.visit(seen)
            self._budget = max(self._budget if seen.turn else 0, panels.turns_left(seen))
        await self._turn_page(request)
        self._pages.append(request)
        self._surround(request)
        self._notice("")

    async def _turn_page(self, request: Request) -> None:
        """Watching turns to a new page; acting goes on below, and what is past dims."""
        page = self.query_one("#page", Vertical)
        blocks = self._blocks(request)
        going_on = request.kind == "act" and bool(self._pages) and self._pages[-1].kind == "act"
        follows = request.observation.place.endswith("going on")
        if going_on or follows:
            for old in page.children:
                old.set_class(going_on, "past")
            for old in list(page.children)[:-MOST_BLOCKS]:
                await old.remove()
        else:
            await page.remove_children()
        await page.mount(*blocks)
        scene = self.query_one("#scene", VerticalScroll)
        self._newest = blocks[0] if (going_on or follows) and blocks else None
        if self._newest is not None:
            self.call_after_refresh(self._to_newest)
        else:
            self.call_after_refresh(scene.scroll_home, animate=False)

    def _to_newest(self) -> None:
        """What is new begins at the top of the window at the latest, so that none of it is missed."""
        if self._newest is not None and self._newest.is_mounted:
            scene = self.query_one("#scene", VerticalScroll)
            scene.scroll_to_widget(self._newest, animate=False, top=True, force=True)

    def _blocks(self, request: Request) -> list[Static]:
        before = self._pages[-1] if self._pages else None
        return blocks_of(request, before, self.people)

    def _surround(self, request: Request) -> None:
        seen, acting = request.observation, request.kind == "act"
        world = self.live.case.home.world.title
        where = seen.place.partition(" (")[0] if acting else ""
        hour = seen.clock.partition(".")[0] if acting else ""
        left = f"{panels.turns_left(seen)} turns left" if acting else ""
        named = "" if acting and self.has_class("-narrow") else world
        parts = [part for part in (named, where, hour, left) if part]
        self.query_one("#top", Static).update(
            joined(("NormQuest   ", "bold $primary"), (" · ".join(parts), ""))
        )
        for rule in self.query(".rule").results(Static):
            rule.update(plain("─" * max(self.size.width - 2, 1)))
        self._panels()
        width = min(self.size.width - 6, 112)
        done, total = scene_of(seen), self.past.total
        below = choices(seen.choices, width) if acting else Content("")
        if not acting and done and total:
            below = plain(dots(done, total, look(width)), "$secondary")
        self.query_one("#choices", Static).update(below)
        self.query_one("#choices", Static).display = bool(below.plain)
        prompt = prompt_for(request)
        line = self.query_one(CommandLine)
        line.instant = prompt.instant
        self._hint()
        self.query_one("#prompt", Static).update(clicked(f"{prompt.mark} ", "screen.enter"))
        line.focus()

    def _panels(self) -> None:
        request = self.asked
        if request is None:
            return
        seen = request.observation
        self.query_one("#panel-here", Static).update(panels.here(seen, self.people))
        self.query_one("#panel-task", Static).update(panels.task(seen, self._budget))
        self.query_one("#panel-notes", Static).update(panels.notebook(self.notebook.notes))
        self.query_one("#panel-map", Static).update(self.chart.drawn())
        parts: list[Content] = []
        for name in _VIEWS:
            count = f" {len(seen.here)}" if name == "here" else ""
            style = "bold $primary" if name == self._view else "dim"
            parts += [clicked(f"{_TITLES[name]}{count}", f"screen.view('{name}')", style), plain("   ")]
        self.query_one("#tabs", Static).update(joined(*parts, ("Tab", "$secondary")))

    def _look_at(self, view: str) -> None:
        self._view = view
        self.set_class(view != "scene", "panel")
        for name in _VIEWS:
            self.set_class(name == view, f"show-{name}")
        self._panels()

    def _notice(self, text: str | Content) -> None:
        notice = self.query_one("#notice", Static)
        content = text if isinstance(text, Content) else plain(text)
        notice.update(content)
        notice.display = bool(content.plain.strip())
        self.call_after_refresh(self._to_newest)

    def on_resize(self) -> None:
        if self.asked is not None and self.is_mounted:
            self._surround(self.asked)

    # --- what is typed ------------------------------------------------------------------------------------

    def _grammar(self) -> Grammar:
        state = self.live.state
        if state is not None and state.acting is not None:
            grammar = self.past.grammar(self.live)
        else:
            grammar = Grammar({}, commands=dict(TYPED))
        return replace(
            grammar, commands={**grammar.commands, **{a.typed: a.help for a in actions.at("play")}}
        )

    def _suggested(self, typed: str) -> str | None:
        request = self.asked
        words: list[str] = []
        if typed.startswith("/"):
            words = [f"/{name}" for name in self._grammar().commands]
        elif request is not None and request.kind == "act" and typed and not typed.isdecimal():
            words = [choice.text for choice in request.observation.choices]
        return next((word for word in words if word.startswith(typed) and word != typed), None)

    def on_command_line_given(self, message: CommandLine.Given) -> None:
        request = self.asked
        if request is None or self._answer is None or self._answer.done():
            return
        if self._back and not message.text.strip():
            self._reread(-1)
            return
        if not message.text.strip() and self._reads_on():
            return
        found = read_line(request, message.text, self.past, self._grammar())
        if isinstance(found, Answer):
            self._answer.set_result(found)
        elif isinstance(found, Refused):
            self._notice(found.message)
        else:
            self._command(found)

    def _reads_on(self) -> bool:
        """Enter first shows the rest of a page longer than the window; False if all of it was seen."""
        scene = self.query_one("#scene", VerticalScroll)
        if self._view != "scene" or scene.scroll_offset.y >= scene.max_scroll_y:
            return False
        scene.scroll_relative(y=max(scene.size.height - 2, 1), animate=False, force=True)
        return True

    def _hint(self) -> None:
        """What stands in the empty line: that there is more of the page, or how to answer."""
        request = self.asked
        if request is None or not self.is_mounted:
            return
        scene = self.query_one("#scene", VerticalScroll)
        more = scene.display and scene.scroll_offset.y < scene.max_scroll_y
        hint = "Enter reads on: there is more below" if more else prompt_for(request).hint
        self.query_one(CommandLine).placeholder = shown(hint)

    def on_command_line_key(self, message: CommandLine.Key) -> None:
        scene = self.query_one("#scene", VerticalScroll)
        match message.name:
            case "reread":
                self._reread(1)
            case "log":
                self.action_log()
            case "panel":
                self.action_panel()
            case "pageup":
                scene.scroll_page_up(animate=False)
            case _:
                scene.scroll_page_down(animate=False)

    def _reread(self, step: int) -> None:
        """An earlier page of the watch; Enter goes forward again to where one was."""
        if self.asked is None or self.asked.kind == "act":
            return
        self._back = min(max(self._back + step, 0), len(self._pages) - 1)
        shown_now = self._pages[len(self._pages) - 1 - self._back]
        self.run_worker(self._reshow(shown_now), group="reread", exclusive=True)

    async def _reshow(self, request: Request) -> None:
        page = self.query_one("#page", Vertical)
        await page.remove_children()
        await page.mount(*self._blocks(request))
        self._surround(request)
        told = "You re-read. Enter goes forward again." if self._back else ""
        if self._back:
            self.query_one(CommandLine).instant = ()
        self._notice(told)

    def _command(self, command: Command) -> None:
        request = self.asked
        assert request is not None
        seen, view = request.observation, look(self.size.width - 8)
        match command.name:
            case "look":
                self._look_at("scene")
                self._notice(replace(seen, choices=()).text)
            case "examine":
                self._notice(examined_page(seen, command.argument, view).strip())
            case "inventory":
                self._notice(inventory_page(seen, view).strip())
            case "notes" if command.argument:
                self._note(command.argument)
            case name:
                action = actions.BY_TYPED.get(name)
                if action is not None:
                    self.run_worker(self.run_action(action.id), group="action")

    def _note(self, text: str) -> None:
        kept = self.notebook.add(text)
        self._panels()
        self._notice("Noted." if kept else "Noted, but only until you quit: the file cannot be written.")

    # --- actions ------------------------------------------------------------------------------------------

    def action_choose(self, number: int) -> None:
        """A numbered act was clicked."""
        self.on_command_line_given(CommandLine.Given(str(number)))

    def action_enter(self) -> None:
        """The prompt was clicked: as Enter."""
        self.on_command_line_given(CommandLine.Given(self.query_one(CommandLine).value))

    def action_view(self, name: str) -> None:
        """A tab was clicked."""
        self._look_at(name)

    def action_panel(self) -> None:
        """The next tab."""
        if self.has_class("-narrow"):
            self._look_at(_VIEWS[(_VIEWS.index(self._view) + 1) % len(_VIEWS)])

    def action_task(self) -> None:
        """What was to be done."""
        self._notice(self.past.brief or "You have been told nothing yet.")

    def action_notes(self) -> None:
        """The notebook."""
        if self.has_class("-narrow") and self.has_class("acting"):
            self._look_at("scene" if self._view == "notes" else "notes")
        else:
            self._notice(panels.notebook(self.notebook.notes))

    def action_log(self) -> None:
        """All that has happened."""

        def pinned(numbers: list[int] | None) -> None:
            for number in numbers or ():
                self._note(f"{number} {self.past.log[number]}")

        self.app.push_screen(LogScreen(self.past.log, self.people), pinned)

    def action_state(self) -> None:
        """A hypothesis, in the same builder as the statement."""

        def written(answer: Answer | None) -> None:
            if answer is not None and answer.raw:
                self._note(f"? {answer.raw}")

        hypotheses = [note[1:].strip() for note in self.notebook.notes if note.startswith("?")]
        screen = StateScreen(self.lexicon, None, self.past, self.people, hypotheses)
        self.app.push_screen(screen, written)

    def action_help(self) -> None:
        """Help for what has the focus."""
        self.app.push_screen(HelpScreen("play", self.focused))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.action_next_theme()  # type: ignore[attr-defined]
        self._panels()

    def action_leave(self) -> None:
        """Stop here."""
        self.dismiss("left")
