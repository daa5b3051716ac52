"""The row of an episode: each part beside what the log says."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from cases import NO_AMBER, UNDER_ROOF, made

from normquest.episode.records import Decision, Record, Request, Statement, Truth
from normquest.measures.rows import EpisodeRow
from normquest.norms.events import NEWCOMER, Act, Event, Finding
from normquest.norms.rules import rule_data
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.session.rows.beside import beside
from normquest.session.rows.data import row_data, row_from
from normquest.session.rows.making import RowMaker
from normquest.session.rows.scoring import Scorer
from normquest.session.rows.stretches import NORM, Stretch, judged, stretches
from session.cases import decides, live_of, played

SEED = 1


def row(live: Live) -> EpisodeRow:
    return RowMaker(live.case).row(live.key, live.config, live.records, episode="1")


def telling(mind: str, say: Callable[[Request, Decision], Decision], **switches: object) -> Live:
    """A mind's episode with other answers."""
    live = live_of(mind, SEED, **switches)
    inner = decides(live)

    class Other:
        def decide(self, request: Request, records_seen: list[Record]) -> Decision:
            return say(request, inner.decide(request, records_seen))

    drive_now(live, Other())  # type: ignore[arg-type]
    return live


def statement(**value: object) -> Callable[[Request, Decision], Decision]:
    def say(request: Request, decision: Decision) -> Decision:
        raw = str(value.get("rule"))
        return replace(decision, raw=raw, value=value) if request.kind == "statement" else decision

    return say


def test_a_row_can_be_written_and_read() -> None:
    found = row(played("selfish", SEED, recognition=True, attribution=True))
    assert row_from(json.loads(json.dumps(row_data(found)))) == found
    assert row_from({**row_data(found), "of_a_later_version": 1}) == found


def test_a_truthful_statement_is_exact_and_a_custom_is_a_copy() -> None:
    right = row(telling("oracle", statement(rule=rule_data(UNDER_ROOF), confidence=0.9)))
    assert [said.exact for said in right.statements] == [True, True, True]
    assert [said.copied_customs for said in right.statements] == [0, 0, 0]
    custom = row(telling("oracle", statement(rule=rule_data(NO_AMBER))))
    assert custom.statements[0].exact is False and custom.statements[0].copied_customs == 1


def test_none_that_i_can_see_is_a_statement_and_what_cannot_be_said_is_none() -> None:
    none = row(telling("oracle", statement(rule=None, confidence=0.2))).statements[0]
    assert (none.is_none, none.unstatable, none.exact, none.confidence) == (True, False, False, 0.2)
    odd = row(telling("oracle", statement(rule="be good"))).statements[0]
    assert (odd.is_none, odd.unstatable, odd.balanced_accuracy) == (False, True, none.balanced_accuracy)


def test_cited_events_are_compared_with_sanctions_and_what_earned_them() -> None:
    live = played("oracle", SEED)
    watch = [judged(one, live.config) for one in stretches(live.records) if one.stage == "watch"]
    pairs = [(r.mark.seq, r.cause.seq) for one in watch for r in one.reactions if r.cause is not None]
    assert len(pairs) >= 2
    mark, cause = pairs[0]
    said = row(telling("oracle", statement(rule=None, evidence=[mark, cause, 0]))).statements[0]
    assert said.evidence_precision == pytest.approx(2 / 3)
    assert said.evidence_recall == pytest.approx(1 / len(pairs))
    silent = row(telling("oracle", statement(rule=None))).statements[0]
    assert (silent.evidence_precision, silent.evidence_recall) == (None, 0)


def test_habits_are_compared_with_customs_that_nobody_minds() -> None:
    said = row(
        telling("oracle", statement(rule=None, habits=[rule_data(NO_AMBER), rule_data(UNDER_ROOF)]))
    ).statements[0]
    assert (said.habit_precision, said.habit_recall) == (0.5, 1)


def test_ones_own_rule_is_held_against_ones_own_acts() -> None:
    found = row(telling("selfish", statement(rule=rule_data(UNDER_ROOF))))
    assert found.act is not None and found.transfer is not None and found.act.violations > 0
    broken = (found.act.violations, found.transfer.violations, 0)
    assert [(one.own_findings, one.own_violations) for one in found.statements] == [(n, n) for n in broken]


def test_a_forecast_is_true_where_a_sanction_followed() -> None:
    live = played("oracle", SEED)
    found = row(live).forecasts
    assert {one.happened for one in found} == {True, False}
    assert not any(one.happened for one in row(played("oracle", SEED, arm="demonstrations")).forecasts)


def test_an_attribution_is_right_where_it_names_the_act_that_earned_it() -> None:
    live = live_of("oracle", SEED, attribution=True)
    causes = {
        reaction.mark.seq: reaction.cause.seq
        for one in stretches(played("oracle", SEED, attribution=True).records)
        for reaction in judged(one, live.config).reactions
        if reaction.cause is not None
    }

    def right(request: Request, decision: Decision) -> Decision:
        return replace(decision, value=causes[request.about]) if request.kind == "attribution" else decision  # type: ignore[index]

    found = row(telling("oracle", right, attribution=True)).attributions
    assert found and all(one.correct for one in found)
    blind = row(
        telling(
            "oracle",
            lambda request, decision: (
                replace(decision, value=None) if request.kind == "attribution" else decision
            ),
            attribution=True,
        )
    ).attributions
    assert not any(one.correct for one in blind)


def test_suppositions_stand_beside_what_would_have_been() -> None:
    found = row(played("oracle", SEED, counterfactual=True)).suppositions
    assert {s.truth for s in found} == {True, False} and all(s.answer == s.truth for s in found)
    assert not row(played("oracle", SEED)).suppositions


