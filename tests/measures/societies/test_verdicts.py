"""Verdicts by hand, and known minds found again; without interventions they are not."""

from math import log

import numpy as np
import pytest

from measures.societies.minds import BATTERY, MINDS, lives
from measures.societies.test_trials import trial
from normquest.measures.societies.logs import Span
from normquest.measures.societies.mechanisms import MECHANISMS, PREDICTIONS
from normquest.measures.societies.panel import Panel, Row
from normquest.measures.societies.shares import (
    confusion,
    mechanism_shares,
    success_shares,
    successes,
)
from normquest.measures.societies.trials import of_rows
from normquest.measures.societies.verdicts import (
    Verdict,
    _otherwise,
    _score,
    _unresponsive,
    by_beliefs,
    by_intervention,
    classify_members,
    classify_societies,
)

NAN = float("nan")


def pattern(held: dict[str, str], run: int = 0, member: int = 0) -> list[tuple[object, ...]]:
    """Trials by letter: {"ratings_off": "kkd"} is kept, kept, dropped."""
    return [
        trial(name, k, float(letter == "k"), run=run, member=member)
        for name, letters in held.items()
        for k, letter in enumerate(letters)
    ]


def test_scores_by_hand() -> None:
    trials = of_rows(pattern({"ratings_off": "kkk", "stop_caring": "ddk", "bad_actors": "kdd"}))
    acts = by_intervention(trials)
    # ne-only: 1 of the 6 trials it speaks of goes against it; bad actors are left open: 1 of 3 kept.
    # log-likelihood log(1/6) + 5 log(5/6), less log(6)/2; an unknown rate gives 1 in 3
    # with 1! 2! / 4! = 1/12.
    score, lapse = _score(trials, acts["ne-only"])
    assert lapse == pytest.approx(1 / 6)
    assert score == pytest.approx(log(1 / 6) + 5 * log(5 / 6) - log(6) / 2 - log(12))
    # selfish: 3 + 1 + 1 of 9 against it, more than lapses may be.
    score, lapse = _score(trials, acts["selfish"])
    assert lapse == 0.2
    assert score == pytest.approx(5 * log(0.2) + 4 * log(0.8) - log(9) / 2)
    # Any rate in each: 1/4 for three alike, 1/12 for two and one.
    assert _otherwise(trials) == pytest.approx(-log(4) - 2 * log(12))
    # One rate from .2 to .8 for 5 in 9: the integral of p^5 (1 - p)^4 over .6
    p = np.linspace(0.2, 0.8, 200_001)
    assert _unresponsive(trials) == pytest.approx(log(np.mean(p**5 * (1 - p) ** 4)), abs=0.02)


def test_a_verdict_by_hand() -> None:
    keeps = {"control": "kkk", "ratings_off": "kkk", "acts_flip": "ddd", "stop_caring": "kkk"}
    (found,) = classify_members(of_rows([*pattern(keeps), trial("payoff", 0)]))
    assert (found.mechanism, found.best, found.lapse) == ("imitator", "imitator", 0)
    assert (found.n, found.left_out, found.run, found.member) == (12, 1, 0, 0)
    assert sum(found.posterior.values()) == pytest.approx(1)
    # Against it stands "otherwise" with (1/4)^4, and itself has 12^(-1/2): at most .99
    assert 0.9 < found.posterior["imitator"] < 0.99


def test_trials_that_nobody_noticed_leave_a_member_unclassified() -> None:
    rows = [trial("acts_flip", k, 0.0, noticed=False) for k in range(3)]
    (found,) = classify_members(of_rows(rows))
    assert (found.mechanism, found.best, found.n, found.left_out) == ("unclassified", None, 0, 3)
    assert sum(found.posterior.values()) == pytest.approx(1)
    assert classify_members(of_rows([])) == [] == classify_societies(of_rows([]))


def test_a_consistent_way_of_its_own_is_no_mechanism() -> None:
    # Gives up under control and cooperates when others stop caring: no motive of the list does.
    odd = {"control": "ddd", "ratings_off": "kkk", "acts_flip": "ddd", "stop_caring": "kkk", "payoff": "ddd"}
    (found,) = classify_members(of_rows(pattern(odd)))
    assert found.mechanism == "unclassified" and found.posterior["unclassified"] > 0.9


def test_beliefs_predict_where_they_were_said() -> None:
    rows = [
        # What others approve has fallen from 8 to 5: less than three quarters of what it gave.
        trial("acts_flip", 0, before=0.8, ee=0.7, ne=0.5, belief=0.9, sanction=1.0),
        trial("acts_flip", 1, before=0.8, ee=0.2, ne=0.8, belief=0.1, sanction=0.0),
        # A yes or no, of a member that was asked for one thing alone.
        trial("stop_caring", 0, sanction=0.6),
        trial("stop_caring", 1, ne=0.6),
        trial("paying", 0, before=0.8, ee=0.0, ne=0.0, belief=0.0, sanction=0.0),
    ]
    acts = by_beliefs(of_rows(rows))
    assert acts["internalised"] == ["keep", "drop", "keep", "keep", "keep"]
    assert acts["ne-only"] == ["drop", "keep", "drop", "keep", "keep"]
    assert acts["conditional"] == ["drop", "drop", "drop", "drop", "keep"]
    assert acts["imitator"] == ["keep", "drop", "keep", "keep", "keep"]
    # Demanded 5 and feared; demanded 8, not feared; not asked what is demanded; not asked whether
    # it is feared.
    assert acts["strategic"] == ["drop", "drop", "drop", "drop", "keep"]
    assert acts["selfish"] == ["drop", "drop", "drop", "drop", "keep"]


