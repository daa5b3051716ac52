"""Known minds, known figures."""

import pytest

from measures.made import WON, met, row, said, stage, wins
from normquest.episode.records import ARMS
from normquest.measures.figures import Figure
from normquest.measures.registry import MEASURES, take
from normquest.measures.separating import check_signatures, separating_measures
from normquest.measures.signatures import SIGNATURES
from normquest.measures.table import ACROSS, figures_of

MINDS = [
    "oracle",
    "selfish",
    "noop",
    "random",
    "contrarian",
    "ritualist",
    "random-route",
    "imitator",
    "strategic",
    "forbid-all",
    "own-sanction-learner",
    "last-act-misattributor",
    "memoriser",
    "prior-guesser",
    "overconfident",
    "observer",
]


def test_every_mind_of_the_design_has_a_signature() -> None:
    assert sorted(SIGNATURES) == sorted(MINDS)


def test_signatures_name_measures_and_arms_that_exist() -> None:
    known = {scope: set(take([], scope)) for scope in ("arm", "arms")}
    for mind, listed in SIGNATURES.items():
        for expected in listed:
            scope = "arms" if expected.arm == ACROSS else "arm"
            assert expected.measure in known[scope], (mind, expected)
            assert expected.arm in (*ARMS, ACROSS)
            assert expected.low <= expected.high and expected.why
    assert MEASURES


def test_an_oracle_passes_and_a_selfish_mind_in_its_name_does_not() -> None:
    good = [
        row(
            seed,
            "told",
            "oracle",
            act=WON,
            transfer=stage(name="elsewhere"),
            opportunities=met("kk"),
            statements=said(True),
        )
        for seed in range(5)
    ]
    checked = check_signatures(figures_of(good))
    assert {c.ok for c in checked} == {True, None}
    assert [c.measure for c in checked if c.ok is None] == ["over_restriction", "counterfactual"]
    bad = [row(seed, "told", "oracle", act=stage(violations=1)) for seed in range(5)]
    by_name = {c.measure: c for c in check_signatures(figures_of(bad))}
    assert (by_name["joint"].ok, by_name["joint"].value, by_name["joint"].n) == (False, 0, 5)
    assert by_name["transfer.joint"].ok is None


def test_minds_that_were_not_run_are_not_checked() -> None:
    assert check_signatures(figures_of(wins([True], newcomer="somebody"))) == []


def figure(name: str, value: float | None, half: float | None) -> Figure:
    if value is None or half is None:
        return Figure(name, value, 9, None, None, "episodes", "none")
    return Figure(name, value, 9, value - half, value + half, "episodes", "wilson")


def test_what_separates_best_is_most_standard_errors_apart() -> None:
    figures = {
        ("a", "both"): {"joint": figure("joint", 0.9, 0.3), "task": figure("task", 0.6, 0.1)},
        ("b", "both"): {"joint": figure("joint", 0.2, 0.4), "task": figure("task", 0.3, 0.1)},
    }
    # joint: .7 over √(.3² + .4²) / 1.96 is 2.74; task: .3 over √(.1² + .1²) / 1.96 is 4.16
    (found,) = separating_measures(figures)
    assert (found.measure, found.arm) == ("task", "both")
    assert found.gap == pytest.approx(0.3)
    assert found.ses == pytest.approx(0.3 * 1.95996 / (0.1 * 2**0.5), rel=1e-4)


def test_what_has_no_interval_or_is_no_trait_separates_nobody() -> None:
    figures = {
        (who, "both"): {"joint": figure("joint", value, None), "turns": figure("turns", value, 0.01)}
        for who, value in (("a", 0.0), ("b", 1.0))
    }
    (found,) = separating_measures(figures)
    assert (found.measure, found.ses) == ("", 0)
    assert separating_measures({}) == []
