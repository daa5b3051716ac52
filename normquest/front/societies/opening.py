"""From what was asked for to a society that can be watched, or sat in. Everything is in the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import cast, get_args

from normquest.front.societies.sitting import Sitting
from normquest.front.societies.source import Aside, Here, Source, Stored
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.errors import SessionError, unknown
from normquest.session.running.means import Means
from normquest.session.societies.keeping import key_of, start
from normquest.session.societies.names import (
    checked_condition,
    checked_members,
    open_society,
    society_file,
)
from normquest.session.societies.order import Order, with_models
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
class Models:
    """The chat models among the members, with their settings, and what they may use."""

    specs: tuple[ModelSpec, ...] = ()
    means: Means = field(default_factory=Means)


NO_MODELS = Models()


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
    named = list(expanded(checked_members(society, text), society.members))
    named[seat - 1] = HUMAN
    return counted(named)


def counted(names: Sequence[str]) -> str:
    """Members in one line, those of a kind that sit side by side as name*number."""
    runs = [(name, len(list(some))) for name, some in groupby(names)]
    return ",".join(f"{name}*{number}" if number > 1 else name for name, number in runs)


def sources(
    store: Store,
    asked: Asked,
    members: str | None,
    seed: int,
    speed: Speed,
    *,
    paused: bool = False,
    models: Models = NO_MODELS,
) -> list[Source]:
    """A society for each condition asked for, to be played here; one that was played is shown again."""
    loaded = asked.loaded
    named = checked_members(loaded.society, members or usual_members(loaded.society, seed))
    if models.specs:
        order = _order(asked, asked.configs, named, seed, 1, models)
        return _aside(store, loaded, order, models.means, speed, paused)
    found: list[Source] = []
    for config in asked.configs:
        live = start(store, loaded, config, named, seed)
        if live.status == "running":
            found.append(Here(live, speed, paused=paused))
        else:
            found.append(Stored(store.path, live.number))
    return found


def _aside(
    store: Store, loaded: LoadedSociety, order: Order, means: Means, speed: Speed, paused: bool
) -> list[Source]:
    from normquest.session.societies.aside import Playing  # it loads what calls models

    playing = Playing(store.path, loaded, order, means, speed, paused=paused)
    found: list[Source] = []
    for table in playing.tables:
        head = store.society(table.key)
        if head is not None and head.status in FINISHED:
            found.append(Stored(store.path, head.id))
        else:
            found.append(Aside(playing, table))
    return found


def sit_down(
    store: Store,
    asked: Asked,
    members: str | None,
    seat: int,
    seed: int | None,
    models: Models = NO_MODELS,
) -> Sitting:
    """A person's seat: where it was left, or in a society that has not been played to its end."""
    of = asked.loaded.society
    for number in count(1) if seed is None else (seed,):
        named = with_person(of, members or usual_members(of, number), seat)
        config = with_models(asked.configs[0], named, models.specs)
        rep = _rep(store, asked.loaded, config, named, number)
        if seed is not None or not rep:
            break
    live = start(store, asked.loaded, config, named, number, rep)
    if not models.specs:
        return Sitting(live)
    from normquest.session.societies.aside import Others  # it loads what calls models

    order = _order(asked, asked.configs[:1], named, number, rep + 1, models)
    others = Others(store.path, order, models.means, live)
    return Sitting(live, others, others.close)


def _order(
    asked: Asked, configs: tuple[Config, ...], members: str, seed: int, reps: int, models: Models
) -> Order:
    return Order(society_file(asked.loaded), configs, (members,), (seed,), reps, models.specs)


def _rep(store: Store, loaded: LoadedSociety, config: Config, members: str, seed: int) -> int:
    """The first repetition on this seed that has not come to an end."""
    for rep in count():
        head = store.society(key_of(loaded, config, members, seed, rep))
        if head is None or head.status not in FINISHED:
            return rep
    raise AssertionError
