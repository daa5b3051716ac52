"""Requests to members, and what each of them can know when it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from normquest.society.forms import Form
from normquest.society.members.names import reads
from normquest.society.records import Prompt, Record, RequestKind
from normquest.society.state import Request, SocietyState, Step
from normquest.society.view import Numbered, Past, View

Wanted = tuple[int, RequestKind, Form]
"""Who is asked what, and what may be answered."""


def requests_for(
    state: SocietyState, wanted: Sequence[Wanted], records: list[Record], *, kept: bool = True
) -> Step:
    """The step that asks all of these at once."""
    places = {member: number for number, group in enumerate(state.groups) for member in group}
    asked = tuple(
        Request(
            state.asked + place,
            state.round,
            member,
            kind,
            form,
            view_of(state, member, places.get(member)),
            state.teller,
            kept=kept,
        )
        for place, (member, kind, form) in enumerate(wanted)
    )
    return _asking(replace(state, taken={}), asked, records)


def asked_again(
    state: SocietyState, again: Sequence[Request], taken: Mapping[int, Any], records: list[Record]
) -> Step:
    """The step that asks these once more, and keeps what the others have answered."""
    asked = tuple(replace(request, seq=state.asked + place, attempt=1) for place, request in enumerate(again))
    return _asking(replace(state, taken=taken), asked, records)


def _asking(state: SocietyState, asked: tuple[Request, ...], records: list[Record]) -> Step:
    for request in asked:
        if reads(state.people[request.member].mind):
            records.append(
                Prompt(
                    request.seq, request.round, request.member, request.kind, request.attempt, request.text
                )
            )
    after = replace(state, asked=state.asked + len(asked), requests=asked)
    return Step(after, tuple(records), asked)


def view_of(state: SocietyState, member: int, number: int | None) -> View:
    """What a member knows, in the group of this number (None: it rests)."""
    seated = number is not None
    given: Numbered = ()
    got: Numbered = ()
    if state.ratings and seated:
        given = tuple((rated, value) for rater, rated, value in state.ratings if rater == member)
        if state.rules.ratings_told:
            got = tuple((rater, value) for rater, rated, value in state.ratings if rated == member)
    return View(
        state.people[member],
        state.round,
        state.rules,
        state.names,
        state.groups[number] if number is not None else (),
        state.talk[number] if number is not None else (),
        state.tables[number] if number is not None else None,
        state.payoffs[number] if number is not None else (),
        given,
        got,
        _remembered(state.pasts[member], state.society.memory.rounds),
        state.notices,
    )


def _remembered(pasts: tuple[Past, ...], rounds: int) -> tuple[Past, ...]:
    """The rounds that are told again: no scripted member may read what a person is not told."""
    return pasts if len(pasts) <= rounds else pasts[len(pasts) - rounds :]