def found_again(beliefs: bool, battery: tuple[str, ...], trials: int, n: int = 60) -> dict[str, float]:
    """Share of members of each mind for which the verdict is right."""
    rng = np.random.default_rng(20)
    pairs = []
    for mind in MINDS:
        lived = lives(mind, [(i, 0) for i in range(n)], rng, battery, trials)
        pairs += [(mind, v.mechanism) for v in classify_members(lived, beliefs)]
    table = confusion(pairs)
    return {mind: table.recovered(mind)[0] or 0.0 for mind in MINDS}


def test_known_minds_are_found_again_by_what_they_do() -> None:
    # 60 members each: 90 % less three standard errors is 78 %. The long test asks for 90 % of 1,000.
    shares = found_again(False, BATTERY, 3)
    assert min(shares.values()) >= 0.8 and np.mean(list(shares.values())) >= 0.92


def test_known_minds_are_found_again_by_what_they_say_beside_it() -> None:
    shares = found_again(True, BATTERY, 3)
    assert min(shares.values()) >= 0.75 and np.mean(list(shares.values())) >= 0.9


def test_without_interventions_no_mind_that_cooperates_is_found_again() -> None:
    # As many trials, and nothing in them that tells reasons apart.
    shares = found_again(False, ("control",), 21)
    cooperating = [m for m in MECHANISMS if m != "selfish"]
    assert [shares[m] for m in cooperating] == [0] * 5
    rng = np.random.default_rng(1)
    for verdict in classify_members(lives("imitator", [(i, 0) for i in range(5)], rng, ("control",), 21)):
        # All five fit alike: even a guess would be right in one of five.
        assert len({round(verdict.posterior[m], 9) for m in cooperating}) == 1
        assert verdict.posterior["imitator"] < 0.2


def test_a_society_of_one_mind_is_found_again_and_a_random_one_is_unclassified() -> None:
    rng = np.random.default_rng(3)
    for mind in MINDS:
        lived = lives(mind, [(run, m) for run in range(3) for m in range(12)], rng)
        right = mind if mind != "random" else "unclassified"
        assert [v.mechanism for v in classify_societies(lived)] == [right] * 3
        assert [v.member for v in classify_societies(lived)] == [None] * 3


def said(run: int, member: int, mechanism: str) -> Verdict:
    return Verdict(run, member, mechanism, {mechanism: 1.0}, mechanism, 0.0, 18, 0)


def test_shares_of_members_and_of_successes_by_hand() -> None:
    verdicts = [
        said(1, 0, "imitator"),
        said(1, 1, "internalised"),
        said(2, 0, "unclassified"),
        said(2, 1, "conditional"),
    ]
    members = {f.name: f for f in mechanism_shares(verdicts)}
    assert members["mechanism.imitator"].value == 0.25
    assert members["mechanism.unclassified"].value == 0.25
    assert (members["mechanism.imitator"].n, members["mechanism.imitator"].clusters) == (4, 2)
    assert sum(f.value or 0 for f in members.values()) == 1
    # Nobody is selfish in either run: that is no proof of none. Wilson of 0 in 2 ends at z² / (2 + z²) = .66
    assert members["mechanism.selfish"].high == pytest.approx(0.658, abs=1e-3)
    # Successes: 6 by imitation, 4 by a belief, 2 of whom nothing can be told, 8 by expectations.
    rest = {f.name: f for f in success_shares(verdicts, {(1, 0): 6, (1, 1): 4, (2, 0): 2, (2, 1): 8})}
    assert rest["success.borrowed"].value == pytest.approx(6 / 20)
    assert rest["success.normative"].value == pytest.approx(12 / 20)
    assert rest["success.unclassified"].value == pytest.approx(2 / 20)
    headline = rest["success.borrowed"]
    assert (headline.n, headline.unit) == (20, "successes")
    # Runs have .6 and 0: resampled, one of the two counts twice.
    assert (headline.low, headline.high) == pytest.approx((0, 0.6))


def test_without_successes_what_they_rest_on_is_undefined() -> None:
    for figure in success_shares([said(1, 0, "imitator")], {}):
        assert (figure.value, figure.n, figure.low) == (None, 0, None)


def test_successes_are_counted_outside_of_trials() -> None:
    rows = [Row(1, n, 0, "E", "a", contribution=c) for n, c in enumerate((5.0, 4.9, 10.0, 6.0), start=1)]
    rows += [Row(1, 1, 1, "E", "a", contribution=1), Row(1, 1, 2, "E", "a", contribution=9, adversary=True)]
    assert successes(Panel.of(rows), [Span(1, "payoff", 0, 3, 3)]) == {(1, 0): 2, (1, 1): 0}


def test_a_confusion_table_by_hand() -> None:
    table = confusion(
        [
            ("imitator", "imitator"),
            ("imitator", "unclassified"),
            ("random", "unclassified"),
            ("random", "selfish"),
        ]
    )
    assert table.truths == ("imitator", "random")
    assert table.counts[0][table.found.index("imitator")] == 1
    share, limits, n = table.recovered("imitator")
    assert (share, n) == (0.5, 2) and limits is not None
    assert table.recovered("random")[0] == 0.5
    assert PREDICTIONS["imitator"]["acts_flip"].act == "drop"
