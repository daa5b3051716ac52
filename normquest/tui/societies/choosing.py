"""From home to a society: which one, under which condition, watched or from a seat of one's own."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from normquest.front.societies.opening import Asked, asked, sit_down, sources, usual_members
from normquest.session.errors import SessionError
from normquest.session.societies.keeping import key_of
from normquest.session.societies.names import open_society, society_files
from normquest.society.conditions import EIGHT
from normquest.store import Store
from normquest.store.rows import FINISHED
from normquest.tui.menu import Item, MenuScreen
from normquest.tui.societies.opening import seated, watched
from normquest.tui.stepping import stepped
from normquest.world.errors import WorldError

if TYPE_CHECKING:
    from normquest.tui.app import NormQuest

_PARTS = {"E": "expectations asked for", "SL": "talk", "SS": "partners chosen"}


async def society(app: NormQuest) -> bool:
    """Ask what is wanted, and show it until the player has enough: whether it came to that.

    Raises SessionError and StoreError.
    """
    chosen = await stepped(
        app, lambda _: _societies(), lambda of: _menu(_conditions(of[0])), lambda _: _ways()
    )
    if chosen is None:
        return False
    name, condition, how = chosen
    wanted = asked(name, (condition or _conditions(name)[0],))
    if how == "seat":
        await seated(app, sit_down(app.store, wanted, None, 1, None))
    else:
        seed = _next_seed(app.store, wanted)
        await watched(app, sources(app.store, wanted, None, seed, "calm"))
    return True


def _societies() -> MenuScreen:
    """The shortest first; files with errors last."""
    found: list[tuple[int, Item]] = []
    for name in society_files():
        try:
            of = open_society(name).society
            found.append((of.rounds, (of.title, f"{of.members} members, {of.rounds} rounds", name)))
        except WorldError:
            found.append((10**9, (name, "this file has errors: normquest society check", None)))
    items = [item for _, item in sorted(found, key=lambda one: one[0])]
    return MenuScreen(
        "WHICH SOCIETY?", "Members meet round after round, and each does as it is minded.", items
    )


def _conditions(name: str) -> list[str]:
    """The conditions that the society can be under."""
    found = []
    for condition in EIGHT:
        try:
            asked(name, (condition,))
        except SessionError:
            continue
        found.append(condition)
    return found


def _menu(found: list[str]) -> MenuScreen | None:
    if len(found) == 1:
        return None
    items: list[Item] = [
        (one, ", ".join(_PARTS[part] for part in one.split("+") if part in _PARTS) or "acts alone", one)
        for one in found
    ]
    return MenuScreen("WHAT DO THEY DO?", "Beside their acts, which they do in every condition.", items)


def _ways() -> MenuScreen:
    items: list[Item] = [
        ("Watch", "scripted members of several minds", "watch"),
        ("Take a seat", "among them, without knowing who is who", "seat"),
    ]
    return MenuScreen("HOW?", "What is played is kept: it goes on where you leave it.", items)


def _next_seed(store: Store, wanted: Asked) -> int:
    """The first draw that has not been played to its end."""
    of, config = wanted.loaded.society, wanted.configs[0]
    for seed in count(1):
        head = store.society(key_of(wanted.loaded, config, usual_members(of, seed), seed))
        if head is None or head.status not in FINISHED:
            return seed
    raise AssertionError
