"""From home to a society and back, by keys alone."""

from pathlib import Path

from normquest.store import open_store
from tui.conftest import opened, top, until, words
from tui.quick import quick, settled
from tui.seen import rows


async def test_home_leads_to_a_society_that_is_watched_and_to_a_seat(home: Path) -> None:
    async with opened(None) as pilot:

        async def chosen(*names: str) -> None:
            for name in names:
                await until(pilot, "MenuScreen")
                items = [item[0] for item in pilot.app.screen.items]  # type: ignore[attr-defined]
                place = next(at for at, item in enumerate(items) if item == name)
                await quick(pilot, *["home", *["down"] * place, "enter"])
                await settled(pilot, 3)

        await chosen("Watch", "A society", "The Commons", "E+SL", "Watch")
        await until(pilot, "SocietyScreen")
        assert any("The Commons" in row and "E+SL" in row for row in rows(pilot))
        await quick(pilot, "escape")
        await until(pilot, "MenuScreen")
        assert "NORMQUEST" in words(pilot)
        await chosen("Watch", "A society", "The Commons", "none", "Take a seat")
        await until(pilot, "SeatScreen")
        await quick(pilot, "f10")
        await until(pilot, "MenuScreen")
        assert "NORMQUEST" in words(pilot) and top(pilot) == "MenuScreen"
    with open_store(home / "normquest.db", readonly=True) as store:
        heads = store.societies()
    assert [(head.key.condition, "human" in head.key.members) for head in heads] == [
        ("E+SL", False),
        ("none", True),
    ]
