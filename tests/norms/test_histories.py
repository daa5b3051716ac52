"""Scoring a statement on X: by hand on small case sets, and in figures on a realistic one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.bank.cases import LEAST_VIOLATIONS, SIZE, choose_cases, histories_for
from normquest.bank.draw import guesses_of
from normquest.bank.pool import free_errands, kept_errands
from normquest.community.build import build
from normquest.minds.spaces import build_space
from normquest.minds.words_seen import vocabulary
from normquest.norms.edits import edits
from normquest.norms.events import Act, Event
from normquest.norms.histories import CaseSet, History, labels_on, score, score_labels, turn_labels
from normquest.norms.rules import Rule, rule_from
from normquest.norms.templates import templates
from normquest.settings import worlds_folder
from normquest.streams import stream
from normquest.world.loader import load_world

STRATA: Any = {"V": "violation", "K": "keeping", "N": "near_miss", "O": "other"}


def cases(truth: str, strata: str = "") -> CaseSet:
    """X with these labels (1: violation) and strata (a letter a case); its histories do not matter."""
    labels = tuple(digit == "1" for digit in truth)
    names = strata or "".join("V" if label else "O" for label in labels)
    return CaseSet(
        (), tuple((0, i) for i in range(len(labels))), labels, tuple(STRATA[name] for name in names)
    )


def said(labels: str) -> list[bool]:
    return [digit == "1" for digit in labels]


def test_figures_by_hand() -> None:
    # Two of four violations hit, one of six others accused: tp 2, fn 2, fp 1, tn 5.
    found = score_labels(said("1100" + "100000"), cases("1111" + "000000"))
    assert not found.exact
    assert found.balanced_accuracy == pytest.approx((2 / 4 + 5 / 6) / 2)
    assert found.mcc == pytest.approx((2 * 5 - 1 * 2) / sqrt(3 * 4 * 6 * 7))
    assert found.jaccard == pytest.approx(2 / (2 + 1 + 2))
    assert found.agreement == pytest.approx(7 / 10)


def test_strata_by_hand() -> None:
    found = score_labels(said("10" + "010" + "1000" + "0"), cases("11" + "000" + "0000" + "0", "VVKKKNNNNO"))
    assert found.by_stratum == {"violation": 1 / 2, "keeping": 2 / 3, "near_miss": 3 / 4, "other": 1.0}


def test_a_stratum_without_cases_is_undefined() -> None:
    found = score_labels(said("10"), cases("10", "VK"))
    assert found.by_stratum == {"violation": 1.0, "keeping": 1.0, "near_miss": None, "other": None}


def test_the_norm_itself_is_exact() -> None:
    found = score_labels(said("1100"), cases("1100"))
    assert found.exact
    assert (found.balanced_accuracy, found.mcc, found.jaccard, found.agreement) == (1, 1, 1, 1)


def test_the_opposite_is_worth_less_than_nothing() -> None:
    found = score_labels(said("0011"), cases("1100"))
    assert (found.balanced_accuracy, found.mcc, found.jaccard, found.agreement) == (0, -1, 0, 0)


def test_none_that_i_can_see_is_a_statement() -> None:
    """It hits no violation and accuses nobody: even odds, no correlation to speak of, no overlap."""
    found = score(None, replace(cases("100"), histories=(History(tuple(washes(3))),)))
    assert found.exact is False
    assert (found.balanced_accuracy, found.mcc, found.jaccard) == (0.5, None, 0.0)
    assert found.agreement == pytest.approx(2 / 3)


def test_none_is_exact_where_nobody_breaks_anything() -> None:
    found = score_labels(said("000"), cases("000"))
    assert found.exact is True and found.agreement == 1
    assert (found.balanced_accuracy, found.mcc, found.jaccard) == (None, None, None)


@pytest.mark.parametrize(
    ("stated", "truth", "balanced", "mcc", "jaccard"),
    [
        ("111", "111", None, None, 1.0),  # only violations
        ("100", "111", None, None, 1 / 3),
        ("100", "000", None, None, 0.0),  # no violation, but one was said
        ("111", "100", 0.5, None, 1 / 3),  # everything forbidden
    ],
)
def test_what_is_undefined_stays_undefined(
    stated: str, truth: str, balanced: float | None, mcc: float | None, jaccard: float | None
) -> None:
    found = score_labels(said(stated), cases(truth))
    assert (found.balanced_accuracy, found.mcc, found.jaccard) == (balanced, mcc, jaccard)


def test_without_a_case_nothing_is_defined() -> None:
    found = score_labels([], cases(""))
    assert (found.exact, found.balanced_accuracy, found.mcc, found.jaccard, found.agreement) == (None,) * 5
    assert set(found.by_stratum.values()) == {None}


def test_labels_must_be_as_many_as_cases() -> None:
    with pytest.raises(ValueError):
        score_labels(said("10"), cases("100"))


BITS = st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from("VKNO")), min_size=1, max_size=60)


@given(BITS)
def test_figures_are_what_they_are_elsewhere(bits: list[tuple[bool, bool, str]]) -> None:
    stated, truth = [s for s, _, _ in bits], [t for _, t, _ in bits]
    found = score_labels(stated, cases("".join("01"[t] for t in truth), "".join(name for _, _, name in bits)))
    assert found.exact == (stated == truth) == (found.agreement == 1)
    s, t = np.array(stated), np.array(truth)
    assert found.agreement == pytest.approx((s == t).mean())
    if found.mcc is None:
        assert s.all() or t.all() or not s.any() or not t.any()
    else:
        assert found.mcc == pytest.approx(np.corrcoef(s, t)[0, 1])
    if found.balanced_accuracy is None:
        assert t.all() or not t.any()
    else:
        assert found.balanced_accuracy == pytest.approx((s[t].mean() + (1 - s[~t]).mean()) / 2)
    assert found.jaccard == (None if not (s | t).any() else pytest.approx((s & t).sum() / (s | t).sum()))
    share = {STRATA[letter]: sum(name == letter for _, _, name in bits) / len(bits) for letter in "VKNO"}
    within = sum(share[name] * (value or 0) for name, value in found.by_stratum.items())
    assert within == pytest.approx(found.agreement)


# Labels of turns


def did(seq: int, by: str, verb: str, kind: Any = "act", **slots: str) -> Event:
    people = {"oren": {}, "vera": {}}
    return Event(seq, 0, "watch", kind, act=Act(by, verb, tuple(slots.items())), facts={"people": people})


def tick(seq: int, **wears: str) -> Event:
    people = {name: {"wears": worn, "place": {}} for name, worn in wears.items()}
    return Event(seq, 0, "watch", "tick", facts={"people": people})


def washes(n: int) -> list[Event]:
    return [event for i in range(n) for event in (did(2 * i, "oren", "wash"), tick(2 * i + 1))]


NO_WASHING = rule_from({"form": "prohibition", "act": {"verb": "wash"}})
THEN_BOW = rule_from({"form": "deadline", "act": {"verb": "wash"}, "then": [{"verb": "bow"}], "within": 1})


def shown(rule: Rule | None, events: Sequence[Event]) -> str:
    return "".join("01"[label] for label in turn_labels(rule, events))


def test_an_act_has_a_label_and_nothing_else_has() -> None:
    events = [
        Event(0, 0, "watch", "stage"),
        did(1, "oren", "wash"),
        did(2, "vera", "wash", "failed"),
        did(3, "vera", "wash", "sanction"),
        tick(4),
        did(5, "vera", "bow"),
    ]
    assert shown(NO_WASHING, events) == "100"
    assert shown(None, events) == "000"


def test_what_comes_at_the_end_of_the_turn_labels_its_act() -> None:
    events = [did(0, "oren", "wash"), tick(1), did(2, "oren", "sit"), did(3, "vera", "sit"), tick(4)]
    assert shown(THEN_BOW, events) == "010"


def test_an_expiry_that_the_history_does_not_reach_labels_nothing() -> None:
    assert shown(THEN_BOW, [did(0, "oren", "wash"), tick(1), did(2, "oren", "sit")]) == "00"


def test_the_one_addressed_is_labelled_where_they_are_charged() -> None:
    rule = rule_from({"form": "prohibition", "act": {"verb": "wash"}, "bearer": "addressee"})
    events = [did(0, "oren", "sit"), did(1, "vera", "wash", addressee="oren"), tick(2)]
    assert shown(rule, events) == "10"


def test_a_charge_in_a_later_turn_labels_no_earlier_act() -> None:
    """Who did nothing in this turn has no case in it, and the old act was none."""
    rule = rule_from(
        {"form": "maintenance", "keep": {"one.wears": "sash"}, "during": [{"not": {"one.wears": "hood"}}]}
    )
    bare = {"oren": "cap", "vera": "sash"}
    events = [did(0, "oren", "sit"), tick(1, oren="sash", vera="sash"), tick(2, **bare), tick(3, **bare)]
    assert shown(rule, events) == "0"
    assert shown(rule, [*events[:3], did(3, "oren", "sit"), tick(4, **bare)]) == "01"


def test_cases_ask_for_acts_of_histories() -> None:
    x = CaseSet(
        histories=(
            History(tuple(washes(3))),
            History((did(0, "vera", "bow"), did(1, "oren", "wash"), tick(2))),
        ),
        items=((1, 1), (0, 1), (1, 0)),
        labels=(True, True, False),
        strata=("violation", "violation", "other"),
    )
    assert labels_on(NO_WASHING, x) == [True, True, False]
    assert labels_on(THEN_BOW, x) == [False, True, False]
    assert labels_on(None, x) == [False, False, False]
    assert x.violating == 2
    assert score(NO_WASHING, x).exact
    assert score(THEN_BOW, x).balanced_accuracy == (1 / 2 + 1) / 2


# A realistic X

NORMS: dict[str, dict[str, Any]] = {
    "washed": {
        "form": "precedence",
        "act": {"tag": "dyeing", "thing.fibre": "coarse"},
        "first": [{"tag": "washing"}],
        "window": "within",
        "n": 3,
    },
    "watched": {"form": "prohibition", "act": {"tag": "dyeing"}, "when": [{"present.role": "steward"}]},
}
SEED = 3


@dataclass(frozen=True)
class Realistic:
    """A norm with its one-edit variants, the histories that X was chosen from, and X."""

    norm: Rule
    variants: Sequence[Rule]
    histories: Sequence[History]
    x: CaseSet


@pytest.fixture(scope="module")
def kitchen() -> Mapping[str, Realistic]:
    """Two norms in the dye kitchen."""
    norms = {name: rule_from(data) for name, data in NORMS.items()}
    rules = list(norms.values())
    world = load_world(worlds_folder() / "dye_kitchen.yaml").world
    community = build(world, "home", SEED)
    free = free_errands(community, {(None, "dyeing")}, SEED, 60)
    kept = kept_errands(community, rules, 0.5, SEED, 60)
    words = vocabulary(community, [event for errand in (*kept, *free) for event in errand.events])
    pool = histories_for(community, kept, free, rules, stream(SEED, "X"))
    guesses = guesses_of(world, build_space(words, rules)[0].build(), stream(SEED, "guesses"))
    return {
        name: Realistic(
            norm,
            edits(norm, words),
            pool,
            choose_cases(norm, words, pool, stream(SEED, "case", name), guesses),
        )
        for name, norm in norms.items()
    }


@pytest.mark.parametrize("name", NORMS)
def test_x_is_as_designed(kitchen: Mapping[str, Realistic], name: str) -> None:
    x, norm = kitchen[name].x, kitchen[name].norm
    assert 200 <= len(x.items) == len(set(x.items)) <= SIZE and x.violating >= LEAST_VIOLATIONS
    assert labels_on(norm, x) == list(x.labels)
    assert score(norm, x).exact
    assert [stratum == "violation" for stratum in x.strata] == list(x.labels)
    assert score(None, x).balanced_accuracy == 0.5


@pytest.mark.parametrize("name", NORMS)
def test_x_tells_the_norm_from_every_variant_that_its_histories_tell(
    kitchen: Mapping[str, Realistic], name: str
) -> None:
    here = kitchen[name]
    truth = [turn_labels(here.norm, history.events) for history in here.histories]
    told = exact = 0
    for variant in here.variants:
        differs = [turn_labels(variant, history.events) for history in here.histories] != truth
        assert score(variant, here.x).exact != differs
        told += differs
        exact += not differs
    assert told > 20 and told > exact


@pytest.mark.parametrize("name", NORMS)
def test_who_guesses_from_the_file_does_no_better_than_chance(
    kitchen: Mapping[str, Realistic], name: str
) -> None:
    """Over all rules of the bank but the right one; of those that are wrong some are nearly right."""
    bank = templates(load_world(worlds_folder() / "dye_kitchen.yaml").world)
    total = often = 0.0
    for template in bank:
        for _, rule in template.instances:
            found = score(rule, kitchen[name].x)
            if not found.exact:
                total += (found.balanced_accuracy or 0) / len(template.instances)
                often += 1 / len(template.instances)
    assert abs(total / often - 0.5) <= 0.01


@pytest.mark.parametrize(
    ("name", "change", "least", "most"),
    [
        ("washed", {"n": 1}, 0.85, 0.999),  # a wrong time window
        ("washed", {"negated": True}, 0.0, 0.6),  # the condition denied
        ("washed", {"act": {"tag": "dyeing"}}, 0.5, 0.8),  # a test of the act dropped
        ("washed", {"act": {"tag": "dyeing", "thing.fibre": "fine"}}, 0.0, 0.5),  # a wrong token in the act
        ("watched", {"when": []}, 0.5, 0.6),  # the condition dropped: forbidden outright
        ("watched", {"when": [{"present.role": "dyer"}]}, 0.3, 0.7),  # a wrong token in the condition
        ("watched", {"when": [{"not": {"present.role": "steward"}}]}, 0.0, 0.2),
        ("watched", {"act": {"tag": "dyeing", "target.colour": "rose"}}, 0.5, 0.8),  # an extra test
        ("watched", {"act": {"tag": "taking"}}, 0.45, 0.55),  # another act altogether
    ],
)
def test_nearly_right_is_not_found(
    kitchen: Mapping[str, Realistic], name: str, change: dict[str, Any], least: float, most: float
) -> None:
    """Pinned in rough figures, so that nobody takes a balanced accuracy of .9 for a norm that was found.

    Nearly all cases are acts of the verb that the norm speaks of: to forbid it outright scores no more than
    to forbid nothing.
    """
    found = score(rule_from({**NORMS[name], **change}), kitchen[name].x)
    assert found.exact is False
    assert found.balanced_accuracy is not None and least <= found.balanced_accuracy <= most


def test_a_wrong_window_scores_high_though_it_is_not_the_norm(kitchen: Mapping[str, Realistic]) -> None:
    """One may even agree in 19 cases of 20, as confidence has it, and not have found the norm."""
    windows: list[dict[str, Any]] = [{"n": 1}, {"n": 2}, {"window": "since_entering", "n": None}]
    wrong = [score(rule_from({**NORMS["washed"], **window}), kitchen["washed"].x) for window in windows]
    assert all(found.exact is False and (found.balanced_accuracy or 0) >= 0.85 for found in wrong)
    assert any((found.balanced_accuracy or 0) >= 0.9 and (found.agreement or 0) >= 19 / 20 for found in wrong)
