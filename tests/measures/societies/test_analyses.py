"""All analyses at once: disturbed rounds are kept apart, second coders are matched, units are pooled."""

import numpy as np
import pytest

from measures.societies.minds import lives
from measures.societies.simulated import panel_of
from normquest.measures.societies.analyses import Logs, analyse
from normquest.measures.societies.logs import Draws, Message, Ratings, Span, table
from normquest.measures.societies.panel import Panel
from normquest.measures.societies.undisturbed import ends_of, undisturbed

NAN = float("nan")


def falling() -> Panel:
    """Two runs of two members: 6 for 10 rounds, then 2 for 10."""
    grid = np.full((20, 2, 2), 6.0)
    grid[10:] = 2
    return panel_of(["E", "none"], ["a", "a"], contribution=grid, group=np.zeros((20, 2, 2), int))


def test_ends_by_hand() -> None:
    spans = [Span(1, "payoff", 1, 11, 12), Span(1, "payoff", 0, 6, 7), Span(2, "control", 0, 3, 4)]
    assert ends_of(spans, {1: 10, 3: 20}) == {1: 5, 3: 20}
    assert ends_of([Span(3, "payoff", 0, 9, 9)], {3: 4}) == {3: 4}


def test_rows_up_to_the_end_of_their_run() -> None:
    found = undisturbed(falling(), {0: 10})
    assert found.round[found.run == 0].max() == 10 and found.round[found.run == 1].max() == 20


def test_means_are_of_quiet_rounds_and_recovery_of_all() -> None:
    found = analyse(falling(), Logs(shocks={0: 10}))
    rounds = {(r.condition, r.round) for r in found.rounds}
    assert ("E", 10) in rounds and ("E", 11) not in rounds and ("none", 20) in rounds
    # In rounds 16 to 20 the society with the shock is not there.
    assert [s.condition for s in found.steady] == ["none"]
    (dip,) = [r for r in found.recovery if r.column == "contribution"]
    assert dip.depth.value == 4
    assert found.runs == 2 and found.conditions == ["none", "E"]


def test_ratings_and_talk_of_trials_are_left_out() -> None:
    ratings = table(Ratings, [(run, n, 0, 1, 0.5, 1.0, 1.1) for run in (0, 1) for n in (1, 12)])
    draws = table(Draws, [(0, 2, 0, 1.0, True), (0, 12, 0, 1.0, True)])
    talk = [Message(0, n, 0, 0, 0, "I propose 5.") for n in (1, 12)]
    second = {(0, n, 0, 0): ("proposal", False, "none") for n in (1, 12)}
    spans = [Span(0, "ratings_off", 0, 11, 12)]
    found = analyse(falling(), Logs(ratings, draws, talk, second, spans=spans))
    assert found.pathway is not None
    assert (found.pathway.rating.n, found.pathway.seeding.n) == (3, 1)
    assert {s.n for s in found.discussion} == {1}
    assert [(c.code, c.n, c.alike) for c in found.coders] == [
        ("kind", 1, 1.0),
        ("looks back", 1, 1.0),
        ("direction", 1, 1.0),
    ]


def test_runs_of_the_same_members_are_judged_together() -> None:
    rng = np.random.default_rng(1)
    # Each run bears one intervention: alone it tells nothing, together they do.
    battery = ("control", "ratings_off", "acts_flip", "stop_caring")
    whole = lives("strategic", [(0, m) for m in range(2)], rng, battery, lapses=0.0)
    names = {name: i for i, name in enumerate(battery)}
    apart = whole._with({"run": np.array([names[i] for i in whole.intervention.tolist()])})
    panel = panel_of(["E"] * 4, ["a"] * 4, contribution=np.full((5, 4, 2), 6.0))
    alone = analyse(panel, Logs(trials=apart))
    together = analyse(panel, Logs(trials=apart, units=dict.fromkeys(range(4), 9)))
    assert len(alone.verdicts) == 8 and "strategic" not in {v.mechanism for v in alone.verdicts[:2]}
    assert [(v.run, v.member, v.mechanism) for v in together.verdicts] == [
        (9, 0, "strategic"),
        (9, 1, "strategic"),
    ]
    assert [(v.run, v.mechanism) for v in together.whole] == [(9, "strategic")]
    # Two members cooperated in 5 rounds of 4 runs.
    borrowed = together.successes[0]
    assert (borrowed.name, borrowed.value, borrowed.n) == ("success.borrowed", 1, 40)
    assert borrowed.low is None or borrowed.low < 1


def test_by_interventions_alone_if_asked() -> None:
    rng = np.random.default_rng(2)
    lived = lives("imitator", [(0, 0)], rng, lapses=0.0)
    panel = panel_of(["E"], ["a"], contribution=np.full((5, 1, 1), 6.0))
    by_amounts, by_table = (analyse(panel, Logs(trials=lived, beliefs=b)).verdicts[0] for b in (True, False))
    assert by_amounts.mechanism == by_table.mechanism == "imitator"
    assert by_amounts.posterior["imitator"] != pytest.approx(by_table.posterior["imitator"])
