"""K customs that are exchangeable: all binding on one task, sharing a kind of act.

Which of them is the norm is drawn afterwards, from a stream of its own, so
that nothing about the choice of customs or scenes can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from normquest.bank.binding import Binding, Job, bind, breaches
from normquest.minds.planner import Walker
from normquest.community.errands import Errand
from normquest.norms.histories import turn_labels
from normquest.norms.rules import Rule
from normquest.norms.templates import Template
from normquest.norms.terms_of import terms_of
from normquest.streams import shuffled

MOST_TRIES = 60
"""Norms planned for on one task before the draw is given up."""
MOST_RATIO, MOST_SHARED, LEAST_BREAKS = 5.0, 0.5, 3
"""Customs are exchangeable if, by people who mind nothing, they are broken about as often and seldom together."""


@dataclass(frozen=True)
class Custom:
    """One of the K: its template, its rule, how it bears on the task at home and elsewhere."""

    template: str
    family: str
    rule: Rule
    home: Binding
    elsewhere: Binding


def candidates(templates: Sequence[Template], first: str, rng: Random) -> Iterator[tuple[Template, Rule]]:
    """Rules to try: the asked-for template's, then those of templates about the same kind of act, then others."""
    by_id = {t.id: t for t in templates}
    lead = by_id[first]
    kinds = act_kinds(lead.instances[0][1])
    near = [t for t in templates if t.id != first and act_kinds(t.instances[0][1]) & kinds]
    near.sort(key=lambda t: t.family != lead.family)
    for template in (lead, *_mixed(near, lead.family, rng)):
        for _, rule in shuffled(rng, list(template.instances)):
            yield template, rule


def _mixed(templates: Sequence[Template], family: str, rng: Random) -> list[Template]:
    same = [t for t in templates if t.family == family]
    rest = [t for t in templates if t.family != family]
    return shuffled(rng, same) + shuffled(rng, rest)


def act_kinds(rule: Rule) -> set[tuple[str | None, str | None]]:
    """The kinds of act that the rule restricts."""
    return {(p.verb, p.tag) for p in terms_of(rule).acts}


class Rates:
    """How often rules are broken by people who mind nothing, and how often two are broken together."""

    def __init__(self, errands: Sequence[Errand]) -> None:
        self._errands = errands
        self._known: dict[Rule, list[bool]] = {}

    def breaks(self, rule: Rule) -> list[bool]:
        """Whether each act of the errands breaks the rule."""
        if rule not in self._known:
            self._known[rule] = [label for e in self._errands for label in turn_labels(rule, e.events)]
        return self._known[rule]

    def alike(self, a: Rule, b: Rule) -> bool:
        """Whether two rules are broken about as often, and seldom together."""
        x, y = self.breaks(a), self.breaks(b)
        nx, ny = sum(x), sum(y)
        both = sum(p and q for p, q in zip(x, y, strict=True))
        return max(nx, ny) <= MOST_RATIO * min(nx, ny) and both <= MOST_SHARED * min(nx, ny)


def choose_customs(
    home: Job,
    elsewhere: Job,
    templates: Sequence[Template],
    first: str,
    k: int,
    rates: Rates,
    rng: Random,
) -> tuple[list[Custom], list[str]]:
    """At most k customs that bind on both jobs, the first of the asked-for template; and why others did not."""
    chosen: list[Custom] = []
    reasons: list[str] = []
    spent = 0
    for template, rule in candidates(templates, first, rng):
        if spent >= MOST_TRIES or len(chosen) == k:
            break
        if template.id != first and not chosen:
            break
        if any(c.rule == rule for c in chosen) or not _on_the_way(home, rule) or not _on_the_way(elsewhere, rule):
            continue
        if sum(rates.breaks(rule)) < LEAST_BREAKS or any(not rates.alike(c.rule, rule) for c in chosen):
            continue
        spent += 1
        bound = bind(home, rule)
        if isinstance(bound, str):
            reasons.append(f"{template.family}: {bound}")
            continue
        there = bind(elsewhere, rule)
        if isinstance(there, str):
            reasons.append(f"{template.family}, elsewhere: {there}")
            continue
        chosen.append(Custom(template.id, template.family, rule, bound, there))
    return chosen, reasons


def _on_the_way(job: Job, rule: Rule) -> bool:
    return bool(breaches(Walker(job.community, rule), job.start, job.easy.acts))
