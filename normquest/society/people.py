"""Who sits where: members as they were asked for, their names and tendencies, and who comes in their
place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from normquest.society.members.names import is_model
from normquest.society.records import Role
from normquest.society.schema import Naming, Society, Span
from normquest.streams import pick, shuffled, stream

MOST_TEXT = 4000
_ITEM = re.compile(r"(?P<who>[^\s,*]+)(?:\s*\*\s*(?P<times>[1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a seat. `mind` is who decides; `word` is what a naming game's member has in mind at first.

    `anchor` is what an adversary or confederate says one ought to do (None: that it does not matter), `act`
    what a confederate does.
    """

    id: int
    seat: int
    name: str
    mind: str
    role: Role
    tau: float
    word: str = ""
    anchor: float | None = None
    act: int | None = None


def expanded(members: str, seats: int) -> tuple[str, ...]:
    """Who sits in each seat, from text such as "internalised*10,selfish*2". Raises ValueError in words."""
    if len(members) > MOST_TEXT:
        raise ValueError(f"the list of members is longer than {MOST_TEXT} characters")
    found: list[str] = []
    for part in members.split(","):
        item = _ITEM.fullmatch(part.strip())
        if item is None:
            raise ValueError(f"'{part.strip()[:40]}' is no member; expected a name, or a name*number")
        found += [item["who"]] * int(item["times"] or 1)
    if len(found) != seats:
        raise ValueError(f"{len(found)} members are named; expected {seats}, one for each seat")
    return tuple(found)


def cast(society: Society, members: Sequence[str], seed: int) -> tuple[Person, ...]:
    """Those who begin. Name, tendency and first word are drawn for each seat, whoever sits there."""
    names = names_of(society, seed)
    return tuple(
        Person(
            seat,
            seat,
            names[seat],
            mind,
            "member",
            tau_of(society.tendency, seed, seat),
            _word(society, seed, seat),
        )
        for seat, mind in enumerate(members)
    )


def stranger(
    society: Society, number: int, seat: int, before: str, tendency: Span, anchor: float, seed: int
) -> Person:
    """Somebody new in a seat, who acts as an adversary; `number` counts all who ever came.

    Where a chat model sat (`before`), the stranger is the same model, which is told what it holds: else a
    change of behaviour could be that of the mind. In all other seats it is a scripted one.
    """
    name = names_of(society, seed, number + 1)[number]
    tau = tau_of(tendency, seed, number)
    mind = before if is_model(before) else "adversary"
    return Person(number, seat, name, mind, "adversary", tau, _word(society, seed, number), anchor)


def tau_of(tendency: Span, seed: int, number: int) -> float:
    """A member's tendency to cooperate."""
    return tendency.least + (tendency.most - tendency.least) * stream(seed, "tau", number).random()


def names_of(society: Society, seed: int, at_least: int = 0) -> list[str]:
    """Names in drawn order; where the file's are used up, numbers."""
    names = shuffled(stream(seed, "names"), society.names)
    return names + [f"M{n + 1}" for n in range(len(names), max(society.members, at_least))]


def _word(society: Society, seed: int, number: int) -> str:
    if not isinstance(society.game, Naming):
        return ""
    words = society.game.words
    return pick(stream(seed, "first word", number), words) if society.game.mixed else words[0]
