"""What may be attempted: never nothing, in the order of the file, and exactly what the file says."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from community.fair import WORLDS, rng_for, wandering
from community.play import Play, verb, world
from normquest.community.acts import find_ground, ground_acts, legal_acts, legal_rites
from normquest.community.build import Community
from normquest.community.state import NOWHERE, State
from normquest.norms.events import Act
from normquest.world.schema import Slot
from normquest.world.terms import TermModel, TestModel

ROOT = Path(__file__).parents[2]


# --- an interpreter of its own, as plain as can be: names looked up as they are met ---


def value(term: TermModel, env: dict[str, str], c: Community, s: State) -> Any:
    if term.attribute is not None:
        name, attribute = term.attribute.split(".")
        entity = s[(env["actor"], "at")] if name == "place" else env.get(name, name)
        return s.get((entity, attribute))
    if term.count is not None:
        return len(list(passing(term.count.kind, term.count.where, env, c, s)))
    if term.sum is not None:
        of = term.sum.of
        return sum(
            value(of, {**env, "it": e}, c, s) or 0 for e in passing(term.sum.kind, term.sum.where, env, c, s)
        )
    if term.tie is not None:
        kind, a, b = term.tie
        return s.get((f"tie:{kind}", f"{env.get(a, a)}>{env.get(b, b)}"))
    if term.fact is not None:
        return value(c.world.facts[term.fact], {}, c, s)
    if term.known is not None:
        return s.get((env.get(term.known[0], term.known[0]), f"knows:{term.known[1]}"))
    if term.clock is not None:
        return s[("clock", term.clock)]
    return env.get(term.literal, term.literal) if isinstance(term.literal, str) else term.literal


def passing(
    kind: str, where: tuple[TestModel, ...], env: dict[str, str], c: Community, s: State
) -> Iterator[str]:
    for entity in entities(kind, c, s):
        if s.get((entity, "at")) != NOWHERE and holds(where, {**env, "it": entity}, c, s):
            yield entity


def entities(kind: str, c: Community, s: State) -> list[str]:
    return [e for (e, a), v in s.items() if a == "kind" and v == kind]


def holds(tests: tuple[TestModel, ...], env: dict[str, str], c: Community, s: State) -> bool:
    return all(one(test, env, c, s) for test in tests)


def one(test: TestModel, env: dict[str, str], c: Community, s: State) -> bool:
    if test.is_ is not None:
        return bool(value(test.is_[0], env, c, s) == value(test.is_[1], env, c, s))
    if test.compare is not None:
        a, b = value(test.compare.left, env, c, s), value(test.compare.right, env, c, s)
        if test.compare.op in ("==", "!="):
            return (a == b) == (test.compare.op == "==")
        if a is None or b is None:
            return False
        return bool({"<": a < b, "<=": a <= b, ">=": a >= b, ">": a > b}[test.compare.op])
    if test.in_ is not None:
        where = s[(env["actor"], "at")] if test.in_[1] == "place" else env.get(test.in_[1], test.in_[1])
        return bool(s.get((env.get(test.in_[0], test.in_[0]), "at")) == where)
    if test.listed is not None:
        return env.get(test.listed[0], test.listed[0]) in s[(f"list:{test.listed[1]}", "members")]
    if test.first is not None:
        members = s[(f"list:{test.first[1]}", "members")]
        return bool(members) and bool(members[0] == env.get(test.first[0], test.first[0]))
    if test.knows is not None:
        return s.get((env.get(test.knows[0], test.knows[0]), f"knows:{test.knows[1]}")) is not None
    if test.any_ is not None:
        return any(one(t, env, c, s) for t in test.any_)
    if test.all_ is not None:
        return holds(test.all_, env, c, s)
    assert test.not_ is not None
    return not one(test.not_, env, c, s)


def in_reach(entity: str, slot: Slot, actor: str, c: Community, s: State) -> bool:
    here = s[(actor, "at")]
    at = here if entity == here else s.get((entity, "at"))
    match slot.reach:
        case "exit":
            return entity in c.setting.places[here].exits
        case "any":
            return at != NOWHERE
        case "held":
            return bool(at == actor)
        case "here":
            return bool(at == here)
    on_something = at in c.things and s.get((at, "at")) == here
    return at in (actor, here) or on_something


def by_hand(c: Community, s: State, actor: str) -> list[Act]:
    """Every filling of every verb, tried."""
    found = []
    for name, model in c.verbs.items():
        choices = []
        for slot in model.slots.values():
            kinds = slot.values or [
                e for kind in slot.kind for e in (c.world.styles if kind == "style" else entities(kind, c, s))
            ]
            choices.append(list(dict.fromkeys(kinds)))
        for filling in product(*choices):
            slots = dict(zip(map(str, model.slots), filling, strict=True))
            env = {"actor": actor, **slots}
            if actor in filling or len(set(filling)) < len(filling):
                continue
            reached = all(
                slot_name == "style" or in_reach(slots[slot_name], slot, actor, c, s)
                for slot_name, slot in model.slots.items()
            )
            tests = tuple(t for slot in model.slots.values() for t in slot.where)
            if reached and holds((*tests, *model.when), env, c, s):
                found.append(Act(actor, name, tuple(slots.items())))
    return found


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("setting", ["home", "elsewhere"])
@pytest.mark.parametrize("name", WORLDS)
def test_legal_acts_are_all_that_trying_by_hand_finds_in_that_order(
    name: str, setting: Any, seed: int
) -> None:
    play = Play(WORLDS[name](), seed, setting)
    done = set()
    for before, event in wandering(play, rng_for("by hand", name, setting, seed), 12):
        done.add(event.verb)
        if event.seq % 3 == 0:
            for actor in play.community.people:
                legal = legal_acts(play.community, before, actor)
                assert [g.act for g in legal] == by_hand(play.community, before, actor)
                assert [g for g in legal if g.rite] == legal_rites(play.community, before, actor)
    assert len(done) >= 5


def test_the_walks_come_by_every_verb_of_the_fair() -> None:
    done = {
        e.verb
        for seed in range(6, 12)
        for _, e in wandering(Play(WORLDS["fair"](), seed), rng_for("verbs", seed), 40)
    }
    assert done - {""} == set(Play(WORLDS["fair"]()).community.verbs)


@pytest.mark.parametrize("name", WORLDS)
def test_there_is_always_something_to_do_and_waiting_is_last(name: str) -> None:
    play = Play(WORLDS[name](), 2)
    for before, _ in wandering(play, rng_for("always", name), 20):
        for actor in play.community.people:
            legal = legal_acts(play.community, before, actor)
            assert legal and legal[-1].act == Act(actor, "wait")


def test_acts_come_in_the_order_of_the_file_first_verbs_then_things() -> None:
    play = Play(world())
    play.do("you", "take", thing="cloth_b")
    acts = [(g.act.verb, *(v for _, v in g.act.slots)) for g in legal_acts(play.community, play.state, "you")]
    assert acts == [
        ("go", "vat_room"),
        ("go", "loft"),
        ("take", "cloth_a"),
        ("put", "cloth_b"),
        ("bow", "second"),
        ("greet", "second", "formal"),
        ("greet", "second", "plain"),
        ("wait",),
    ]


def test_a_setting_lists_its_verbs_in_its_own_order() -> None:
    play = Play(world(home={"verbs": ["greet", "bow", "put", "take", "dye"]}))
    verbs = dict.fromkeys(g.act.verb for g in legal_acts(play.community, play.state, "you"))
    assert list(verbs) == ["go", "greet", "bow", "take", "wait"]


def test_a_world_may_word_and_place_going_and_waiting_itself() -> None:
    amble = verb(
        "amble",
        tags="moving",
        slots={"target": {"kind": "place", "reach": "exit"}},
        do={"move": ["actor", "target"]},
    )
    own = {"go": amble, "wait": verb("dawdle", tags="waiting")}
    play = Play(world(verbs=own, home={"verbs": ["bow", "wait", "take", "dye"]}))
    verbs = [g.act.verb for g in legal_acts(play.community, play.state, "you")]
    assert verbs == ["go", "go", "bow", "wait", "take", "take"]
    assert play.do("you", "go", target="loft").text == "You amble the loft."


def test_an_act_is_found_by_what_it_is() -> None:
    play = Play(WORLDS["fair"]())
    for ground in ground_acts(play.community, "you"):
        assert find_ground(play.community, ground.act) is ground
    assert find_ground(play.community, Act("you", "fly")) is None
    assert find_ground(play.community, Act("you", "take", (("thing", "rose_vat"),))) is None


def test_what_can_never_be_is_not_listed_at_all() -> None:
    play = Play(WORLDS["dye_kitchen"]())
    for actor in play.community.people:
        assert len(ground_acts(play.community, actor)) < 250


DIGEST = """
import hashlib, sys
sys.path.insert(0, "tests")
from community.fair import WORLDS, rng_for, wandering
from community.play import Play
from normquest.community.acts import legal_acts
lines = []
for name in WORLDS:
    for setting in ("home", "elsewhere"):
        play = Play(WORLDS[name](), 5, setting)
        lines.append(repr(sorted(play.community.start.items())) + repr(sorted(play.community.names.items())))
        for before, event in wandering(play, rng_for("digest", name), 6):
            lines.append(repr(event))
            for person in play.community.people:
                lines.append(repr([g.act for g in legal_acts(play.community, before, person)]))
print(hashlib.sha256("\\n".join(lines).encode()).hexdigest())
"""


def test_nothing_depends_on_the_order_of_hashes() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", DIGEST],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hash_seed in ("0", "1", "4242")
    ]
    digests = {process.communicate(timeout=120)[0].strip() for process in running}
    assert len(digests) == 1 and len(digests.pop()) == len(hashlib.sha256().hexdigest())
