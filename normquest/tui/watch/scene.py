"""The scene as the newcomer perceived it, and the acts that were open to it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from normquest.tui.play.blocks import blocks_of
from normquest.tui.watch import blocks
from normquest.tui.watch.view import View
from normquest.tui.widgets.hung import Hung

_WIDEST = 72


class Scene(VerticalScroll, inherit_bindings=False):
    """What is perceived. Home and End are left to the screen: they lead to the first page and the last."""

    HELP = "Right and Left leaf, Up and Down scroll; m goes to the next mark."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Vertical(id="page")

    async def show(self, view: View) -> None:
        """The page that is turned to."""
        shown, page = self.query_one("#page", Vertical), view.page
        async with self.batch():
            await shown.remove_children()
            if page is not None:
                before = view.story.pages[view.at - 1].request if view.at else None
                await shown.mount(*blocks_of(page.request, before, view.people))
                if page.request.kind == "act":
                    chosen = None if page.answer is None else page.answer.value
                    seen, width = page.request.observation, min(self.size.width - 10, _WIDEST)
                    around = Hung([(row, 10) for row in blocks.around(seen, view.people)])
                    taken = Static(blocks.taken(seen.choices, chosen), classes="taken")
                    taken.display = self.screen.has_class("-narrow") and bool(str(taken.content))
                    await shown.mount(taken, Static(blocks.offered(seen.choices, chosen, width)), around)
        self.scroll_home(animate=False)
        self.call_after_refresh(self._to_the_act)

    def _to_the_act(self) -> None:
        """In a small window the list of acts lies below; the one that was taken is seen all the same."""
        for taken in self.query(".taken"):
            if taken.display:
                self.scroll_to_widget(taken, animate=False, force=True)
