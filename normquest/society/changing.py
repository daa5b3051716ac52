"""What happens to a society between two rounds: the shock, and trials of interventions that begin or end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from typing import Literal

from normquest.society.changing_words import NO_CHANGE, NOTICED, noticed_text
from normquest.society.games.commons import CommonsGame
from normquest.society.people import Person, stranger
from normquest.society.records import Left, Record, Seated, ShockRecord, Trial
from normquest.society.schema import BadActors, Commons, Intervention, Majority, Multiplier, RatingsOff
from normquest.society.schema import Shock as ShockSpec
from normquest.society.state import EMPTY, Running, SocietyState
from normquest.society.ties import standings, without
from normquest.society.view import Notice
from normquest.streams import shuffled, stream
from normquest.text import join_words


def seated(round: int, person: Person, trial: str = "") -> Seated:
    """The record of somebody in a seat."""
    return Seated(
        round, person.id, person.seat, person.name, person.mind, person.role, person.tau, person.anchor, trial
    )


def changed(state: SocietyState, records: list[Record]) -> SocietyState:
    """The state at the beginning of its round, after all that happens before anything is played."""
    state = _ended(state, records)
    shock = state.society.shocks.get(state.config.shock)
    if shock is not None and shock.after == state.round - 1:
        state = _shocked(state, shock, records)
    for name in state.config.interventions:
        item = state.society.interventions[name]
        if state.round in item.starts:
            state = _begun(state, name, item, item.starts.index(state.round), records)
    return state


def notice_options(state: SocietyState) -> tuple[str, ...]:
    """What may have changed, as far as this game knows it."""
    lacking = () if isinstance(state.rules.game, CommonsGame) else ("multiplier",)
    return (NO_CHANGE, *(text for kind, text in NOTICED.items() if kind not in lacking))


def right_notice(state: SocietyState, name: str) -> str:
    """The option that is true of a trial which has just begun."""
    match state.society.interventions[name]:
        case Majority(says=says) if state.running is not None and state.running.members:
            return noticed_text("majority", says)
        case BadActors() if state.running is not None and state.running.members:
            return NOTICED["bad_actors"]
        case RatingsOff() if state.rules.ratings:
            return NOTICED["ratings_off"]
        case Multiplier():
            return NOTICED["multiplier"]
    return NO_CHANGE


def prevailing(state: SocietyState) -> float:
    """What prevails as what one ought to do: the mean reported; without reports, the mean act."""
    reported = [
        ne
        for member, (_, ne) in sorted(state.reports.items())
        if ne != "none" and state.people[member].role == "member"
    ]
    if reported:
        return fsum(reported) / len(reported)
    levels = [state.rules.game.level(move) for table in state.tables for move in table.moves]
    found = [level for level in levels if level is not None]
    return fsum(found) / len(found) if found else state.rules.scale[0]


def _seat_strangers(
    state: SocietyState,
    leaving: Sequence[int],
    spec: ShockSpec | BadActors,
    trial: str,
    records: list[Record],
) -> tuple[SocietyState, tuple[Person, ...], float]:
    """Put a stranger into each of these members' seats."""
    anchor = spec.anchor * prevailing(state)
    people, seats = list(state.people), list(state.seats)
    came: list[Person] = []
    for member in leaving:
        seat = people[member].seat
        before = people[member].mind
        new = stranger(state.society, len(people), seat, before, spec.tendency, anchor, state.key.seed)
        people.append(new)
        seats[seat] = new.id
        came.append(new)
        records += [Left(state.round, member, seat, "replaced", not trial), seated(state.round, new, trial)]
    state = replace(
        state,
        people=tuple(people),
        names=tuple(person.name for person in people),
        seats=tuple(seats),
        pasts=(*state.pasts, *(() for _ in came)),
    )
    return state, tuple(came), anchor


def _shocked(state: SocietyState, shock: ShockSpec, records: list[Record]) -> SocietyState:
    active = state.active
    order = shuffled(stream(state.key.seed, "shock", state.round), active)
    if shock.who == "standing":
        standing = dict(zip(active, standings(state.weights, active), strict=True))
        order.sort(key=lambda member: -standing[member])  # of equals, the order drawn
    leaving = sorted(order[: min(shock.count, len(order) - 1)])
    state, came, anchor = _seat_strangers(state, leaving, shock, "", records)
    record = ShockRecord(
        state.round - 1, state.config.shock, tuple(leaving), tuple(p.id for p in came), anchor
    )
    records.append(record)
    names = state.names
    text = (
        f"{join_words(names[m] for m in leaving)} {_have(leaving)} left; "
        f"{join_words(p.name for p in came)} {_have(came)} come instead."
    )
    if state.rules.rounds:
        text += f" The society meets until round {state.last}."
    rules = replace(state.rules, rounds=state.last if state.rules.rounds else 0)
    notice = Notice(state.round, "news", text)
    weights = without(state.weights, leaving)
    return replace(state, rules=rules, weights=weights, notices=(*state.notices, notice))


def _have(some: Sequence[object]) -> str:
    return "has" if len(some) == 1 else "have"


