"""What holds of every monitor, whatever its rule: over the whole language, on lives in a small town."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from normquest.norms import matching
from normquest.norms.events import Act, Event, Finding
from normquest.norms.families import size
from normquest.norms.monitor import Monitor, monitor_for
from normquest.norms.rules import Meta, Rule, rule_from
from normquest.norms.terms_of import terms_of
from norms.drafts import Drafts
from norms.strategies import rules
from norms.town import PEOPLE, PLACES, THINGS, VATS, life, with_gaps

LIVES = [life(seed, turns=10) for seed in range(8)]
DIMMED = [with_gaps(events, Random(seed)) for seed, events in enumerate(LIVES)]
AT_ONCE = ("prohibition", "precedence", "quantity", "alternation", "reciprocity", "speech")
ENTITIES = len(PEOPLE) + len(PLACES) + len(THINGS) + len(VATS)


def histories() -> st.SearchStrategy[tuple[Event, ...]]:
    """A life, seen in full or with gaps."""
    return st.sampled_from([*LIVES, *DIMMED])


def drafted(number: int, seed: int) -> list[Rule]:
    """Rules that find something to say in the town."""
    drafts = Drafts(Random(seed))
    return [drafts.rule() for _ in range(number)]


def found(rule: Rule, events: Sequence[Event]) -> list[list[Finding]]:
    """The findings of a fresh monitor, event by event."""
    monitor = monitor_for(rule)
    return [monitor.feed(event) for event in events]


def flat(findings: Sequence[Sequence[Finding]]) -> list[Finding]:
    """All of them in order."""
    return [finding for at in findings for finding in at]


def check_findings(findings: Sequence[Sequence[Finding]], events: Sequence[Event]) -> None:
    """Append-only, an id an instance, open or closed by the event that says so."""
    last: dict[str, Finding] = {}
    for event, here in zip(events, findings, strict=True):
        for finding in here:
            before = last.get(finding.instance)
            if before is not None:
                assert before.result == "open" and finding.result != "open"
                assert (before.bearer, before.opened_by) == (finding.bearer, finding.opened_by)
            assert (finding.closed_by is None) == (finding.result == "open")
            assert event.seq == (finding.opened_by if finding.closed_by is None else finding.closed_by)
            assert finding.opened_by <= event.seq
            assert finding.bearer in PEOPLE
            last[finding.instance] = finding


@given(rules(), histories())
@settings(max_examples=250)
def test_findings_are_append_only_whatever_the_rule(rule: Rule, events: tuple[Event, ...]) -> None:
    check_findings(found(rule, events), events)


@pytest.mark.parametrize("seed", range(4))
def test_findings_are_append_only_where_there_are_many(seed: int) -> None:
    closed = 0
    for rule in drafted(300, seed):
        for events in (LIVES[seed], DIMMED[seed]):
            findings = found(rule, events)
            check_findings(findings, events)
            closed += len(flat(findings))
    assert closed > 500


@given(rules(), histories(), st.data())
@settings(max_examples=100)
def test_incremental_is_from_scratch(rule: Rule, events: tuple[Event, ...], data: st.DataObject) -> None:
    """In one go, one by one, in two parts, and by `judge` with the memory handed on."""
    one_by_one = found(rule, events)
    assert monitor_for(rule).feed_all(events) == flat(one_by_one)
    cut = data.draw(st.integers(0, len(events)))
    assert found(rule, events[:cut]) == one_by_one[:cut]
    monitor, memory = Monitor(rule), {}
    for event, expected in zip(events, one_by_one, strict=True):
        memory, findings = monitor.judge(memory, event)
        assert findings == expected
    assert not monitor.memory


def test_judging_is_pure() -> None:
    """The memory that is handed in stays as it was, and judging twice says the same."""
    for rule, events in zip(drafted(112, 11), [*LIVES, *DIMMED] * 7, strict=True):
        monitor, memory = Monitor(rule), {}
        for event in events:
            before = copy.deepcopy(memory)
            after, findings = monitor.judge(memory, event)
            assert memory == before
            assert monitor.judge(memory, event) == (after, findings)
            memory = after


@given(rules(), histories())
@settings(max_examples=100)
def test_memory_is_hashable_and_does_not_grow_with_the_history(rule: Rule, events: tuple[Event, ...]) -> None:
    """A few records a person and part of the rule, at most one a thing or person where a variable binds."""
    most = size_with_custom(rule) * (len(PEOPLE) + 1) * (ENTITIES + 2)
    monitor = Monitor(rule)
    lengths = []
    for number in range(6):
        for event in renumbered(events, number * len(events)):
            if event.kind != "stage":
                monitor.feed(event)
        hash(Monitor.memory_key(monitor.memory))
        lengths.append(len(monitor.memory))
    assert max(lengths) <= most
    # Six lives leave no more behind than two do: everything that can be remembered has been by then.
    assert lengths[-1] <= max(lengths[:3])


def size_with_custom(rule: Rule) -> int:
    """How much a rule says, the custom of a meta rule included."""
    return size(rule) + (size_with_custom(rule.custom) if isinstance(rule, Meta) else 0)


def renumbered(events: Sequence[Event], by: int) -> list[Event]:
    return [event.renumbered(event.seq + by, event.turn) for event in events]


@pytest.mark.parametrize(
    "rule",
    [
        {"form": "quantity", "act": {"tag": "any"}, "most": 2},
        {"form": "alternation", "act": {"tag": "any"}},
        {"form": "precedence", "act": {"tag": "any"}, "first": [{"tag": "any"}]},
        {"form": "precedence", "act": {"tag": "any"}, "first": [{"tag": "any"}], "window": "within", "n": 3},
    ],
)
@pytest.mark.parametrize("kind", ["act", "unseen"])
def test_what_no_longer_matters_is_not_remembered(rule: dict[str, Any], kind: Any) -> None:
    """Doing it, or perhaps doing it, ten times leaves the same behind as doing it eleven times."""
    monitor = Monitor(rule_from(rule))
    keys = []
    for seq in range(11):
        verb, tags = ("sit", ("any",)) if kind == "act" else ("", ())
        monitor.feed(Event(seq, seq, "watch", kind, hour="noon", act=Act("oren", verb), tags=tags))
        keys.append(Monitor.memory_key(monitor.memory))
    assert keys[9] == keys[10]


def test_equal_memories_have_equal_futures() -> None:
    """What a planner relies on: the past counts through `memory_key` and through nothing else."""
    met = 0
    for number, rule in enumerate(drafted(400, 23)):
        monitor = Monitor(rule)
        memories = {}
        for seed in range(3):
            memory: Any = {}
            # As a planner has it: all numbers of events are 0.
            for event in (replace(e, seq=0) for e in life(seed, turns=4)):
                memory, _ = monitor.judge(memory, event)
                memories.setdefault(Monitor.memory_key(memory), []).append(memory)
        future = LIVES[number % len(LIVES)][1:]
        for alike in memories.values():
            expected = None
            for memory in alike[:3]:
                other = Monitor(rule)
                other.memory = memory
                findings = other.feed_all(future)
                assert expected is None or findings == expected
                met += expected is not None
                expected = findings
    assert met > 1000


@given(rules(), histories())
@settings(max_examples=150)
def test_a_rule_has_nothing_to_say_of_what_it_does_not_mention(rule: Rule, events: tuple[Event, ...]) -> None:
    check_silence(rule, events)


def test_drafted_rules_have_nothing_to_say_of_what_they_do_not_mention() -> None:
    for rule, events in zip(drafted(304, 31), LIVES * 38, strict=True):
        check_silence(rule, events)


def check_silence(rule: Rule, events: Sequence[Event]) -> None:
    terms = terms_of(rule)
    for event, findings in zip(events, found(rule, events), strict=True):
        if event.kind == "tick":
            mentioned = terms.judges_ticks
        else:
            mentioned = event.kind == "act" and (
                event.verb in terms.verbs or bool(terms.tags.intersection(event.tags))
            )
        assert mentioned or not findings


def test_nothing_is_found_in_sanctions_stages_failed_and_unseen_acts() -> None:
    for rule in drafted(200, 41):
        for event, findings in zip(DIMMED[0], found(rule, DIMMED[0]), strict=True):
            if event.kind in ("sanction", "stage", "failed", "unseen"):
                assert not findings


def test_a_stage_forgets_everything() -> None:
    for rule in drafted(100, 43):
        monitor = Monitor(rule)
        monitor.feed_all(LIVES[0])
        assert monitor.feed(Event(999, 0, "act", "stage")) == [] and monitor.memory == {}
        alone = Monitor(rule).feed_all(LIVES[1])
        assert [f.result for f in monitor.feed_all(LIVES[1])] == [f.result for f in alone]


def test_a_sanction_changes_nothing() -> None:
    for number, rule in enumerate(drafted(100, 47)):
        events = LIVES[number % 8]
        bare = [event for event in events if event.kind != "sanction"]
        assert Monitor(rule).feed_all(events) == Monitor(rule).feed_all(bare)
    assert sum(event.kind == "sanction" for events in LIVES for event in events) > 10


class LookUps:
    """Counts how often an attribute is looked up: every test but that of the hour comes to that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._has = matching._has
        monkeypatch.setattr(matching, "_has", self)

    def __call__(self, *args: Any) -> Any:
        self.count += 1
        return self._has(*args)

    def spent(self, monitor: Monitor, events: Sequence[Event]) -> list[int]:
        """The look-ups at each event."""
        spent = []
        for event in events:
            before = self.count
            monitor.feed(event)
            spent.append(self.count - before)
        return spent


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Iterator[LookUps]:
    yield LookUps(monkeypatch)


