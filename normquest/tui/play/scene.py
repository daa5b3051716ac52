"""The scene: the page one reads. Watching turns it over; acting goes on below, and what is past dims."""

from __future__ import annotations

from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from normquest.episode.records import Request
from normquest.tui.people import People
from normquest.tui.play import panels
from normquest.tui.play.blocks import blocks_of
from normquest.tui.widgets.hung import Hung

_LYING = ("There is ", "There are ")
"""How a paragraph begins that says what lies there."""

MOST_BLOCKS = 120
"""Paragraphs kept on the page; the log has everything."""


class Scene(VerticalScroll):
    """The page, and the pages that were shown before it."""

    can_focus = False

    class Resized(Message):
        """There is more room, or less; whether there is more below has to be seen anew."""

    def __init__(self, people: People) -> None:
        self.page = Vertical(id="page")
        super().__init__(self.page, id="scene")
        self.people = people
        self.pages: list[Request] = []
        self._newest: Widget | None = None

    @property
    def has_more(self) -> bool:
        """Whether there is more of the page below the window."""
        return self.display and self.scroll_offset.y < self.max_scroll_y

    async def turn(self, request: Request) -> None:
        """Show what a request says."""
        before = self.pages[-1] if self.pages else None
        blocks = self._blocks(request, before)
        going_on = request.kind == "act" and before is not None and before.kind == "act"
        follows = request.observation.place.endswith("going on")
        if going_on or follows:
            for old in self.page.children:
                old.set_class(going_on, "past")
            if going_on:  # what lay and who stood there is told anew
                await self.page.query(".passing").remove()
            for old in list(self.page.children)[:-MOST_BLOCKS]:
                await old.remove()
        else:  # at once too: the new page shall not begin where the old one had been read to
            self.scroll_home(animate=False, immediate=True)
            await self.page.remove_children()
        await self.page.mount(*blocks)
        self._newest = blocks[0] if (going_on or follows) and blocks else None
        if self._newest is not None:
            self.call_after_refresh(self.to_newest)
        else:
            self.call_after_refresh(self.scroll_home, animate=False)
        self.pages.append(request)

    async def again(self, back: int) -> Request:
        """An earlier page, so many before the last one."""
        request = self.pages[len(self.pages) - 1 - back]
        await self.page.remove_children()
        await self.page.mount(*self._blocks(request, self.pages[-1]))
        return request

    def to_newest(self) -> None:
        """What is new begins at the top of the window at the latest, so that none of it is missed."""
        if self._newest is not None and self._newest.is_mounted:
            self.scroll_to_widget(self._newest, animate=False, top=True, force=True)

    def reads_on(self) -> bool:
        """Shows the rest of a page longer than the window; False if all of it was seen."""
        if not self.has_more:
            return False
        self.scroll_relative(y=max(self.size.height - 2, 1), animate=False, force=True)
        return True

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def _blocks(self, request: Request, before: Request | None) -> list[Static]:
        blocks = blocks_of(request, before, self.people)
        if request.kind != "act":
            return blocks
        for block in blocks:
            block.set_class(str(block.content).startswith(_LYING), "passing")
        rows = panels.around(request.observation, self.people)
        if rows:
            blocks.append(Hung(rows))
            blocks[-1].add_class("around", "passing")
        return blocks
