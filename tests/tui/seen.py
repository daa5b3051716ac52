"""What stands on the terminal: the strips that the screens give it, in characters and in styles."""

from __future__ import annotations

from newcomers.test_hostile import ACTING
from rich.segment import Segment
from textual.pilot import Pilot


def segments(pilot: Pilot[None]) -> list[Segment]:
    """Every segment of every page that is up, as it goes to the terminal."""
    return [
        segment
        for screen in pilot.app.screen_stack
        for strip in screen._compositor.render_strips()
        for segment in strip
        if not segment.control
    ]


def rows(pilot: Pilot[None]) -> list[str]:
    """The page on top, row by row."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def check(pilot: Pilot[None]) -> None:
    """Nothing acts on the terminal, and a click does only what the program itself put there."""
    for segment in segments(pilot):
        acting = ACTING.search(segment.text.replace("\n", "\x00"))
        assert not acting, (ascii(segment.text)[:200], pilot.app.screen)
        if segment.style is not None:
            assert segment.style.link is None, segment.style.link
            action = str(segment.style.meta.get("@click", "screen."))
            assert action.startswith(("screen.", "app.command_palette", "app.bell")) or "(" in action, action
