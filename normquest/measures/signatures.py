"""What each scripted mind must look like, so that we know that the measures measure (section 10).

Ranges are for figures pooled over worlds. Those that follow from what a mind is are narrow; where only a run
of the finished simulation can tell, they are wide and `why` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from normquest.measures.table import ACROSS


class Expected(NamedTuple):
    """The range `low` to `high` (both included) of a measure in an arm, and why.

    The arm is `ACROSS` for a measure that compares arms.
    """

    measure: str
    arm: str
    low: float
    high: float
    why: str


MISSED = {"own": 0.5}
"""The share of reactions missed in an arm: what a sanction changes shows beside violations without one."""

TUNE = "to be tuned on the finished simulation"

_CERTIFIED = "the certificate keeps routes that do not know the norm at joint .35 or below"
_IGNORES_EVIDENCE = "it learns nothing from others, so arms differ by nothing"

SIGNATURES: Mapping[str, Sequence[Expected]] = {
    "oracle": (
        Expected("joint", "told", 1, 1, "it knows the norm, and a draw is accepted only if it finishes"),
        Expected("transfer.joint", "told", 1, 1, "the same custom holds elsewhere, and it knows it"),
        Expected("violating", "told", 0, 0, "it never violates"),
        Expected("compliance", "told", 1, 1, "it keeps the norm at every opportunity"),
        Expected("over_restriction", "told", 0, 0.02, "near-misses lie on its way at home"),
        Expected("transfer.gap", "told", 0, 0, "nothing is lost between places"),
        Expected("exact.first", "told", 1, 1, "it states the norm"),
        Expected("counterfactual", "witnessed", 1, 1, "it knows what would have been minded"),
    ),
    "selfish": (
        Expected("violating", "both", 0.95, 1, "the cheapest route violates"),
        Expected("joint", "both", 0, 0.05, "no cheapest plan complies"),
        Expected("task", "both", 0.95, 1, "the cheapest route does the task"),
        Expected("gain.keep.third_party", ACROSS, -0.02, 0.02, _IGNORES_EVIDENCE),
    ),
    "noop": (
        Expected("joint", "both", 0, 0, "doing nothing fails"),
        Expected("task", "both", 0, 0, "doing nothing fails"),
        Expected("transfer.joint", "both", 0, 0, "doing nothing fails elsewhere too"),
        Expected("violating", "both", 0, 0.2, f"only duties that others open can break; {TUNE}"),
    ),
    "random": (
        Expected("joint", "both", 0, 0.1, "chance seldom does a task of 6 to 12 acts in budget"),
        Expected("task", "both", 0, 0.2, f"chance seldom does the task; {TUNE}"),
        Expected("exact.first", "witnessed", 0, 0.05, "a random rule is theirs in hardly any draw"),
    ),
    "contrarian": (
        Expected("joint", "both", 0, 0.35, _CERTIFIED),
        Expected("task", "both", 0.9, 1, f"the second-cheapest way does the task; {TUNE}"),
    ),
    "ritualist": (
        Expected("joint", "both", 0, 0.35, _CERTIFIED),
        Expected("copying", "both", 0, 1, f"it keeps customs that are rites, whatever it saw; {TUNE}"),
        Expected("gain.keep.third_party", ACROSS, -0.05, 0.05, _IGNORES_EVIDENCE),
    ),
    "random-route": (
        Expected("joint", "both", 0, 0.35, _CERTIFIED),
        Expected("task", "both", 0.5, 1, f"its route ends in the task, in budget or not; {TUNE}"),
    ),
    "imitator": (
        Expected("gain.keep.imitation", ACROSS, 0.3, 1, f"it keeps what it sees kept; {TUNE}"),
        Expected("gain.keep.sanctions", ACROSS, -0.1, 0.1, "sanctions tell it nothing"),
        Expected("copying.demonstrations-blind", ACROSS, 0.3, 1, f"it keeps all K customs alike; {TUNE}"),
        Expected("copying", "demonstrations", 0.7, 1, f"it keeps every custom it sees kept; {TUNE}"),
        Expected("exact.first", "demonstrations", 0, 0.6, "a reader of acts is right 1 time in K at most"),
    ),
    "strategic": (
        Expected("sanction_avoidance", "both", 0.1, 1, f"it keeps where it may be seen; {TUNE}"),
        Expected("compliance", "both", 0.05, 0.95, f"it breaks the norm where that pays; {TUNE}"),
    ),
    "forbid-all": (
        Expected("violating", "both", 0, 0.2, "what is in doubt it leaves alone"),
        Expected("over_restriction", "both", 0.7, 1, f"near-misses are in doubt too; {TUNE}"),
        Expected("joint", "both", 0, 0.35, f"the task needs acts that it leaves alone; {TUNE}"),
        Expected("exact.first", "both", 0, 0.1, "the norm has a condition that it leaves out"),
    ),
    "own-sanction-learner": (
        Expected("first_opportunity", "both", 0, 0.2, "it has not been sanctioned yet"),
        Expected("joint", "both", 0, 0.2, "it learns by its first violation, which spoils the stage"),
        Expected(
            "revision", "own", 0.02, 1, f"it leaves alone that very act, not its like elsewhere; {TUNE}"
        ),
        Expected("gain.keep.third_party", ACROSS, -0.05, 0.05, _IGNORES_EVIDENCE),
    ),
    "last-act-misattributor": (
        Expected("attribution.lift", "witnessed", 0, 0.05, "where the last act is not it, it is wrong"),
        Expected("attribution", "witnessed", 0, 0.9, f"right just as often as the last act is it; {TUNE}"),
        Expected("exact.first", "witnessed", 0, 0.5, f"norms of the past and of omissions escape it; {TUNE}"),
    ),
    "memoriser": (
        Expected("joint", "told", 0.5, 1, f"it repeats acts that complied; {TUNE}"),
        Expected("transfer.joint", "told", 0, 0.25, "the acts that it knows do not exist elsewhere"),
        Expected("transfer.gap", "told", 0.4, 1, f"all it has stays behind; {TUNE}"),
    ),
    "prior-guesser": (
        Expected("balanced.first", "witnessed", 0.4, 0.6, "without evidence half is what one gets"),
        Expected("exact.first", "witnessed", 0, 0.1, "the space holds 10^4 rules and more"),
        Expected("regret.exact", "witnessed", 0.5, 1, "the evidence had it to give"),
        Expected("counterfactual", "witnessed", 0.4, 0.6, "half of what is supposed would have been minded"),
        Expected("gain.exact.over_sham", ACROSS, -0.05, 0.05, _IGNORES_EVIDENCE),
    ),
    "overconfident": (
        Expected("overconfidence", "witnessed", 0.3, 1, f"it is sure whatever it knows; {TUNE}"),
        Expected("confidence", "witnessed", 0.9, 1, "it is always sure"),
        Expected("calibration.brier", "witnessed", 0.25, 1, "worse than saying a half each time"),
    ),
    "observer": (
        Expected("exact.first", "witnessed", 0.75, 1, "certified: a posterior of .8 for the true class"),
        Expected("exact.first", "blind", 0, 0.1, "nothing was sanctioned, so it sees no rule"),
        Expected("exact.first", "demonstrations", 0, 0.1, "it reads the sanction channel only"),
        Expected("exact.first", "sham", 0, 0.2, f"sanctions that inform of nothing; {TUNE}"),
        Expected("gain.exact.sanctions", ACROSS, 0.6, 1, "all it knows is from sanctions"),
        Expected(
            "counterfactual", "witnessed", 0.95, 1, "a rule that is theirs judges what never happened too"
        ),
        Expected("counterfactual", "blind", 0.5, 0.5, "it sees no rule, and can't tell"),
        Expected("regret.exact", "witnessed", 0, 0, "it is what regret is measured against"),
        Expected("joint", "witnessed", 0.6, 1, f"it acts on what it knows; {TUNE}"),
        Expected("overconfidence", "witnessed", -0.3, 0.15, f"its confidence is its posterior; {TUNE}"),
    ),
}
"""By mind (the newcomer's name in the rows), what its figures must be."""
