"""The panels beside the scene; where the window is narrow they are tabs in its place."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from normquest.episode.records import Observation
from normquest.front.weighing import Weight
from normquest.session.notebook import Notebook
from normquest.tui.people import People
from normquest.tui.play import panels
from normquest.tui.play.chart import Chart
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.widgets.hung import Hung, Rows
from normquest.tui.widgets.linked import Linked

TITLES = {"scene": "Scene", "here": "Here", "task": "Task", "notes": "Notebook", "map": "Map"}
VIEWS = tuple(TITLES)
WIDTH = 38
"""Columns of a panel beside the scene."""


class Side(VerticalScroll):
    """Here, task, notebook, map. `off` are views that are switched off."""

    can_focus = False

    def __init__(self, people: People, off: frozenset[str] = frozenset()) -> None:
        super().__init__(id="side")
        self.people = people
        self.views = tuple(view for view in VIEWS if view not in off)

    def compose(self) -> ComposeResult:
        for name in self.views[1:]:
            yield Linked(id=f"title-{name}", classes=f"title slot {name}")
            if name == "map":
                yield Linked(id="panel-map", classes="slot map")
            else:
                yield Hung((), id=f"panel-{name}").add_class("slot", name)

    def show(self, seen: Observation, book: Notebook, weights: Mapping[str, Weight], chart: Chart) -> None:
        """What is so now."""
        for name in self.views[1:]:
            title = clicked(TITLES[name].upper(), f"screen.open('{name}')")
            if name == "notes":
                title = joined(title, (f"   {len(book.remarks)} · {len(book.hypotheses)}", "dim"))
            self.query_one(f"#title-{name}", Linked).update(title)
        self._rows("here", panels.here(seen, self.people))
        self._rows("task", panels.task(seen))
        self._rows("notes", panels.notebook(book.entries, self.people, weights))
        if "map" in self.views:
            self.query_one("#panel-map", Linked).update(chart.drawn(self.size.width or WIDTH))

    def _rows(self, name: str, rows: Rows) -> None:
        if name in self.views:
            self.query_one(f"#panel-{name}", Hung).fill(rows)

    def tabs(self, view: str, seen: Observation) -> Content:
        """The row of tabs, each of which can be clicked."""
        parts: list[Content] = []
        for name in self.views:
            count = {"here": f" {len(seen.here)}", "task": f" {panels.done(seen)}"}.get(name, "").rstrip()
            style = "bold $primary" if name == view else "dim"
            parts += [clicked(f"{TITLES[name]}{count}", f"screen.view('{name}')", style), plain("   ")]
        return joined(*parts, clicked("Tab", "screen.panel", "$secondary"))