@given(data=st.data())
@settings(max_examples=120)
def test_an_event_costs_at_most_the_size_of_the_rule(data: st.DataObject) -> None:
    """For each person bound, and each person who might be "somebody present", every test once or twice.

    A duty also looks at the rites that were open, once a rite.
    """
    rule, events = data.draw(rules()), data.draw(histories())
    with pytest.MonkeyPatch.context() as patch:
        spent = LookUps(patch).spent(Monitor(rule), events)
    for event, looks in zip(events, spent, strict=True):
        people = max(1, len(event.facts.get("people") or ()))
        rites = len(event.could or ())
        assert looks <= size_with_custom(rule) * people * (people + 2 + rites)


def test_an_event_costs_no_more_late_than_early(counter: LookUps) -> None:
    """The same life lived ten times over: its last round takes no more looking than its second."""
    total = 0
    for rule in drafted(60, 53):
        monitor = Monitor(rule)
        rounds = [
            sum(counter.spent(monitor, [e for e in renumbered(LIVES[2], i * 100) if e.kind != "stage"]))
            for i in range(10)
        ]
        assert rounds[-1] <= 1.2 * max(rounds[1:4]) + 20
        total += sum(rounds)
    assert total > 5_000


@pytest.mark.parametrize("window", ["since_entering", "today", "ever"])
def test_cost_grows_in_step_with_the_number_of_conditions(counter: LookUps, window: str) -> None:
    def looks(n: int) -> int:
        past = {"has": {"tag": "speaking", "addressee.role": "guest"}, "window": window}
        now = {"present.role": "abbot"}
        rule = rule_from(
            {"form": "prohibition", "act": {"tag": "speaking"}, "when": [past] * n, "unless": [now] * n}
        )
        return sum(counter.spent(Monitor(rule), LIVES[3]))

    one, four, eight = looks(1), looks(4), looks(8)
    assert one > 0
    assert four <= 4 * one and eight <= 8 * one


