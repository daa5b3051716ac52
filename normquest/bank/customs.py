"""K customs that are exchangeable: all binding on one task, sharing a kind of act.

Which of them is the norm is drawn afterwards, from a stream of its own, so
that nothing about the choice of customs or scenes can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from normquest.bank.binding import ELSEWHERE, FREE_ELSEWHERE, HOME, Binding, Bounds, Custom, Job, bind
from normquest.bank.twins import has_twin
from normquest.community.acts import GroundAct
from normquest.community.build import Community
from normquest.community.clock import end_turn
from normquest.community.errands import Errand
from normquest.community.happening import fresh_history, happen
from normquest.norms.events import Event
from normquest.norms.mirrors import token_mirrors
from normquest.norms.rules import Rule
from normquest.norms.space import Space
from normquest.norms.space_builder import SpaceBuilder
from normquest.norms.templates import Template
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, shuffled
from normquest.world.lexicon import Lexicon

MOST_TRIES = 60
"""Norms planned for in one draw before it is given up."""
MOST_LEADS = 6
"""Instances of the asked-for template tried on one pair of tasks."""
MOST_RATIO, MOST_SHARED, LEAST_BREAKS = 5.0, 0.4, 2
"""Customs are exchangeable if people who mind nothing break them about as often, and seldom together."""
NO_MIRROR = "no mirror of it can be kept there; `tokens` in the file say what is alike"
LEAST_FREE = 0.2
"""The share of acts of a kind that break neither of two customs about it, so that both can be kept."""


@dataclass(frozen=True)
class Tasks:
    """A task at home and one elsewhere, with which rules of the bank their easy ways break."""

    home: Job
    elsewhere: Job
    broken: frozenset[int]


def act_kinds(rule: Rule) -> set[tuple[str | None, str | None]]:
    """The kinds of act that the rule restricts."""
    return {(p.verb, p.tag) for p in terms_of(rule).acts}


def walked(community: Community, job: Job, acts: Sequence[GroundAct]) -> list[Event]:
    """The events of a newcomer who goes this way alone."""
    state = job.start
    events = [fresh_history("act", 0, 0, state)]
    for turn, ground in enumerate(acts):
        event, state = happen(community, state, ground, seq=len(events), turn=turn, stage="act", told=False)
        events.append(event)
        closing, state = end_turn(community, state, seq=len(events), turn=turn, stage="act")
        events.append(closing)
    return events


class Bank:
    """All rules that a world's templates stand for, each once, with what people who mind nothing break.

    `one_kind`: some two customs must restrict one kind of act.
    """

    def __init__(
        self,
        bank: Sequence[Template],
        lexicon: Lexicon,
        errands: Sequence[Errand],
        one_kind: bool = True,
    ) -> None:
        self.rules: list[tuple[Template, Rule]] = []
        self.kinds: list[set[tuple[str | None, str | None]]] = []
        self.lexicon = lexicon
        self.one_kind = one_kind
        builder = SpaceBuilder()
        seen: set[int] = set()
        rules = [(template, rule) for template in bank for _, rule in template.instances]
        for _, rule in rules:
            builder.add(rule)
        for template, rule in rules:
            row = builder.row_of(rule)
            if row not in seen or template.id not in {t.id for t, _ in self.rules}:
                seen.add(row)
                self.rules.append((template, rule))
                self.kinds.append(act_kinds(rule))
        self.rows = [builder.row_of(rule) for _, rule in self.rules]
        self.space: Space = builder.build()
        self._breaks = [0] * len(self.rules)
        self._of_kind: dict[tuple[str | None, str | None], int] = {}
        shift = 0
        for errand in errands:
            reading = self.space.table.read(errand.events)
            words = self.space.verdicts(reading)
            for index, row in enumerate(self.rows):
                self._breaks[index] |= int(words[row]) << shift
            acts = [e for e in errand.events if e.kind in ("act", "failed")]
            for bit, event in enumerate(acts, start=shift):
                for kind in ((event.verb, None), *((None, tag) for tag in event.tags)):
                    self._of_kind[kind] = self._of_kind.get(kind, 0) | 1 << bit
            shift += reading.bits.length

    def broken_on(self, events: Sequence[Event]) -> frozenset[int]:
        """Which rules these events break, by number."""
        words = self.space.verdicts(self.space.table.read(events))
        return frozenset(index for index, row in enumerate(self.rows) if words[row])

    def breaks(self, index: int) -> int:
        """How often people who mind nothing break a rule."""
        return self._breaks[index].bit_count()

    def shared(self, a: int, b: int) -> float:
        """The share of the rarer rule's breaches that break the other too."""
        least = min(self.breaks(a), self.breaks(b))
        return (self._breaks[a] & self._breaks[b]).bit_count() / least if least else 1.0

    def alike(self, a: int, b: int) -> bool:
        """Whether two rules are broken about as often, seldom together, and can both be kept."""
        x, y = self.breaks(a), self.breaks(b)
        if max(x, y) > MOST_RATIO * min(x, y) or self.shared(a, b) > MOST_SHARED:
            return False
        either = self._breaks[a] | self._breaks[b]
        both = self.kinds[a] & self.kinds[b]
        return all(
            (self._of_kind.get(k, 0) & ~either).bit_count() >= LEAST_FREE * self._of_kind[k].bit_count()
            for k in both
            if k in self._of_kind
        )

    def of_one_kind(self, among: Sequence[int]) -> bool:
        """Whether some two of these rules restrict the same kind of act."""
        return any(self.kinds[a] & self.kinds[b] for a, b in combinations(among, 2))

    def siblings(self, lead: int, among: Sequence[int], rng: Stream) -> list[int]:
        """The rules that could stand beside this one: its token mirrors first, then those most like it."""
        mirrors = {rule for _, _, _, rule in token_mirrors(self.rules[lead][1], self.lexicon)}
        template = self.rules[lead][0]

        def tier(other: int) -> int:
            its, rule = self.rules[other]
            if rule in mirrors:
                return 0
            if its.id == template.id:
                return 1
            if self.kinds[other] == self.kinds[lead]:
                return 2
            return 3 if self.kinds[other] & self.kinds[lead] else 4

        alike = shuffled(rng, [i for i in among if i != lead and self.alike(lead, i)])
        # Templates alike, however many rules each stands for: a second of one comes after the first of all.
        turns: dict[str, int] = {}
        order: dict[int, tuple[int, int, bool]] = {}
        for other in alike:
            name = self.rules[other][0].id
            turns[name] = turns.get(name, 0) + 1
            order[other] = (tier(other), turns[name], self.shared(lead, other) > MOST_SHARED / 2)
        return sorted(alike, key=lambda other: order[other])


