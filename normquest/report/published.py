"""What the paper on societies reports, to stand beside what was measured here.

Muralidharan, Kwak and An, "Behavior is Not Enough: A Mechanism-Based Evaluation of Social Norm Emergence in
LLM Societies", arXiv 2609.26481.
"""

from __future__ import annotations

from collections.abc import Mapping

SOURCE = "arXiv 2609.26481"

CONTRASTS: Mapping[str, str] = {"E − none": "0.58 to 1.39"}
"""Elicitation, the only mechanism that raises contributions, in four model families."""

SHAREDNESS: Mapping[tuple[str, str], tuple[float, float]] = {
    ("E+SL", "ee"): (0.851, 0.097),
    ("E+SL", "ne"): (1.013, 0.317),
}
"""(condition, expectation) to the spread between members early and late."""

ALIGNMENT: Mapping[str, float] = {"NE": 0.210, "EE": 0.169}
"""The pulls of the two gaps, in the gap form without tau."""

CORRECTIONS: Mapping[str, float] = {"E+SL − E": 0.390, "E+SS − E": 0.068}
"""How much more discussion and selection correct those who give less."""

EXCLUDED = "< 0.01"
RECOVERY = "older norms recover better"
