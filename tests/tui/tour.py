"""Once through every page of the program, by keys alone: for snapshots and other looks at all pages."""

from __future__ import annotations

from collections.abc import AsyncIterator

from textual.pilot import Pilot

from normquest.minds.scripted import MINDS
from tui.conftest import asks, top, until
from tui.quick import quick, settled

PAGES = (
    "home",
    "settings",
    "how",
    "worlds",
    "levels",
    "arrival",
    "help",
    "palette",
    "scene",
    "forecast",
    "statement",
    "statement-slot",
    "statement-ready",
    "statement-unless",
    "evidence",
    "words",
    "sure",
    "habits",
    "acting",
    "here",
    "task",
    "notes",
    "map",
    "log",
    "hypothesis",
    "refused",
    "debrief",
    "episodes",
    "replay",
    "replay-act",
)


async def tour(pilot: Pilot[None], world: str = "The Small", act: str = "dye") -> AsyncIterator[str]:
    """Goes from page to page and gives their names; panels are pages of their own at narrow sizes only.

    `world` is how its title begins, `act` what is typed to pick an act out in a statement.
    """
    yield "home"
    await chosen(pilot, "Settings")
    yield "settings"
    await keys(pilot, "escape")
    await chosen(pilot, "Help")
    yield "how"
    await keys(pilot, "escape")
    await chosen(pilot, "Play")
    yield "worlds"
    await chosen(pilot, world)
    yield "levels"
    await keys(pilot, "enter")
    await until(pilot, "PlayScreen", 6000)
    yield "arrival"
    await keys(pilot, "f1")
    yield "help"
    await keys(pilot, "escape", "ctrl+p")
    yield "palette"
    await keys(pilot, "escape", "escape")
    await read_on(pilot, "SCENE 1 OF")
    yield "scene"
    while asks(pilot) != "forecast":
        await keys(pilot, "enter")
    yield "forecast"
    async for name in statement(pilot, act):
        yield name
    async for name in acting(pilot):
        yield name
    while top(pilot) != "DebriefScreen":
        await answered(pilot)
    while pilot.app.screen.beside:  # scripted minds are still at it
        await pilot.pause(0.05)
    yield "debrief"
    await keys(pilot, "escape")
    await until(pilot, "MenuScreen")
    await chosen(pilot, "Replay")
    yield "episodes"
    await keys(pilot, "enter")
    await until(pilot, "WatchScreen")
    yield "replay"
    while pilot.app.screen.view.page is None or pilot.app.screen.view.page.request.kind != "act":
        await keys(pilot, "right")
    yield "replay-act"


async def statement(pilot: Pilot[None], act: str) -> AsyncIterator[str]:
    """From the watch through the statement to the own day."""
    while top(pilot) != "StateScreen":
        await keys(pilot, "enter")
    yield "statement"
    await keys(pilot, "down", "enter")
    yield "statement-slot"
    await keys(pilot, *act, "enter")
    yield "statement-ready"
    await keys(pilot, "u")
    yield "statement-unless"
    await keys(pilot, "escape", "enter")
    yield "evidence"
    await keys(pilot, "space", "enter")
    yield "words"
    await keys(pilot, *"so it seems", "enter")
    yield "sure"
    await keys(pilot, *"80", "enter")
    yield "habits"
    while top(pilot) == "StateScreen":
        await keys(pilot, "enter")
    await until(pilot, "PlayScreen")


async def acting(pilot: Pilot[None]) -> AsyncIterator[str]:
    """The own day and what opens over it."""
    while asks(pilot) != "act":
        await keys(pilot, "enter")
    await keys(pilot, "1", "enter")
    yield "acting"
    if pilot.app.size.width < 100:
        for name in ("here", "task", "notes", "map"):
            await keys(pilot, "tab")
            yield name
        await keys(pilot, "tab")
    await keys(pilot, "f4")
    yield "log"
    await keys(pilot, "escape", "f2")
    yield "hypothesis"
    while top(pilot) != "PlayScreen":
        await keys(pilot, "escape")
    await keys(pilot, *"sing", "enter")
    yield "refused"


async def keys(pilot: Pilot[None], *names: str) -> None:
    """Press keys, one page after the other, and let each settle."""
    await quick(pilot, *names)


async def chosen(pilot: Pilot[None], label: str) -> None:
    """Choose a row of a menu by how it begins."""
    await until(pilot, "MenuScreen")
    rows = [name for name, _, _ in pilot.app.screen.items]
    at = next((at for at, name in enumerate(rows) if name.startswith(label)), None)
    assert at is not None, (label, rows)
    await keys(pilot, "home", *["down"] * at, "enter")


async def read_on(pilot: Pilot[None], place: str) -> None:
    """Go on until this place is shown."""
    while not pilot.app.screen.asked.observation.place.upper().startswith(place):
        await keys(pilot, "enter")


async def answered(pilot: Pilot[None]) -> None:
    """Answer whatever is asked, in the shortest way: as one who knows the rule acts."""
    match top(pilot):
        case "StateScreen":
            await keys(pilot, *"none", *["enter"] * 6)
        case "PlayScreen" if asks(pilot) == "act":
            live, asked = pilot.app.screen.live, pilot.app.screen.asked
            said = MINDS["oracle"](live.case, live.key).decide(asked, live.seen)
            await keys(pilot, *str(said.value), "enter")
        case _:
            await keys(pilot, "enter")
    await settled(pilot)
