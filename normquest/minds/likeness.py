"""Things alike to a planner: which of two raw cloths it took makes no difference to what is left to do.

A planner that tells such states apart searches the same ground many times over.
So of things that are alike only what they have become is looked at, not which
has become it. Two things are alike if the same can be done to them, whatever of
them cannot change is the same as far as anybody asks, and nothing names either:
no goal, no verb, no rule of the world, no place or person that holds on to one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence

from normquest.community.acts import GroundAct
from normquest.community.build import Community
from normquest.community.clock import rule_reaches
from normquest.community.memo import Values, reader
from normquest.community.state import Key, State
from normquest.norms.terms_of import RuleTerms
from normquest.world.terms import TestModel

_WORD, _ATTRIBUTE = re.compile(r"\w+"), re.compile(r"\w\.(\w+)")


def fixed_of(community: Community, thing: str, reads: Iterable[Key]) -> frozenset[tuple[str, str]]:
    """Those of the keys read that are the thing's own and cannot change, with their values."""
    start, dynamic = community.start, community.scope.dynamic
    return frozenset((a, str(start.get((e, a)))) for e, a in reads if e == thing and (e, a) not in dynamic)


def done_to(community: Community, acts: Sequence[GroundAct], thing: str) -> frozenset[Values]:
    """All that can be done to a thing, whatever it is called, and what of it that turns on."""
    key = ("done to", thing)
    if key not in community.cache:
        found = set()
        for ground in acts:
            if all(e != thing for e, _ in ground.writes):
                continue
            slots = tuple((slot, "" if e == thing else e) for slot, e in ground.act.slots)
            reads = {k for part in ground.parts for k in part.reads} | ground.needs
            found.add((ground.act.verb, slots, fixed_of(community, thing, reads)))
        community.cache[key] = frozenset(found)
    known: frozenset[Values] = community.cache[key]
    return known


def alike(
    community: Community,
    acts: Sequence[GroundAct],
    keys: Sequence[Key],
    goal: Sequence[TestModel],
    terms: RuleTerms,
) -> list[tuple[str, ...]]:
    """The classes of two or more things alike under a goal and a rule, of those that `keys` speak of."""
    if any(slot != "addressee" for pattern in terms.patterns for slot, _ in pattern.binds):
        return []  # a rule that binds a thing remembers which
    own, asked = _of_its_own(community, acts)
    words, spoken_of = _words_of(community, goal)
    tested = {attribute for _, attribute, _ in terms.tests} | asked | spoken_of
    attributes: dict[str, list[str]] = {}
    for entity, attribute in keys:
        if entity in own and entity not in words:
            attributes.setdefault(entity, []).append(attribute)
    classes: dict[Values, list[str]] = {}
    for thing, changing in attributes.items():
        traits = (
            community.start.get((thing, "kind")),
            tuple(changing),
            fixed_of(community, thing, [(thing, a) for a in tested]),
            done_to(community, acts, thing),
            thing in community.scope.elusive,
        )
        classes.setdefault(traits, []).append(thing)
    return [tuple(members) for members in classes.values() if len(members) > 1]


def _words_of(community: Community, goal: Sequence[TestModel]) -> tuple[frozenset[str], frozenset[str]]:
    """All words of a goal, names of things among them, and the attributes that it speaks of."""
    key = ("words", tuple(goal))
    if key not in community.cache:
        community.cache[key] = _read(test.model_dump_json() for test in goal)
    found: tuple[frozenset[str], frozenset[str]] = community.cache[key]
    return found


def _of_its_own(community: Community, acts: Sequence[GroundAct]) -> tuple[frozenset[str], frozenset[str]]:
    """Things that no verb or rule names and no act changes aside; attributes that verbs and rules test."""
    if "of its own" not in community.cache:
        said = [
            verb.model_dump_json(include={"slots", "when", "fails", "do"})
            for verb in community.verbs.values()
        ]
        said += [rule.model_dump_json() for rule in community.setting.rules]
        said += [term.model_dump_json() for term in community.world.facts.values()]
        named, asked = _read(said)
        ruled = {e for reach in rule_reaches(community) for e, _ in reach.reads | reach.writes}
        aside = {e for g in acts for e, _ in g.writes if e not in {v for _, v in g.act.slots}}
        community.cache["of its own"] = frozenset(community.things) - named - ruled - aside, asked
    found: tuple[frozenset[str], frozenset[str]] = community.cache["of its own"]
    return found


def _read(texts: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """All words of these, and those that stand for attributes."""
    text = " ".join(texts)
    return frozenset(_WORD.findall(text)), frozenset(_ATTRIBUTE.findall(text))


def canonical(classes: Sequence[Sequence[str]], keys: Sequence[Key]) -> Callable[[State], Hashable]:
    """What tells states apart where the members of a class are alike: equal for states that differ by swaps.

    A state in which anything holds on to a member of a class by name is told
    apart in full.
    """
    exact = reader(keys)
    if not classes:
        return exact
    members = frozenset(thing for one in classes for thing in one)
    rest = reader([key for key in keys if key[0] not in members])
    each = [[reader([(thing, a) for e, a in keys if e == thing]) for thing in one] for one in classes]
    numbers: dict[Values, int] = {}

    def number(values: Values) -> int:
        return numbers.setdefault(values, -1 if not members.isdisjoint(values) else len(numbers))

    def told(state: State) -> Hashable:
        others = rest(state)
        if not members.isdisjoint(others):
            return exact(state)
        found = [sorted([number(read(state)) for read in one]) for one in each]
        if any(one[0] < 0 for one in found):
            return exact(state)
        return (others, *map(tuple, found))

    return told
