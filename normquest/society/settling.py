"""What ratings do to ties and standings, and what a member keeps of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from normquest.society.asking import view_of
from normquest.society.records import Exclusion, Left, MoveKind, MoveValue, Rating, Record, Tie
from normquest.society.state import EMPTY, SocietyState
from normquest.society.ties import standings, updated
from normquest.society.view import Notice, Past


def rated(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> SocietyState:
    """The state after these ratings; each is in the order of the rater's mates."""
    given: list[tuple[int, int, float]] = []
    for group in state.groups:
        for member in group:
            values = taken.get(member)
            others = [other for other in group if other != member]
            if values is not None and others:
                given += [(member, other, value) for other, value in zip(others, values, strict=True)]
    records += [Rating(state.round, *each) for each in given]
    state = replace(state, ratings=tuple(given))
    if state.rules.ratings_count:
        # A confederate is not itself: what it is rated for is not its doing, and what it rates not its view.
        own = [each for each in given if not acts_for_us(state, each[0]) and not acts_for_us(state, each[1])]
        weights, told = updated(state.weights, own, state.society.ties)
        records += [Tie(state.round, *each) for each in told]
        state = replace(state, weights=weights)
        if state.rules.selection:
            state = _exclude(state, records)
    return state


def acts_for_us(state: SocietyState, member: int) -> bool:
    """Whether somebody else acts in this member's name."""
    return state.people[member].role == "confederate"


def _exclude(state: SocietyState, records: list[Record]) -> SocietyState:
    """Those whose standing has fallen too low leave for good, all at once."""
    active, seats = state.active, list(state.seats)
    found = zip(active, standings(state.weights, active), strict=True)
    out = [(member, standing) for member, standing in found if standing < state.society.ties.exclusion]
    if not out:
        return state
    for member, standing in out:
        seat = state.people[member].seat
        seats[seat] = EMPTY
        records += [Exclusion(state.round, member, standing), Left(state.round, member, seat, "excluded")]
    names = ", ".join(state.names[member] for member, _ in out)
    notice = Notice(state.round + 1, "news", f"Excluded for good: {names}.")
    return replace(state, seats=tuple(seats), notices=(*state.notices, notice))


def last_move(pasts: Sequence[Past], member: int, kind: MoveKind) -> MoveValue | None:
    """A member's last move of a kind; None if there is none."""
    for past in reversed(pasts):
        for move in past.table.moves if past.table is not None else ():
            if move.member == member and move.kind == kind:
                return move.value
    return None


def past_of(state: SocietyState, member: int, number: int | None) -> Past:
    """The round at hand as a member knows it, in the group of this number (None: it rested)."""
    shown = state.config.condition.elicitation == "shown"
    view = view_of(state, member, number)
    report = state.reports.get(member) if shown else None
    return Past(state.round, view.group, view.talk, view.table, view.payoffs, view.given, view.got, report)


def with_past(pasts: tuple[Past, ...], new: Past, told: int) -> tuple[Past, ...]:
    """A member's rounds with a new one; only in the last `told` of them what was said is kept."""
    found = (*pasts, new)
    out = len(found) - 1 - told
    if out < 0 or not found[out].talk:
        return found
    return (*found[:out], replace(found[out], talk=()), *found[out + 1 :])