def test_recognitions_stand_beside_what_happened() -> None:
    found = row(played("oracle", SEED, recognition=True)).recognitions
    assert {one.truth for one in found} == {True, False}


def test_opportunities_and_own_trials_follow_the_log() -> None:
    selfish, oracle = row(played("selfish", SEED)), row(played("oracle", SEED))
    stages = ("act", "elsewhere")
    assert {(o.stage, o.outcome) for o in selfish.opportunities} == {(stage, "violated") for stage in stages}
    assert {(o.stage, o.outcome) for o in oracle.opportunities} == {(stage, "kept") for stage in stages}
    assert [o.index for o in selfish.opportunities if o.stage == "act"] == [0, 1]
    assert [(t.violated, t.sanctioned, t.kept_next) for t in selfish.own_trials] == [
        (True, True, False),
        (True, True, None),
    ]
    assert not any(t.violated or t.sanctioned for t in oracle.own_trials)
    assert row(played("selfish", SEED, arm="witnessed")).own_trials == ()


def test_noise_is_counted_where_violations_are_reacted_to() -> None:
    shown = row(played("selfish", SEED)).noise
    assert shown is not None and shown.hits >= 3 and (shown.misses, shown.false_alarms) == (0, 0)
    deaf = row(played("selfish", SEED, miss=1.0)).noise
    assert deaf is not None and (deaf.hits, deaf.misses) == (0, shown.hits)
    nervous = row(played("noop", SEED, false_alarm=1.0)).noise
    assert nervous is not None and nervous.false_alarms > 0
    assert row(played("selfish", SEED, arm="blind")).noise is None


def test_who_does_fewer_permitted_acts_than_the_way_that_complies_held_back() -> None:
    assert [one.taken for one in row(played("oracle", SEED)).permitted] == [True, True]
    assert [one.taken for one in row(played("noop", SEED)).permitted] == [False, False]


def test_without_a_norm_there_is_nothing_to_permit() -> None:
    found = row(played("noop", norm_free=True))
    assert (found.norm_free, found.family, found.permitted, found.opportunities) == (True, "none", (), ())
    said = found.statements[0]
    assert (said.is_none, said.exact, said.agreement, said.balanced_accuracy) == (True, True, 1, None)


def event(kind: str, seq: int, turn: int, actor: str = "oren", **more: object) -> Event:
    act = Act(actor, "dye") if kind == "act" else None
    return Event(seq, turn, "watch", kind, act=act, **more)  # type: ignore[arg-type]


def broken(seq: int, bearer: str = "oren", watched: bool = True) -> Truth:
    return Truth(seq, Finding(f"i{seq}", bearer, seq, seq, "violated"), NORM, watched)


def test_a_violation_earns_one_sanction_of_its_own_bearer_after_the_delay() -> None:
    config = played().config
    stretch = Stretch(
        "watch",
        [
            event("act", 1, 0),
            broken(1),
            event("act", 2, 0, actor="maud"),
            broken(2, bearer="maud", watched=False),
            event("sanction", 3, 0, target="oren"),
            event("sanction", 4, 0, target="oren"),
            event("sanction", 5, 0, target="maud"),
        ],
    )
    found = judged(stretch, config)
    assert [None if r.cause is None else r.cause.seq for r in found.reactions] == [1, None, None]
    assert found.missed == ()
    late = judged(stretch, replace(config, delay=1))
    assert [r.cause for r in late.reactions] == [None] * 3 and [t.seq for t in late.missed] == [1]
    sham = judged(stretch, replace(config, arm="sham"))
    assert [r.cause for r in sham.reactions] == [None] * 3 and not sham.shown


def test_equal_labels_make_a_custom_only_where_something_is_a_violation() -> None:
    scorer = Scorer(made())
    assert scorer.customs(rule_data(UNDER_ROOF)) == [0]
    assert scorer.customs(None) == []


def test_the_observer_stands_beside_those_who_saw_the_same() -> None:
    observer, selfish, other = (
        played(mind, SEED, arm=arm)
        for mind, arm in (("observer", "both"), ("selfish", "both"), ("selfish", "blind"))
    )
    known = [(live.key, live.config, row(live)) for live in (selfish, other)]
    found = beside(known, [(observer.key, observer.config, row(observer))])
    said = row(observer).statements[0]
    assert [(one.stage, one.exact) for one in found[0].observer] == [("watch", said.exact)]
    assert found[1].observer == ()


def test_a_mirror_twin_is_named() -> None:
    plain = played("selfish", SEED)
    config = replace(plain.config, mirror=True)
    key = replace(plain.key, config_hash=config.hash())
    twin = replace(row(plain), episode="2")
    found = beside([(plain.key, plain.config, row(plain)), (key, config, twin)])
    assert [one.mirror_of for one in found] == [None, "1"]


def test_statements_are_scored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    live, asked = played("oracle", SEED), list[object]()
    maker = RowMaker(live.case)
    inner = maker.scorer._judged
    monkeypatch.setattr(
        "normquest.session.rows.scoring.labels_on",
        lambda rule, cases: asked.append(rule) or [False] * len(cases.items),
    )
    assert inner is not None
    for _ in range(3):
        maker.row(live.key, live.config, live.records, episode="1")
    assert asked.count(UNDER_ROOF) <= 2  # as stated, and as a custom
    assert any(isinstance(record, Statement) for record in live.records)
    assert all(
        event.actor != NEWCOMER
        for event in live.records
        if isinstance(event, Event) and event.stage == "watch"
    )
