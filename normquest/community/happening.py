"""From an attempted act to the event that records it, with all that could be seen of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from normquest.community.acts import Listing
from normquest.community.build import YOU, Community
from normquest.community.compile import all_of
from normquest.community.facts import act_facts, fact_book, rites_open
from normquest.community.grounding import GroundAct
from normquest.community.memo import Memo, keep
from normquest.community.state import NOWHERE, Key, State, folded
from normquest.community.words import filled, told_of
from normquest.norms.events import Act, Change, Event, Sight, Stage
from normquest.streams import Stream, pick, stream
from normquest.world.schema import Says
from normquest.world.terms import EffectModel

__all__ = [
    "DIM",
    "FIRST",
    "act_facts",
    "fresh_history",
    "happen",
    "rites_open",
    "seen_by",
    "sight_of",
    "tick",
    "wording",
]

DIM = "Someone is doing something there."
"""An act seen from afar, where its verb has no wording for that."""


def sight_of(community: Community, watcher: str, place: str, state: State, actor: str | None = None) -> Sight:
    """How well someone sees what happens at a place: as the world's sight rules say, and fully if there.

    `actor`: who does it; where nobody does anything, a test of the actor is one of the watcher.
    """
    if state[(watcher, "at")] == NOWHERE:
        return "none"
    if state[(watcher, "at")] == place:
        return "full"
    return _sight(community, watcher, place, watcher if actor is None else actor)(state)


def _sight(community: Community, watcher: str, place: str, who: str) -> Memo[Sight]:
    """What a watcher who is elsewhere sees of what somebody does at a place."""
    rules = community.world.sight
    if "sight asks who" not in community.cache:
        community.cache["sight asks who"] = "actor" in rules.model_dump_json()
    # Where it does not matter who acts, all who do share one answer.
    who = who if community.cache["sight asks who"] else watcher
    key = ("sight", watcher, place, who)
    if key not in community.cache:
        env = {"watcher": watcher, "place": place, "actor": who}
        full, dim = (tests and all_of(tests, env, community.scope) for tests in (rules.full, rules.dim))
        reads = {key for level in (full, dim) if level for key in level.reads}

        def sight(state: State) -> Sight:
            return "full" if full and full.call(state) else "dim" if dim and dim.call(state) else "none"

        community.cache[key] = Memo(community.scope, sorted(reads), sight)
    found: Memo[Sight] = community.cache[key]
    return found


def _watchers(community: Community, actor: str, place: str) -> tuple[tuple[str, Memo[Sight]], ...]:
    """Everybody, each with what they see of what the actor does at a place."""
    key = ("watchers", actor, place)
    if key not in community.cache:
        community.cache[key] = tuple((p, _sight(community, p, place, actor)) for p in community.people)
    found: tuple[tuple[str, Memo[Sight]], ...] = community.cache[key]
    return found


def seen_by(community: Community, state: State, actor: str, place: str, arrived: str) -> tuple[str, ...]:
    """Who sees anything of what somebody does at a place and that ends where they have `arrived`."""
    where = fact_book(community).where(state)
    return tuple(
        [
            person
            for (person, sight), at in zip(_watchers(community, actor, place), where, strict=True)
            if person != actor
            and (at == arrived or (at != NOWHERE and (at == place or sight(state) != "none")))
        ]
    )


def wording(
    community: Community, says: Says, act: Act, place: str, seq: int, state: State, dim: bool = False
) -> str:
    """How the act is told. The choice among wordings depends on the seed and the event alone."""
    if dim:
        return filled(community, says.dim or DIM, {"place": place}, state)
    options = says.you if act.actor == YOU else says.other
    number = _wording_drawn(community, seq, len(options)) if len(options) > 1 else 0
    return told_of(community, options[number], act, place, state)


def _wording_drawn(community: Community, seq: int, options: int) -> int:
    known: dict[tuple[int, int], int] = community.cache.setdefault("wordings", {})
    drawn = known.get((seq, options))
    if drawn is None:
        rng = stream(community.seed, "wording", community.setting_name, seq)
        drawn = keep(known, (seq, options), pick(rng, range(options)))
    return drawn


def _draws(community: Community, verb: str) -> bool:
    """Whether what a verb does can hang on a draw."""
    key = ("draws", verb)
    if key not in community.cache:
        community.cache[key] = draws_at_random(community.verbs[verb].do)
    found: bool = community.cache[key]
    return found


def draws_at_random(effects: Iterable[EffectModel]) -> bool:
    """Whether what some of these effects do can hang on a draw."""
    return any(
        effect.draw is not None
        or (effect.if_ is not None and draws_at_random((*effect.if_.then, *effect.if_.otherwise)))
        for effect in effects
    )


def happen(
    community: Community,
    state: State,
    ground: GroundAct,
    *,
    seq: int,
    turn: int,
    stage: Stage,
    told: bool = True,
    with_options: bool = True,
    rites: Listing | None = None,
) -> tuple[Event, dict[Key, Any]]:
    """Attempt an act: the event, and the state after it (the very same where nothing changed).

    `told` false leaves the words out and `with_options` false the rites that
    were open: a planner needs neither. `rites`: those open, where they
    were found already.
    """
    act = ground.act
    place = state[(act.actor, "at")]
    slots = dict(act.slots)
    facts = act_facts(community, slots, act.actor, state)
    failure = ground.failure(state)
    rng: Stream = FIRST
    if told and _draws(community, act.verb):
        rng = stream(community.seed, "draw", community.setting_name, stage, turn, act.actor)
    changes = () if failure is not None else tuple(ground.effect(state, rng))
    after = state if not changes and isinstance(state, dict) else folded(state, changes)
    text = ""
    if told:
        verb = community.verbs[act.verb]
        if failure is not None:
            text = told_of(community, failure, act, place, state)
        else:
            text = wording(community, verb.says, act, place, seq, state)
    event = Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="act" if failure is None else "failed",
        place=place,
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        act=act,
        tags=ground.tags,
        facts=facts,
        could=rites_open(community, state, act.actor, facts["people"], rites) if with_options else None,
        present=tuple([p for p in facts["people"] if p != act.actor]),
        seen_by=seen_by(community, state, act.actor, place, after[(act.actor, "at")]),
        changes=changes,
        text=text,
    )
    return event, after


class _First(Stream):
    """What a planner reckons with where an act draws at random: always the first value."""

    def random(self) -> float:
        return 0.0


FIRST = _First(b"")


def tick(
    community: Community,
    state: State,
    *,
    seq: int,
    turn: int,
    stage: Stage,
    changes: Iterable[Change] = (),
    text: str = "",
) -> Event:
    """The event that closes a turn: everyone as they stand, each with the place they are in."""
    book = fact_book(community)
    everybody = book.crowd(state).facts
    people = {
        person: {**everybody[person], "place": book.place[at](state), "place_id": at}
        for person, at in zip(book.people, book.where(state), strict=True)
        if at in book.place
    }
    return Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="tick",
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        facts={"people": people},
        changes=tuple(changes),
        text=text,
    )


def fresh_history(stage: Stage, seq: int, turn: int, state: State, text: str = "") -> Event:
    """The event after which all memory of the past begins anew."""
    return Event(
        seq=seq,
        turn=turn,
        stage=stage,
        kind="stage",
        hour=state[("clock", "hour")],
        day=state[("clock", "day")],
        text=text,
    )
