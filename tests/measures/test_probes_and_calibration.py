"""Forecasts, attributions, recognition, confidence: squared errors by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.made import row, said
from normquest.measures import calibration, probes
from normquest.measures.rows import AttributionRow, EpisodeRow, ForecastRow, RecognitionRow, SuppositionRow


def test_the_brier_score_of_forecasts_by_hand() -> None:
    forecasts = (
        ForecastRow(True, probability=0.8),  # .04
        ForecastRow(False, answer=True),  # 1
        ForecastRow(True, answer=None),  # can't tell: .25
        ForecastRow(False, answer=False),  # 0
    )
    figure = probes.forecast_brier([row(0, forecasts=forecasts)])
    assert figure.value == pytest.approx((0.04 + 1 + 0.25 + 0) / 4)
    assert (figure.n, figure.unit) == (4, "forecasts")
    # minded: (.8 + .5) / 2; ignored: (1 + 0) / 2
    assert probes.forecast_slope([row(0, forecasts=forecasts)]).value == pytest.approx(0.65 - 0.5)


def test_a_probability_goes_before_a_word() -> None:
    assert ForecastRow(True, answer=True, probability=0.6).forecast == 0.6


def test_probes_that_were_off_are_undefined() -> None:
    for measure in (probes.forecast_brier, probes.forecast_slope, probes.attribution, probes.recognition):
        assert measure([row(0)]).value is None


def test_attribution_lift_is_where_the_last_act_is_not_it() -> None:
    attributions = (
        AttributionRow(True, True),
        AttributionRow(True, False),
        AttributionRow(False, False),
        AttributionRow(False, False),
    )
    rows = [row(0, attributions=attributions)]
    assert probes.attribution(rows).value == 2 / 4
    lift = probes.attribution_lift(rows)
    assert lift.value == pytest.approx(1 / 3)
    assert lift.n == 3


def test_recognition_counts_cannot_tell_as_a_half() -> None:
    supposed = (SuppositionRow(False, False), SuppositionRow(None, True), SuppositionRow(True, False))
    assert probes.counterfactual([row(0, suppositions=supposed)]).value == pytest.approx((1 + 0.5 + 0) / 3)
    recognitions = (RecognitionRow(True, True), RecognitionRow(True, False), RecognitionRow(None, True))
    assert probes.recognition([row(0, recognitions=recognitions)]).value == pytest.approx((1 + 0 + 0.5) / 3)


def sure(*pairs: tuple[float, float]) -> list[EpisodeRow]:
    """A seed each: (confidence, agreement on the test cases)."""
    return [row(i, statements=said(confidence=c, agreement=a)) for i, (c, a) in enumerate(pairs)]


def test_the_event_is_agreement_in_19_of_20() -> None:
    statements = [said(agreement=0.95)[0], said(agreement=0.949)[0], said(True)[0], said(False)[0]]
    assert [calibration.came_true(s) for s in statements] == [True, False, True, None]


def test_brier_and_overconfidence_by_hand() -> None:
    rows = sure((0.9, 1.0), (0.8, 0.5), (0.2, 0.3))
    # true, false, false: (.1² + .8² + .2²) / 3
    assert calibration.brier(rows).value == pytest.approx((0.01 + 0.64 + 0.04) / 3)
    assert calibration.confidence(rows).value == pytest.approx(1.9 / 3)
    assert calibration.overconfidence(rows).value == pytest.approx((1.9 - 1) / 3)
    assert calibration.brier(rows).n == 3


def test_a_statement_without_confidence_or_truth_does_not_count() -> None:
    rows = [row(0, statements=said(agreement=1.0)), row(1, statements=said(confidence=0.5))]
    assert calibration.brier(rows).value is None


def test_asking_every_turn_does_not_weigh_more() -> None:
    often = said(confidence=0.1, agreement=0.0) + said(confidence=0.9, agreement=0.0)
    assert calibration.confidence([row(0, statements=often)]).value == 0.9


def test_reliability_bins_by_hand() -> None:
    bins = calibration.reliability(sure((0.0, 0), (0.19, 0), (0.2, 1), (0.95, 1), (1.0, 0.5)))
    assert [(b.low, b.high, b.truth.n) for b in bins] == [
        (0.0, 0.2, 2),
        (0.2, 0.4, 1),
        (0.4, 0.6, 0),
        (0.6, 0.8, 0),
        (0.8, 1.0, 2),
    ]
    assert [b.truth.value for b in bins] == [0, 1, None, None, 0.5]
    assert [b.confidence for b in bins] == [pytest.approx(0.095), 0.2, None, None, pytest.approx(0.975)]
    with pytest.raises(ValueError, match="at least one bin"):
        calibration.reliability([], bins=0)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=15), st.integers(1, 10))
def test_every_statement_falls_in_one_bin(pairs: list[tuple[float, float]], count: int) -> None:
    bins = calibration.reliability(sure(*pairs), bins=count)
    assert sum(b.truth.n for b in bins) == len(pairs)
    assert all(b.confidence is None or b.low - 1e-9 <= b.confidence <= b.high + 1e-9 for b in bins)
