"""Names, messages and raw replies are foreign: nothing in them acts, fires, or breaks a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from front.societies.made import ABOUT, FIRST, GAME, SECOND, live
from newcomers.hostile import strings
from rich.cells import cell_len
from textual.pilot import Pilot

from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import News
from normquest.session.gate import Setting
from normquest.society.records import Message, Prompt, Record, Reply, Seated
from normquest.tui.societies.screen import SocietyScreen
from normquest.tui.societies.seat import SeatScreen
from normquest.tui.widgets.command_line import CommandLine
from tui.quick import quick, settled
from tui.seen import check, rows
from tui.societies.conftest import sitting_down, watching
from tui.test_hostile import MORE

TEXTS = [*MORE, *strings(3)]
PAGES = ("g", "t", "i", "c", "d", "f", "up", "down")


class Foreign:
    """The records made by hand, with a foreign text wherever one can stand."""

    about, game, replay = replace(ABOUT, title="[red]\x1b[2J染"), GAME, True

    def __init__(self, text: str) -> None:
        self.records: list[Record] | None = [self._foreign(one, text) for one in [*FIRST, *SECOND]]

    def _foreign(self, record: Record, text: str) -> Record:
        match record:
            case Seated():
                return replace(record, name=text if record.member else f"{text}!", mind=record.mind)
            case Message():
                return replace(record, text=text)
            case Prompt():
                return replace(record, text=f"{text}\n\n{text}")
            case Reply() if record.raw:
                return replace(record, raw=text, value=text)
        return record

    def news(self) -> News | None:
        """All at once."""
        found, self.records = self.records, None
        return None if found is None else News(found, Setting(), False, "")

    def send(self, command: Any) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """Nothing to be closed."""


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_foreign_text_on_every_view(home: Path, size: tuple[int, int]) -> None:
    async with watching([Foreign("")], size, whole=False) as pilot:
        for text in TEXTS if size[0] == 80 else TEXTS[2:12:3]:
            await pilot.app.push_screen(screen := SocietyScreen([Foreign(text)]))
            await quick(pilot, "end", "left", "left", rounds=1)
            for key in PAGES:
                await quick(pilot, key, rounds=1)
                check(pilot)
                assert all(cell_len(row) <= size[0] for row in rows(pilot))
            assert pilot.app.screen is screen
            pilot.app.pop_screen()


async def test_a_bidi_name_or_markup_is_shown_as_plain_letters(home: Path) -> None:
    async with watching([Foreign("[b]Eve[/b]\u202e\x1b[31m")], whole=False) as pilot:
        await quick(pilot, "end", "i")
        assert "[b]Eve[/b]" in "\n".join(rows(pilot))


async def test_what_is_typed_in_a_seat_and_said_by_others_acts_on_nothing(home: Path) -> None:
    names = ["[red]Ann", "Bo\x1b[2Jb", "[@click=app.quit]C", "染" * 10, "Zoë", "M\u202eno"]
    async with sitting_down(Sitting(live("human,imitator*4", names=names))) as pilot:
        for text in TEXTS[2:13:2]:
            await pilot.app.push_screen(screen := SeatScreen(Sitting(live("human,imitator*4", names=names))))
            await settled(pilot)
            for line in (text, "3", text, "0 0", "0", "3 none"):
                await _given(pilot, line)
                check(pilot)
            assert pilot.app.screen is screen
            pilot.app.pop_screen()


async def _given(pilot: Pilot[None], line: str) -> None:
    """A line as it comes out of the command line, whatever is in it."""
    found = pilot.app.screen.query(CommandLine)
    if found:
        found.first().value = line[:500]
        await quick(pilot, "enter", rounds=2)
        await settled(pilot, 1)