@pytest.mark.parametrize("form", AT_ONCE)
def test_who_sees_less_finds_nothing_else(form: str) -> None:
    """With gaps a finding may be unknown, but what is decided is decided as it was."""
    drafts = Drafts(Random(form))
    known = unknown = 0
    for number in range(2500):
        rule = drafts.plain()
        if rule.form != form:
            continue
        whole, dimmed = LIVES[number % 8], with_gaps(LIVES[number % 8], Random(number), 0.15, 0.35)
        full = {(f.bearer, f.opened_by, f.closed_by, f.result) for f in Monitor(rule).feed_all(whole)}
        for finding in Monitor(rule).feed_all(dimmed):
            if finding.result == "unknown":
                unknown += 1
            else:
                known += 1
                assert (finding.bearer, finding.opened_by, finding.closed_by, finding.result) in full, rule
    assert known > 50 and unknown > 5


def test_who_misses_what_another_did_finds_upkeep_unknown() -> None:
    """Somebody whose turn went unseen may have taken the sash off: then its wearer would be excused."""
    drafts, unknown = Drafts(Random(61)), 0
    for number in range(900):
        rule = drafts.plain()
        if rule.form != "maintenance":
            continue
        whole = LIVES[number % 8]
        full = {(f.bearer, f.opened_by, f.closed_by, f.result) for f in Monitor(rule).feed_all(whole)}
        for finding in Monitor(rule).feed_all(with_gaps(whole, Random(number), 0.15, 0.3)):
            unknown += finding.result == "unknown"
            here = (finding.bearer, finding.opened_by, finding.closed_by, finding.result)
            assert finding.result == "unknown" or here in full, rule
    assert unknown > 0


@pytest.mark.parametrize("seed", range(3))
def test_who_sees_less_accuses_and_excuses_nobody_wrongly(seed: int) -> None:
    """Over the whole language. A duty kept in an unseen turn may be taken to be kept later, by rule 27."""
    decided: Counter[str] = Counter()
    for number, rule in enumerate(drafted(1500, 70 + seed)):
        whole = LIVES[number % 8]
        full = {(f.bearer, f.closed_by, f.result) for f in Monitor(rule).feed_all(whole)}
        for finding in Monitor(rule).feed_all(with_gaps(whole, Random(number), 0.15, 0.3)):
            if finding.result in ("violated", "excused"):
                decided[rule.form] += 1
                assert (finding.bearer, finding.closed_by, finding.result) in full, rule
    assert all(decided[form] > 5 for form in ("deadline", "repair", "meta", "both", "maintenance"))
