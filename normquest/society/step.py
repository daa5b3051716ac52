"""Begin a society and take it a step at a time; pure, so that replay and resume are the same thing.

A round: groups → talk, a speaker of each group at a time → the moves of the game → payoffs → ratings → ties
and exclusions → private reports → (in the first round of a trial) what was noticed → (in its last) beliefs. A
step asks all who are asked at the same time at once; a reply that can't be used is asked for once more before
the round goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from normquest.society.asking import Wanted, asked_again, requests_for
from normquest.society.changing import changed, notice_options, right_notice, seated
from normquest.society.forms import Form, understood
from normquest.society.games import Table, game_of
from normquest.society.people import cast, expanded
from normquest.society.records import (
    Believed,
    Config,
    Ended,
    Groups,
    Message,
    Missing,
    Move,
    Noticed,
    Payoff,
    Record,
    Reply,
    Report,
    RoundEnd,
    SocietyKey,
)
from normquest.society.schema import Society
from normquest.society.settling import acts_for_us, last_move, past_of, rated, with_past
from normquest.society.state import Request, SocietyState, Step
from normquest.society.telling import Teller
from normquest.society.ties import Weights, drawn_at_random, drawn_by_ties, standings
from normquest.society.view import Rules
from normquest.streams import shuffled, stream

FEWEST = 2
"""With fewer members nothing can be played."""


class WrongReplies(ValueError):
    """Replies that do not answer the requests at hand; nothing was changed."""


def begin(key: SocietyKey, config: Config, society: Society) -> Step:
    """The first step: everybody sits down, and the first round begins. Raises ValueError for wrong
    members.
    """
    people = cast(society, expanded(key.members, society.members), key.seed)
    shock = society.shocks.get(config.shock)
    rules = Rules(
        game=game_of(society),
        learning=config.condition.learning,
        selection=config.condition.selection,
        ratings=society.ratings.asked,
        ratings_count=True,
        ratings_told=society.ratings.told,
        selection_from=society.selection_from,
        members=society.members,
        size=society.groups.size,
        rounds=society.rounds if society.rounds_told else 0,
        scale=(society.expectations.least, society.expectations.most),
    )
    state = SocietyState(
        key=key,
        config=config,
        society=society,
        teller=Teller(society.title, config.variant, society.memory),
        rules=rules,
        people=people,
        names=tuple(person.name for person in people),
        seats=tuple(range(society.members)),
        weights=Weights(society.ties.start, {}),
        pasts=((),) * society.members,
        last=shock.after + shock.rounds_after if shock else society.rounds,
    )
    return _open_round(state, [seated(1, person) for person in people])


def advance(state: SocietyState, replies: Sequence[Reply]) -> Step:
    """The step after one reply to each request, in any order. Raises WrongReplies if they are not that."""
    by_request = {reply.request: reply for reply in replies}
    expected = [request.seq for request in state.requests]
    if len(replies) != len(expected) or set(by_request) != set(expected):
        raise WrongReplies(f"replies answer {sorted(by_request)}, expected {expected}")
    if not expected:
        raise WrongReplies("the society is over")
    records: list[Record] = []
    taken, again = dict(state.taken), list[Request]()
    for asked in state.requests:
        reply = by_request[asked.seq]
        records.append(reply)
        value = understood(asked.form, reply.value) if reply.outcome == "ok" else None
        if value is None and asked.attempt == 0:
            again.append(asked)
            continue
        if value is None:
            outcome = "invalid_act" if reply.outcome == "ok" else reply.outcome
            rule = _rule(state, asked)
            records.append(Missing(state.round, asked.member, asked.kind, outcome, rule))
        taken[asked.member] = value
    if again:
        return asked_again(state, again, taken, records)
    state = replace(state, requests=(), taken={})
    match state.phase:
        case "talk":
            return _talked(state, taken, records)
        case "play":
            return _played(state, taken, records)
        case "ratings":
            return _rated(state, taken, records)
        case "report":
            return _reported(state, taken, records)
        case "notice":
            return _noticed(state, taken, records)
        case _:
            return _believed(state, taken, records)


def _rule(state: SocietyState, asked: Request) -> str:
    """What becomes of what is missing."""
    match asked.kind:
        case "talk":
            return "silence"
        case "ratings":
            return "no_change"
        case "report" | "notice" | "beliefs":
            return "left_out"
        case _:
            return state.society.missing.act


def _open_round(state: SocietyState, records: list[Record]) -> Step:
    state = changed(replace(state, round=state.round + 1), records)
    active = state.active
    if len(active) < FEWEST:
        return _end(replace(state, round=state.round - 1), records, "too_few")
    rules, society = state.rules, state.society
    rng = stream(state.key.seed, "groups", state.round)
    if rules.selection and rules.ratings_count and state.round >= society.selection_from:
        groups, seeds, resting = drawn_by_ties(active, state.weights, society.groups, rng)
    else:
        groups, seeds, resting = drawn_at_random(active, society.groups, rng)
    records.append(Groups(state.round, groups, seeds, resting))
    talkers = stream(state.key.seed, "talk", state.round)
    parts = stream(state.key.seed, "roles", state.round)
    state = replace(
        state,
        groups=groups,
        resting=resting,
        orders=tuple(tuple(shuffled(talkers, group)) for group in groups) if rules.learning else (),
        turn=0,
        talk=((),) * len(groups),
        tables=tuple(Table(group, rules.game.roles(group, parts)) for group in groups),
        payoffs=((),) * len(groups),
        ratings=(),
    )
    return _talk(state, records)


def _talk(state: SocietyState, records: list[Record]) -> Step:
    """Ask the next speaker of each group, or go on to the game."""
    speakers = _speakers(state)
    if not speakers:
        return _play(state, records)
    form = Form("text", longest=state.society.talk.longest)
    asked: list[Wanted] = [(member, "talk", form) for _, member in speakers]
    return requests_for(replace(state, phase="talk"), asked, records)


def _speakers(state: SocietyState) -> list[tuple[int, int]]:
    """Each group that still talks, and whose turn it is there."""
    most = state.society.talk.messages
    return [
        (number, order[state.turn % len(order)])
        for number, order in enumerate(state.orders)
        if state.turn < most * len(order)
    ]


def _talked(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> Step:
    talk = list(state.talk)
    for number, member in _speakers(state):
        if taken[member] is not None:
            records.append(Message(state.round, number, state.turn, member, taken[member]))
            talk[number] = (*talk[number], (member, taken[member]))
    return _talk(replace(state, talk=tuple(talk), turn=state.turn + 1), records)


def _play(state: SocietyState, records: list[Record]) -> Step:
    """Ask for the next moves at all tables, or show what came of them."""
    game = state.rules.game
    asked = [
        (ask.member, ask.kind, game.form(ask.kind, table))
        for table in state.tables
        for ask in game.asks(table)
    ]
    if asked:
        return requests_for(replace(state, phase="play"), asked, records)
    payoffs = tuple(game.payoffs(table) for table in state.tables)
    for number, paid in enumerate(payoffs):
        records += [Payoff(state.round, number, member, value) for member, value in paid]
    return _rate(replace(state, payoffs=payoffs), records)


def _played(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> Step:
    tables = list(state.tables)
    for number, table in enumerate(state.tables):
        moves, aside = list(table.moves), list(table.aside)
        for member, kind in state.rules.game.asks(table):
            value, repeated = taken[member], False
            if value is None and state.society.missing.act == "repeat":
                value, repeated = last_move(state.pasts[member], member, kind), True
            if value is None:
                aside.append(member)
            else:
                moves.append(Move(state.round, number, member, kind, value, repeated))
                records.append(moves[-1])
        tables[number] = replace(table, moves=tuple(moves), aside=tuple(aside))
    return _play(replace(state, tables=tuple(tables)), records)


def _rate(state: SocietyState, records: list[Record]) -> Step:
    if not state.rules.ratings:
        return _report(state, records)
    asked: list[Wanted] = []
    for group in state.groups:
        for member in group:
            others = tuple(other for other in group if other != member)
            names = tuple(state.names[other] for other in others)
            if others:
                asked.append((member, "ratings", Form("ratings", -1, 1, about=others, names=names)))
    if not asked:
        return _report(state, records)
    return requests_for(replace(state, phase="ratings"), asked, records)


def _rated(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> Step:
    return _report(rated(state, taken, records), records)


def _report(state: SocietyState, records: list[Record]) -> Step:
    state = replace(state, reports={})
    mode = state.config.condition.elicitation
    if mode == "off" or (mode == "end" and state.round < state.last) or not state.active:
        return _notice(state, records)
    least, most = state.rules.scale
    form = Form("report", least, most)
    asked: list[Wanted] = [(member, "report", form) for member in state.active]
    return requests_for(replace(state, phase="report"), asked, records, kept=mode == "shown")


def _reported(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> Step:
    reports = {member: taken[member] for member in state.active if taken[member] is not None}
    records += [Report(state.round, member, ee, ne) for member, (ee, ne) in reports.items()]
    return _notice(replace(state, reports=reports), records)


def _notice(state: SocietyState, records: list[Record]) -> Step:
    """In the first round of a trial, ask those whom it has not taken what has changed."""
    running = state.running
    if running is None or state.society.interventions[running.name].starts[running.trial] != state.round:
        return _believe(state, records)
    form = Form("choice", options=notice_options(state))
    asked: list[Wanted] = [
        (member, "notice", form) for member in state.active if member not in running.members
    ]
    if not asked:
        return _believe(state, records)
    return requests_for(replace(state, phase="notice"), asked, records)


def _noticed(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> Step:
    assert state.running is not None
    name = state.running.name
    right = right_notice(state, name)
    for member, answer in taken.items():
        if answer is not None:
            records.append(Noticed(state.round, member, name, answer, answer == right))
    return _believe(state, records)


def _believe(state: SocietyState, records: list[Record]) -> Step:
    """In the last round of a trial, where the file asks for it: what members hold right, and fear."""
    running = state.running
    if running is None or running.last != state.round or not state.society.trial_beliefs:
        return _close_round(state, records)
    form = Form("beliefs", *state.rules.scale)
    asked: list[Wanted] = [
        (member, "beliefs", form) for member in state.active if member not in running.members
    ]
    if not asked:
        return _close_round(state, records)
    # What one says here must not remind one of it later: it is asked beside the acts, not to change them.
    return requests_for(replace(state, phase="beliefs"), asked, records, kept=False)


def _believed(state: SocietyState, taken: Mapping[int, Any], records: list[Record]) -> Step:
    found = {member: value for member, value in taken.items() if value is not None}
    records += [Believed(state.round, member, *found[member]) for member in sorted(found)]
    return _close_round(state, records)


def _close_round(state: SocietyState, records: list[Record]) -> Step:
    active = state.active
    records.append(RoundEnd(state.round, active, standings(state.weights, active)))
    pasts, told = list(state.pasts), state.society.memory.talk
    for number, group in enumerate(state.groups):
        for member in group:
            if not acts_for_us(state, member):
                pasts[member] = with_past(pasts[member], past_of(state, member, number), told)
    for member in state.resting:
        if not acts_for_us(state, member):
            pasts[member] = with_past(pasts[member], past_of(state, member, None), told)
    state = replace(state, pasts=tuple(pasts))
    if state.round >= state.last:
        return _end(state, records, "rounds")
    return _open_round(state, records)


def _end(state: SocietyState, records: list[Record], why: Any) -> Step:
    records.append(Ended(state.round, why))
    return Step(replace(state, phase="done", requests=()), tuple(records), ())
