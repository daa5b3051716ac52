"""Newcomers as trials, by hand."""

import numpy as np

from normquest.measures.newcomers import TrialRow, Tried, by_control_alone, trials_of_newcomers
from normquest.measures.societies.verdicts import classify_members


def tried(name: str, pattern: dict[str, str], noticed: bool = True) -> Tried:
    """By circumstance its trials: k kept, d dropped, ? not to be told."""
    told = {"k": True, "d": False, "?": None}
    letters = [(name, letter) for name, row in pattern.items() for letter in row]
    rows = [TrialRow(n, name, told[letter], noticed) for n, (name, letter) in enumerate(letters)]
    return Tried(name, name, tuple(rows))


def test_each_newcomer_is_a_member_of_a_run_of_its_own() -> None:
    one = Tried("a", "1", (TrialRow(4, "acts_flip", True, True, ee=0.2, sanction=1.0),))
    two = Tried("b", "2", (TrialRow(0, "control", None, False),))
    trials = trials_of_newcomers([one, two])
    assert trials.run.tolist() == [0, 1] and trials.member.tolist() == [0, 0]
    assert trials.trial.tolist() == [4, 0] and trials.noticed.tolist() == [True, False]
    assert trials.kept[0] == 1 and np.isnan(trials.kept[1])
    assert (trials.ee[0], trials.sanction[0]) == (0.2, 1.0)
    assert np.isnan([trials.ne[0], trials.belief[0], trials.ee[1], *trials.before]).all()


def test_a_pattern_is_told_from_others() -> None:
    keeps = {"control": "kkk", "payoff": "kkk", "ratings_off": "kkk"}
    patterns = {
        "conditional": {**keeps, "acts_flip": "ddd", "stop_caring": "ddd", "bad_actors": "ddd"},
        "imitator": {**keeps, "acts_flip": "ddd", "stop_caring": "kkk", "bad_actors": "ddd"},
        "internalised": {**keeps, "acts_flip": "kkk", "stop_caring": "kkk", "bad_actors": "kkk"},
    }
    newcomers = [tried(name, pattern) for name, pattern in patterns.items()]
    assert [v.mechanism for v in classify_members(trials_of_newcomers(newcomers))] == list(patterns)
    blind = [tried(name, pattern, noticed=False) for name, pattern in patterns.items()]
    assert {v.mechanism for v in classify_members(trials_of_newcomers(blind))} == {"unclassified"}


def test_what_is_not_to_be_told_is_left_out() -> None:
    rows = {"control": "kkk", "acts_flip": "k?k"}
    (found,) = classify_members(trials_of_newcomers([tried("x", rows)]))
    assert (found.n, found.left_out) == (5, 1)


def test_control_trials_of_several_are_taken_together_name_by_name() -> None:
    rows = {"control": "kkd", "acts_flip": "ddd"}
    alone = by_control_alone([tried("a", rows), tried("b", rows), tried("a", rows)], 2)
    assert [(one.newcomer, len(one.trials)) for one in alone] == [("a", 6)]
    assert {row.circumstance for row in alone[0].trials} == {"control"}
    assert [row.trial for row in alone[0].trials] == list(range(6))
