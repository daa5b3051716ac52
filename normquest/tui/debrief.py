"""The last page of an episode; another one is a key away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.front.debrief import NO_RULE, Debrief
from normquest.front.places import Place
from normquest.tui import actions
from normquest.tui.debrief_rows import measure_rows, place_rows, statements, timeline_rows
from normquest.tui.once import Once
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.widgets.hung import Hung
from normquest.tui.widgets.linked import Linked

Beside = Callable[[], Place | None]
"""Sends one scripted mind to the same community; it is called in a thread of its own."""


class DebriefScreen(Once[str]):
    """Dismissed with "another", "opposite" or "home".

    `opposite`: whether the opposite rule can be played; `places`: how others fared, `beside`: more of them,
    each still to be worked out.
    """

    CSS_PATH = "debrief.tcss"
    WHERE = "debrief"
    BINDINGS = actions.bindings("debrief")

    def __init__(
        self,
        debrief: Debrief,
        opposite: bool = False,
        places: Sequence[Place] = (),
        beside: Sequence[Beside] = (),
        lesson: str = "",
    ) -> None:
        super().__init__()
        self.debrief = debrief
        self.opposite = opposite
        self.places = list(places)
        self.beside = list(beside)
        self.lesson = lesson

    def compose(self) -> ComposeResult:
        told = self.debrief
        with VerticalScroll(id="debrief"):
            yield Static(plain("WHAT THEY MINDED", "bold $primary"), classes="title")
            yield Hung([(plain(f"“{told.rule}”" if told.rule else NO_RULE, "bold"), 0)], id="truth")
            for rows in statements(told.said):
                yield Hung(rows)
            yield Static(plain("THE WAY THERE", "bold $primary"), classes="title")
            yield Hung(timeline_rows(told.timeline), id="timeline")
            yield Static(plain("HOW IT WENT", "bold $primary"), classes="title")
            yield Hung(measure_rows(told))
            yield Static(plain("ON THIS SEED", "bold $primary"), classes="title places")
            yield Hung((), id="places")
            if self.lesson:
                yield Static(plain(self.lesson, "$secondary"), id="lesson")
            yield Linked(self._ways(), id="ways")
        yield Footer(show_command_palette=True)

    def _ways(self) -> Content:
        ways = [clicked("[ Another ]", "screen.another", "bold $primary"), plain("   ")]
        if self.opposite:
            name = "[ The same people, the opposite rule ]"
            ways += [clicked(name, "screen.opposite", "bold $primary"), plain("   ")]
        return joined(*ways, clicked("[ Home ]", "screen.leave", "bold $primary"))

    def on_mount(self) -> None:
        self.query_one("#debrief").focus()
        self._stand()
        if self.beside:
            self.run_worker(self._send(), group="beside", exit_on_error=False)

    async def _send(self) -> None:
        """Scripted minds, one after the other; what one cannot do is left out."""
        try:
            while self.beside:
                found = await asyncio.to_thread(self.beside[0])
                self.beside.pop(0)
                if found is not None:
                    self.places.append(found)
                self._stand()
        finally:
            self.beside.clear()
            if self.is_mounted:
                self._stand()

    def _stand(self) -> None:
        shown = bool(self.places) or bool(self.beside)
        self.query_one(".places").display = shown
        self.query_one("#places", Hung).show(place_rows(self.places, bool(self.beside)) if shown else ())

    # --- actions ------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The opposite rule is offered where there is one."""
        return self.opposite if action == "opposite" else True

    def action_another(self) -> None:
        """Another community."""
        self.dismiss("another")

    def action_opposite(self) -> None:
        """The same people, the opposite rule."""
        self.dismiss("opposite")

    def action_leave(self) -> None:
        """Home."""
        self.dismiss("home")

    def action_back(self) -> None:
        """Home."""
        self.dismiss("home")
