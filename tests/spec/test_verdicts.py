"""Holds the monitors, the mirrors and the opportunities to verdicts.yaml."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from normquest.episode.opportunities import Moment, opportunities
from normquest.norms.events import Event, Finding
from normquest.norms.mirrors import polarity_mirror, swap_tokens
from normquest.norms.monitor import monitor_for
from normquest.norms.rules import Both, Deadline, Maintenance, Meta, Repair, Rule, rule_data, rule_from
from spec.notation import seen_with_gaps
from spec.traces import FAMILIES, Expected, Findings, OpportunityCase, Trace, opportunity_cases, traces

TRACES = traces()
CASES = opportunity_cases()
BY_ACT_ALONE = [t for t in TRACES if not isinstance(t.rule, Both | Deadline | Maintenance | Meta | Repair)]


def feed(rule: Rule, events: Sequence[Event]) -> list[list[Finding]]:
    """The findings of a fresh monitor, event by event."""
    monitor = monitor_for(rule)
    return [list(monitor.feed(event)) for event in events]


def told(findings: Sequence[Finding]) -> list[Expected]:
    return [Expected(f.result, f.bearer, f.opened_by, f.closed_by) for f in findings]


def check(rule: Rule, events: Sequence[Event], expected: Findings) -> None:
    """What was found at each event is what had to be, in order."""
    found = [told(findings) for findings in feed(rule, events)]
    assert found == [[e for e in expected if e.emitted == seq] for seq in range(len(events))]


def by_id(items: Sequence[Trace]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("trace", items, ids=[item.id for item in items])


@by_id(TRACES)
def test_findings(trace: Trace) -> None:
    check(trace.rule, trace.events, trace.findings)


@by_id([t for t in TRACES if t.token_mirror])
def test_token_mirror(trace: Trace) -> None:
    mirror = trace.token_mirror
    assert mirror is not None
    swapped = swap_tokens(trace.rule, mirror.attribute, mirror.a, mirror.b)
    check(swapped, trace.events, mirror.findings)
    assert swap_tokens(swapped, mirror.attribute, mirror.a, mirror.b) == trace.rule


@by_id([t for t in TRACES if t.polarity_mirror is not None])
def test_polarity_mirror(trace: Trace) -> None:
    mirror = polarity_mirror(trace.rule)
    assert mirror is not None and trace.polarity_mirror is not None
    check(mirror, trace.events, trace.polarity_mirror)
    assert polarity_mirror(mirror) == trace.rule


@pytest.mark.parametrize(
    ("trace", "number"),
    [pytest.param(t, n, id=f"{t.id}-{n}") for t in TRACES for n in range(len(t.views))],
)
def test_partial_view(trace: Trace, number: int) -> None:
    view = trace.views[number]
    check(trace.rule, view.events, view.findings)


@by_id(TRACES)
def test_incremental_is_from_scratch(trace: Trace) -> None:
    """A fresh monitor on any prefix finds the same prefix: no verdict depends on what comes later."""
    for events in (trace.events, *(view.events for view in trace.views)):
        whole = feed(trace.rule, events)
        for length in range(len(events) + 1):
            assert feed(trace.rule, events[:length]) == whole[:length]


@by_id(TRACES)
def test_append_only(trace: Trace) -> None:
    """An instance is ruled on once; only an open one is followed by one more finding, which closes it."""
    for events in (trace.events, *(view.events for view in trace.views)):
        last: dict[str, Finding] = {}
        for seq, findings in enumerate(feed(trace.rule, events)):
            for finding in findings:
                before = last.get(finding.instance)
                if before is not None:
                    assert before.result == "open" and finding.result != "open"
                    assert (before.bearer, before.opened_by) == (finding.bearer, finding.opened_by)
                assert (finding.closed_by is None) == (finding.result == "open")
                assert seq == (finding.opened_by if finding.closed_by is None else finding.closed_by)
                last[finding.instance] = finding


@by_id(TRACES)
def test_two_monitors_share_nothing(trace: Trace) -> None:
    """Monitors of one rule fed alternately find the same as one fed alone."""
    one, other = monitor_for(trace.rule), monitor_for(trace.rule)
    for event, expected in zip(trace.events, feed(trace.rule, trace.events), strict=True):
        assert list(one.feed(event)) == expected == list(other.feed(event))


@by_id(TRACES)
def test_rule_survives_writing(trace: Trace) -> None:
    """The canonical mapping of the rule means the same."""
    assert rule_from(rule_data(trace.rule)) == trace.rule


@by_id(BY_ACT_ALONE)
def test_a_gap_makes_no_finding_false(trace: Trace) -> None:
    """Whatever one turn goes unseen, what is still decided of the acts seen is what was so in truth."""
    truth = [told(findings) for findings in feed(trace.rule, trace.events)]
    for index, event in enumerate(trace.events):
        if event.kind not in ("act", "failed"):
            continue
        unseen = seen_with_gaps(trace.events, [index], {}, trace.id)
        for seq, findings in enumerate(feed(trace.rule, unseen)):
            decided = [f for f in told(findings) if f.result != "unknown"]
            assert all(f in truth[seq] for f in decided), f"event {index} unseen, at event {seq}"


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_opportunities(case: OpportunityCase) -> None:
    found = opportunities([Moment(*moment) for moment in case.moments])
    assert [(o.instance, o.first, o.last, o.outcome) for o in found] == list(case.opportunities)


def test_the_contract_covers_the_language() -> None:
    """Every family, form, window, bearer, result and mirror of section 5 is met by some trace."""
    assert {t.family for t in TRACES} == set(FAMILIES)
    forms = {t.rule.form for t in TRACES}
    assert len(forms) == 11
    assert {f.result for t in TRACES for f in t.findings} == {"violated", "kept", "excused", "open"}
    rules = " ".join(str(t.rule.model_dump(mode="json")) for t in TRACES)
    for word in ("since_entering", "within", "today", "ever", "addressee", "present", "has", "not", "?who"):
        assert f"'{word}'" in rules, word
    assert forms == {t.rule.form for t in TRACES if t.token_mirror}
    assert forms == {t.rule.form for t in TRACES for v in t.views if _unknown(v.findings)}
    assert {"prohibition", "precedence", "maintenance"} <= {t.rule.form for t in TRACES if t.polarity_mirror}


def _unknown(findings: Findings) -> bool:
    return any(finding.result == "unknown" for finding in findings)


@by_id([t for t in TRACES if t.views])
def test_the_contract_itself_is_sound(trace: Trace) -> None:
    """A partial view decides nothing that full view does not decide the same way."""
    for view in trace.views:
        assert view.why
        assert all(f in trace.findings for f in view.findings if f.result != "unknown")
