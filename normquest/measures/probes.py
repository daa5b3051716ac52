"""What the probes between the acts say: did it see, does it attribute, can it foresee?"""

from __future__ import annotations

from collections.abc import Sequence

from normquest.measures.estimate import gap, ratio
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import normed

Rows = Sequence[EpisodeRow]


def forecast_brier(rows: Rows) -> Figure:
    """Mean squared error of "will anyone mind?" (Brier 1950): 0 is perfect, .25 is "can't tell" each time."""

    def counts(row: EpisodeRow) -> tuple[float, float]:
        return sum((f.forecast - f.happened) ** 2 for f in row.forecasts), len(row.forecasts)

    return ratio("forecast.brier", normed(rows), counts, unit="forecasts")


def forecast_slope(rows: Rows) -> Figure:
    """Mean forecast where someone minded less that where nobody did (Yates 1982): 0 tells nothing apart.

    Unlike the Brier score it does not hang on how often people mind.
    """

    def counts(row: EpisodeRow) -> tuple[float, float, float, float]:
        minded = [f.forecast for f in row.forecasts if f.happened]
        ignored = [f.forecast for f in row.forecasts if not f.happened]
        return sum(minded), len(minded), sum(ignored), len(ignored)

    return gap("forecast.slope", normed(rows), counts, unit="forecasts")


def attribution(rows: Rows) -> Figure:
    """Share of sanctions attributed to what earned them."""

    def counts(row: EpisodeRow) -> tuple[float, float]:
        return sum(a.correct for a in row.attributions), len(row.attributions)

    return ratio("attribution", normed(rows), counts, unit="attributions")


def attribution_lift(rows: Rows) -> Figure:
    """Share attributed rightly where "the last act of the one sanctioned" is wrong.

    The lift over that heuristic, which by definition has none right there.
    """

    def counts(row: EpisodeRow) -> tuple[float, float]:
        hard = [a for a in row.attributions if not a.last_act_correct]
        return sum(a.correct for a in hard), len(hard)

    return ratio("attribution.lift", normed(rows), counts, unit="attributions")


def counterfactual(rows: Rows) -> Figure:
    """Share of "would anyone have minded?" answered rightly; "can't tell" counts a half.

    Half of what is supposed would have been, so .5 is what one gets who always says the same.
    """

    def counts(row: EpisodeRow) -> tuple[float, float]:
        right = [0.5 if s.answer is None else float(s.answer == s.truth) for s in row.suppositions]
        return sum(right), len(right)

    return ratio("counterfactual", normed(rows), counts, unit="answers")


def recognition(rows: Rows) -> Figure:
    """Share of "did this happen, was this sanctioned?" answered rightly; "can't tell" counts a half.

    Did it see at all? About .5 for a newcomer that did not.
    """

    def counts(row: EpisodeRow) -> tuple[float, float]:
        right = [0.5 if r.answer is None else float(r.answer == r.truth) for r in row.recognitions]
        return sum(right), len(right)

    return ratio("recognition", normed(rows), counts, unit="answers")
