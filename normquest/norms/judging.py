"""One judge a form: how it closes and opens instances. Duties stand in `duties`.

Every judge reads the memory as it was before the event, then takes the event
in. Memory keys begin with the judge's own slot number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from normquest.norms.events import Event, Finding, Result
from normquest.norms.matching import (
    StateMatch,
    Truth3,
    act_match,
    act_test,
    all3,
    any3,
    bearers_of,
    binding_of,
    state_match,
)
from normquest.norms.past import Memory, PastWatch
from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Condition,
    Now,
    Past,
    Precedence,
    Quantity,
    Reciprocity,
    Test,
)

Slots = Callable[[], int]


class Judge(Protocol):
    """Reads one event, changes `memory` in place, returns its findings."""

    def judge(self, memory: Memory, event: Event) -> list[Finding]: ...


class Conditions:
    """The when or unless part of a rule: tests of the moment and watches of the past."""

    def __init__(
        self, conditions: Sequence[Condition | Test], slots: Slots, shared: frozenset[str] = frozenset()
    ) -> None:
        self.watches = [PastWatch.of(slots(), c, shared) for c in conditions if isinstance(c, Past)]
        self.states: list[StateMatch] = [state_match(c) for c in conditions if isinstance(c, Now)]
        self.acts = [act_test(c) for c in conditions if isinstance(c, Test)]

    def values(self, memory: Memory, event: Event, bearer: str, binding: Mapping[str, str]) -> list[Truth3]:
        """The value of each, for one bearer."""
        return (
            [state(event, bearer) for state in self.states]
            + [act(event) for act in self.acts]
            + [watch.holds(memory, event, bearer, binding) for watch in self.watches]
        )

    def note(self, memory: Memory, event: Event) -> None:
        """Take the event into the memory of the past."""
        for watch in self.watches:
            watch.note(memory, event)


class Guarded:
    """An act pattern with its when and unless: is this act a breach, permitted by unless, or neither?"""

    def __init__(
        self, act: ActPattern, when: Sequence[Condition], unless: Sequence[Condition | Test], slots: Slots
    ) -> None:
        self.act = act
        self.match = act_match(act)
        shared = frozenset(variable for _, variable in act.binds)
        self.when = Conditions(when, slots, shared)
        self.unless = Conditions(unless, slots, shared)
        self.has_unless = bool(unless)

    def result(self, memory: Memory, event: Event, bearer: str) -> Result | None:
        """violated, kept, unknown, or None where the rule says nothing."""
        fits = self.match(event)
        if fits is False:
            return None
        binding = binding_of(self.act, event)
        applies = all3([fits, *self.when.values(memory, event, bearer, binding)])
        if applies is False:
            return None
        permitted = any3(self.unless.values(memory, event, bearer, binding)) if self.has_unless else False
        if applies is None:
            return "unknown"
        if permitted is None:
            return "unknown"
        return "kept" if permitted else "violated"

    def note(self, memory: Memory, event: Event) -> None:
        """Take the event into memory."""
        self.when.note(memory, event)
        self.unless.note(memory, event)


def at_once(event: Event, bearer: str, result: Result, kind: str = "") -> Finding:
    """A finding opened and closed by the same event."""
    return Finding(f"{kind}{event.seq}:{bearer}", bearer, event.seq, event.seq, result)


class ProhibitionJudge:
    """Forbidden, when, unless. The act closes its own instance."""

    def __init__(
        self,
        act: ActPattern,
        when: Sequence[Condition],
        unless: Sequence[Condition | Test],
        bearer: str,
        slots: Slots,
    ) -> None:
        self.guarded = Guarded(act, when, unless, slots)
        self.bearer = bearer

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        findings = []
        if event.kind == "act":
            for bearer in bearers_of(self.bearer, event):
                result = self.guarded.result(memory, event, bearer)
                if result is not None:
                    findings.append(at_once(event, bearer, result))
        self.guarded.note(memory, event)
        return findings


class PrecedenceJudge:
    """Q before P: P without Q in the window is violated (negated: P with Q)."""

    def __init__(self, rule: Precedence, slots: Slots) -> None:
        self.act = rule.act
        self.match = act_match(rule.act)
        bound = {v for q in rule.first for _, v in q.binds}
        shared = frozenset(v for _, v in rule.act.binds if v in bound)
        self.watch = PastWatch(slots(), rule.first, rule.window, rule.n, rule.negated, shared)

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        findings = []
        fits = self.match(event)
        if fits is not False:
            done = self.watch.holds(memory, event, event.actor, binding_of(self.act, event))
            known = fits is True and done is not None
            result: Result = "unknown" if not known else ("kept" if done else "violated")
            findings.append(at_once(event, event.actor, result))
        self.watch.note(memory, event)
        return findings


_Count = tuple[tuple[int, str], int, int]
"""((day, hour), matching acts, acts that may match)."""


class QuantityJudge:
    """At most `most` times a day (or named hour) by one bearer."""

    def __init__(self, rule: Quantity, slots: Slots) -> None:
        self.match = act_match(rule.act)
        self.most, self.per, self.slot = rule.most, rule.per, slots()

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        if event.kind not in ("act", "unseen") or event.act is None:
            return []
        fits = self.match(event) if event.kind == "act" else None
        if fits is False:
            return []
        span = (event.day, event.hour if self.per == "hour" else "")
        key = (self.slot, event.actor)
        kept_span, sure, unsure = cast(_Count, memory.get(key, (span, 0, 0)))
        if kept_span != span:
            sure, unsure = 0, 0
        # One more than the limit is as bad as many: counting stops there, so that memory stays small.
        more = (
            (sure, min(unsure + 1, self.most + 1)) if fits is None else (min(sure + 1, self.most + 1), unsure)
        )
        memory[key] = (span, *more)
        if event.kind == "unseen":
            return []
        if fits is None:
            return [at_once(event, event.actor, "unknown")] if sure + unsure >= self.most else []
        if sure >= self.most:
            return [at_once(event, event.actor, "violated")]
        return [at_once(event, event.actor, "kept" if sure + unsure < self.most else "unknown")]


class AlternationJudge:
    """Not again until another has done it.

    Memory: who surely did it last, and who may have done it since.
    """

    def __init__(self, rule: Alternation, slots: Slots) -> None:
        self.match = act_match(rule.act)
        self.slot = slots()

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        if event.kind not in ("act", "unseen") or event.act is None:
            return []
        fits = self.match(event) if event.kind == "act" else None
        if fits is False:
            return []
        actor = event.actor
        last, doubts = cast(tuple[str, tuple[str, ...]], memory.get((self.slot,), ("", ())))
        result: Result = "kept"
        if last == actor:
            result = "unknown" if set(doubts) - {actor} else "violated"
        elif actor in doubts:
            result = "unknown"
        if fits is True:
            memory[(self.slot,)] = (actor, ())
            return [at_once(event, actor, result)]
        memory[(self.slot,)] = (last, tuple(sorted({*doubts, actor})))
        return [at_once(event, actor, "unknown")] if event.kind == "act" else []


class ReciprocityJudge:
    """Not again towards the same person before giving back to that person."""

    def __init__(self, rule: Reciprocity, slots: Slots) -> None:
        self.act, self.back = rule.act, rule.back
        self.takes, self.gives = act_match(rule.act), act_match(rule.back)
        self.slot = slots()

    def judge(self, memory: Memory, event: Event) -> list[Finding]:
        if event.kind == "unseen":
            # An unseen turn may have settled any debt of this person, or made one.
            memory[(self.slot, event.actor)] = "gap"
            for key in [k for k in memory if k[0] == self.slot and len(k) == 3 and k[1] == event.actor]:
                memory[key] = "unsure"
            return []
        findings: list[Finding] = []
        takes = self.takes(event)
        if takes is not False:
            (who,) = binding_of(self.act, event).values()
            key = (self.slot, event.actor, who)
            debt = memory.get(key, "unsure" if (self.slot, event.actor) in memory else "none")
            result: Result = "violated" if debt == "owed" else ("kept" if debt == "none" else "unknown")
            if takes is None:
                result = "unknown"  # it may be no such act at all
            findings.append(at_once(event, event.actor, result))
            memory[key] = "owed" if takes is True else ("owed" if debt == "owed" else "unsure")
        gives = self.gives(event)
        if gives is not False:
            (who,) = binding_of(self.back, event).values()
            key = (self.slot, event.actor, who)
            if gives is True:
                memory[key] = "none"
            elif memory.get(key) == "owed":
                memory[key] = "unsure"
        return findings
