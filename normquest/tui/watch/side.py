"""Beside the scene: what was thought, said and believed, in blocks, or behind tabs in a small window."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from normquest.tui.safe import clicked, joined, plain
from normquest.tui.watch import blocks
from normquest.tui.watch.fold import Fold
from normquest.tui.watch.truth import Truth
from normquest.tui.watch.view import View

FOLDS = ("reasoning", "reply", "belief")


class Side(Vertical):
    """Three blocks; in a small window one is open, the one whose tab was chosen last."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._tab = "reply"

    def compose(self) -> ComposeResult:
        yield Static(id="tabs")
        for digit, name in enumerate(FOLDS, 1):
            yield Fold(str(digit), name, name)

    def on_mount(self) -> None:
        self._mark_tabs()

    def show(self, view: View, truth: Truth) -> None:
        """What belongs to the page that is turned to."""
        page, heard, before = view.page, view.heard, view.before
        thought = blocks.reasoning(page, view.thought, heard, view.thinks, before)
        self._fold("reasoning").say(thought, heard is not None)
        self._fold("reply").say(blocks.reply(page, heard, view.thinks, before))
        rule = (truth.rule if truth.rule is not None else view.rule) if truth.shown else None
        said, curve = view.story.stated(view.at), truth.curve[: view.at + 1]
        width, waiting = max(self.size.width - 4, 20), truth.thinking or truth.seeking
        self._fold("belief").say(blocks.belief(said, view.story.sure(view.at), rule, curve, width, waiting))

    def toggle(self, name: str) -> None:
        """Fold a block or open it; in a small window, choose its tab, or fold what is open."""
        fold = self._fold(name)
        other = self.screen.has_class("-narrow") and self._tab != name
        fold.fold(not fold.shut and not other)
        self._tab = name
        self._mark_tabs()

    def on_fold_chosen(self, event: Fold.Chosen) -> None:
        self.toggle(str(event.fold.id))

    def _fold(self, name: str) -> Fold:
        return self.query_one(f"#{name}", Fold)

    def _mark_tabs(self) -> None:
        tabs = []
        for digit, name in enumerate(FOLDS, 1):
            fold = self._fold(name)
            fold.set_class(name == self._tab, "-tab")
            style = "bold $primary" if name == self._tab and not fold.shut else ""
            tabs += [clicked(f" {name} ", f"screen.{name}", style), plain(f"{digit}    ", "dim")]
        self.query_one("#tabs", Static).update(joined(*tabs))