class Binder:
    """Binds rules on jobs, each once, and counts what was planned for."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, Rule, Bounds], Binding | str] = {}
        self.tries = 0
        self.reasons: list[str] = []

    def __call__(self, job: Job, template: Template, rule: Rule, bounds: Bounds) -> Binding | None:
        """The binding, or None with the reason noted."""
        key = (job.community.setting_name, job.name, rule, bounds)
        if key not in self._known:
            self.tries += 1
            self._known[key] = bind(job, rule, bounds)
        found = self._known[key]
        if isinstance(found, str):
            where = ", elsewhere" if job.community.setting_name == "elsewhere" else ""
            self.reasons.append(f"{template.id}{where}: {found}")
            return None
        return found

    @property
    def spent(self) -> bool:
        """Whether the draw has planned for enough."""
        return self.tries >= MOST_TRIES


def choose_customs(
    bank: Bank, pairs: Sequence[Tasks], asked: str, k: int, rng: Stream
) -> tuple[Tasks, list[Custom]] | list[str]:
    """The first pair of tasks with k customs that bind on both, one of the template asked for; or why not.

    Tasks elsewhere on which keeping a custom costs something are tried first.
    """
    binder = Binder()
    for away in (ELSEWHERE, FREE_ELSEWHERE):
        for tasks in pairs:
            on_way = [i for i in sorted(tasks.broken) if bank.breaks(i) >= LEAST_BREAKS]
            leads = [i for i in on_way if bank.rules[i][0].id == asked]
            for lead in shuffled(rng, leads)[:MOST_LEADS]:
                found = _beside(bank, tasks, lead, on_way, k, away, binder, rng)
                if len(found) == k:
                    # Asked of every custom, so that it tells nothing of which is enforced.
                    alone = [c.template for c in found if not has_twin(c, tasks.home, tasks.elsewhere)]
                    if not alone:
                        return tasks, found
                    binder.reasons += [f"{name}: {NO_MIRROR}" for name in alone]
                if binder.spent:
                    return binder.reasons
    return binder.reasons or ["the easy ways keep it"]


def _beside(
    bank: Bank,
    tasks: Tasks,
    lead: int,
    on_way: Sequence[int],
    k: int,
    away: Bounds,
    binder: Binder,
    rng: Stream,
) -> list[Custom]:
    """The lead with as many siblings as bind, at most k; some two of them restrict one kind of act."""
    chosen: list[Custom] = []
    taken: list[int] = []
    for index in _one_then(lead, bank.siblings(lead, on_way, rng)):
        if taken and not all(bank.alike(index, other) for other in taken):
            continue
        if bank.one_kind and len(taken) == k - 1 and not bank.of_one_kind([*taken, index]):
            continue
        template, rule = bank.rules[index]
        here = binder(tasks.home, template, rule, HOME)
        there = binder(tasks.elsewhere, template, rule, away) if here is not None else None
        if here is not None and there is not None:
            chosen.append(Custom(template.id, template.family, rule, here, there))
            taken.append(index)
        if len(chosen) == k or not chosen or binder.spent:
            break
    if len(chosen) < k and chosen and not binder.spent:
        binder.reasons.append("too few exchangeable customs lie on the easy way")
    return chosen


def _one_then(first: int, rest: Sequence[int]) -> Iterator[int]:
    yield first
    yield from rest
