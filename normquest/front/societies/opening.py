"""From what was asked for to a society that can be watched, or sat in. Everything is in the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, groupby
from typing import cast, get_args

from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Here, Source, Stored
from normquest.session.errors import SessionError, unknown
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.names import (
    checked_condition,
    checked_members,
    models_among,
    open_society,
)
from normquest.society.conditions import Variant
from normquest.society.loader import LoadedSociety
from normquest.society.members.names import HUMAN
from normquest.society.members.scripted import minds_of
from normquest.society.people import expanded
from normquest.society.records import Config
from normquest.society.schema import Society
from normquest.society.switches import check_config
from normquest.store import Store
from normquest.store.rows import FINISHED, Speed
from normquest.streams import shuffled, stream

USUAL = ("conditional", "internalised", "imitator", "ne-only", "selfish", "conditional", "strategic")
"""Who sits where nobody was named: some of each, in an order drawn with the seed."""


@dataclass(frozen=True)
class Asked:
    """A society and its switches, checked."""

    loaded: LoadedSociety
    configs: tuple[Config, ...]


def asked(
    which: str,
    conditions: Sequence[str] = (),
    shock: str = "",
    interventions: Sequence[str] = (),
    variant: str | None = None,
) -> Asked:
    """What was asked for. Raises SessionError and WorldError for what can't be."""
    loaded = open_society(which)
    of = loaded.society
    if variant is not None and variant not in get_args(Variant):
        raise unknown("--variant", "variant", variant, get_args(Variant), "Give one of them")
    found = [checked_condition(text) for text in conditions] or [of.condition.condition]
    chosen = cast(Variant, variant) if variant is not None else of.variant
    configs = tuple(Config(one, chosen, shock, tuple(interventions)) for one in dict.fromkeys(found))
    for config in configs:
        try:
            check_config(of, config)
        except ValueError as error:
            what, _, expected = str(error).partition("; expected ")
            raise SessionError(
                of.id, what, expected or "switches that go together", "See the society's file", usage=True
            ) from None
    return Asked(loaded, configs)


def usual_members(society: Society, seed: int) -> str:
    """Members of several minds, as many as there are seats."""
    known = [mind for mind in minds_of(society.game.kind) if mind not in ("adversary", "random")]
    kinds = [mind for mind in USUAL if mind in known] or known
    names = [kinds[at % len(kinds)] for at in range(society.members)]
    return counted(shuffled(stream(seed, "who sits"), names))


def with_person(society: Society, members: str, seat: int) -> str:
    """The same members with a person in a seat, counted from 1; one fewer may be named than there are seats.

    Raises SessionError.
    """
    if not 1 <= seat <= society.members:
        raise SessionError(
            f"--seat {seat}", "there is no such seat", f"1 to {society.members}", "Give another", usage=True
        )
    stand_in = minds_of(society.game.kind)[0]
    text = members
    try:
        found = list(expanded(members, society.members))
    except ValueError:
        try:
            found = list(expanded(members, society.members - 1))
            found.insert(seat - 1, stand_in)
        except ValueError:
            found = []
    if found:
        found[seat - 1] = stand_in
        text = counted(found)
    named = list(expanded(scripted(society, text), society.members))
    named[seat - 1] = HUMAN
    return counted(named)


def scripted(society: Society, members: str) -> str:
    """The members in their canonical form. Raises SessionError for what can't sit, a chat model too."""
    named = checked_members(society, members)
    for model in models_among(named):
        raise SessionError(
            "--members",
            f"'{model[:60]}' is a chat model, and these screens seat none",
            f"scripted members: {', '.join(minds_of(society.game.kind))}",
            "Send it with `normquest society run`, and look at it afterwards with `society watch NUMBER`",
            usage=True,
        )
    return named


def counted(names: Sequence[str]) -> str:
    """Members in one line, those of a kind that sit side by side as name*number."""
    runs = [(name, len(list(some))) for name, some in groupby(names)]
    return ",".join(f"{name}*{number}" if number > 1 else name for name, number in runs)


def sources(
    store: Store, asked: Asked, members: str | None, seed: int, speed: Speed, *, paused: bool = False
) -> list[Source]:
    """A society for each condition asked for, to be played here; one that was played is shown again."""
    of = asked.loaded.society
    named = scripted(of, members if members is not None else usual_members(of, seed))
    found: list[Source] = []
    for config in asked.configs:
        live = start(store, asked.loaded, config, named, seed)
        if live.status == "running":
            found.append(Here(live, speed, paused=paused))
        else:
            found.append(Stored(store.path, live.number))
    return found


def sit_down(store: Store, asked: Asked, members: str | None, seat: int, seed: int | None) -> Sitting:
    """A person's seat: where it was left, or in a society that has not been played to its end."""
    of, config = asked.loaded.society, asked.configs[0]
    for number in count(1) if seed is None else (seed,):
        named = with_person(of, members if members is not None else usual_members(of, number), seat)
        rep = _rep(store, asked, named, number)
        if seed is not None or not rep:
            break
    return Sitting(start(store, asked.loaded, config, named, number, rep))


def _rep(store: Store, asked: Asked, members: str, seed: int) -> int:
    """The first repetition on this seed that has not come to an end."""
    for rep in count():
        head = store.society(key_of(asked.loaded, asked.configs[0], members, seed, rep))
        if head is None or head.status not in FINISHED:
            return rep
    raise AssertionError