def _begun(
    state: SocietyState, name: str, item: Intervention, trial: int, records: list[Record]
) -> SocietyState:
    taken: tuple[int, ...] = ()
    replaced: tuple[Person, ...] = ()
    text = ""
    says: float | Literal["none"] | None = None
    match item:
        case RatingsOff():
            state = replace(state, rules=replace(state.rules, ratings_count=False))
            text = (
                "From now on nothing follows from ratings: groups are drawn at random, and nobody is "
                "excluded."
            )
        case Multiplier():
            state = _with_multiplier(state, item.multiplier)
            text = f"From now on what is put in is multiplied by {item.multiplier:g}."
        case Majority():
            taken = _drawn(state, item.share)
            state, replaced = _confederates(state, taken, item, name, records)
            says = "none" if item.says == "none" else float(item.says)
            text = _poll(state, len(taken), item.says) if taken else ""
        case BadActors():
            leaving = _drawn(state, item.share)
            replaced = tuple(state.people[member] for member in leaving)
            state, came, _ = _seat_strangers(state, leaving, item, name, records)
            taken = tuple(person.id for person in came)
            if taken:
                text = (
                    f"{join_words(person.name for person in replaced)} {_have(replaced)} gone away for a "
                    f"while; "
                    f"{join_words(person.name for person in came)} {_have(came)} come instead."
                )
    records.append(Trial(state.round, name, item.kind, trial, True, taken, text))
    last = state.round + item.lasts - 1
    if text:
        notice = Notice(state.round, item.kind, text, True, says)
        state = replace(state, notices=(*state.notices, notice))
    return replace(state, running=Running(name, trial, last, replaced, taken))


def _ended(state: SocietyState, records: list[Record]) -> SocietyState:
    running = state.running
    if running is None or running.last != state.round - 1:
        return state
    item = state.society.interventions[running.name]
    text = ""
    match item:
        case RatingsOff():
            state = replace(state, rules=replace(state.rules, ratings_count=True))
            text = "From now on ratings have their effect again."
        case Multiplier():
            spec = state.society.game
            assert isinstance(spec, Commons)
            state = _with_multiplier(state, spec.multiplier)
            text = f"From now on what is put in is multiplied by {spec.multiplier:g} again."
        case Majority() if running.members:
            state = _restored(state, running, records)
            text = "What members said about it some rounds ago no longer holds."
        case BadActors() if running.members:
            state = _returned(state, running, records)
            text = (
                f"{join_words(person.name for person in running.replaced)} {_have(running.replaced)} "
                f"returned."
            )
    records.append(
        Trial(state.round - 1, running.name, item.kind, running.trial, False, running.members, text)
    )
    if text:
        notice = Notice(state.round, item.kind, text, False)
        state = replace(state, notices=(*state.notices, notice))
    return replace(state, running=None)


def _with_multiplier(state: SocietyState, multiplier: float) -> SocietyState:
    game = state.rules.game
    assert isinstance(game, CommonsGame)
    return replace(state, rules=replace(state.rules, game=replace(game, multiplier=multiplier)))


def _drawn(state: SocietyState, share: float) -> tuple[int, ...]:
    """The members that an intervention takes, never all of them.

    The order in which they are taken is drawn once: as far as they are there, they are the same in all
    trials, so that the others meet every trial.
    """
    active = set(state.active)
    order = [
        m for m in shuffled(stream(state.key.seed, "trials"), range(state.society.members)) if m in active
    ]
    return tuple(sorted(order[: min(int(share * len(order) + 0.5), len(order) - 1)]))


def _confederates(
    state: SocietyState, members: Sequence[int], item: Majority, name: str, records: list[Record]
) -> tuple[SocietyState, tuple[Person, ...]]:
    people = list(state.people)
    before = tuple(people[member] for member in members)
    anchor = None if item.says == "none" else float(item.says)
    for member in members:
        people[member] = replace(
            people[member], mind="confederate", role="confederate", anchor=anchor, act=item.act
        )
        records.append(seated(state.round, people[member], name))
    return replace(state, people=tuple(people)), before


def _restored(state: SocietyState, running: Running, records: list[Record]) -> SocietyState:
    """Confederates are themselves again."""
    people = list(state.people)
    for person in running.replaced:
        people[person.id] = person
        records.append(seated(state.round, person, running.name))
    return replace(state, people=tuple(people))


def _returned(state: SocietyState, running: Running, records: list[Record]) -> SocietyState:
    """Strangers go, and those whose seats they had return with the ties that they left."""
    seats = list(state.seats)
    for person, new in zip(running.replaced, running.members, strict=True):
        if seats[person.seat] != EMPTY:
            records.append(Left(state.round, new, person.seat, "replaced"))
        seats[person.seat] = person.id
        records.append(seated(state.round, person, running.name))
    return replace(state, seats=tuple(seats), weights=without(state.weights, running.members))


def _poll(state: SocietyState, count: int, says: int | Literal["none"]) -> str:
    asked = f"Asked what one ought to do, {count} of {len(state.active)} members said that"
    game, tongue = state.rules.game, state.teller.tongue
    if says == "none":
        return f"{asked} {game.ought(tongue, None)}."
    return f"{asked} {game.demand(tongue, says)}."
