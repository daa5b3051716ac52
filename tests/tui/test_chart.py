"""The map: every way seen is on it, whatever the community looks like, and nothing that was not seen."""

import re

from hypothesis import given
from hypothesis import strategies as st

from normquest.episode.records import Observation
from normquest.tui.play.chart import NOTHING, Chart


def at(place: str, *exits: str, stage: str = "act") -> Observation:
    return Observation(stage, 1, f"{place} (roofed)", "", (), (), exits, (), "", "")  # type: ignore[arg-type]


def test_it_fills_in_as_places_are_seen_and_is_empty_elsewhere() -> None:
    chart = Chart()
    assert chart.drawn().plain == NOTHING
    chart.visit(at("The store", "the yard", "the vat room"))
    assert "STORE" in chart.drawn().plain and "loft" not in chart.drawn().plain
    chart.visit(at("The vat room", "the store", "the loft"))
    drawn = chart.drawn().plain
    assert "VAT ROOM" in drawn and "loft" in drawn and "store ─" in drawn and "STORE" not in drawn
    chart.visit(at("The barn", "the lane", stage="elsewhere"))
    assert "store" not in chart.drawn().plain and "BARN" in chart.drawn().plain


PLACES = ["mill", "barn", "wash house", "counting room", "yard", "loft", "quay", "long garret", "pit"]


@given(
    st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES)), min_size=1, max_size=14), st.data()
)
def test_every_way_can_be_read_off_and_no_two_places_share_a_spot(
    pairs: list[tuple[str, str]], data: st.DataObject
) -> None:
    ways: dict[str, list[str]] = {}
    for one, other in pairs:
        if one != other:
            ways.setdefault(one, []).append(other)
            ways.setdefault(other, []).append(one)
    chart = Chart()
    walked: list[str] = []
    for place in data.draw(st.permutations(sorted(ways))):
        if not walked or any(place in ways[seen] for seen in walked):
            walked.append(place)
            chart.visit(at(f"The {place}", *(f"the {way}" for way in dict.fromkeys(ways[place]))))
    if not walked:
        return
    assert len(set(chart.spots.values())) == len(chart.spots)
    for width in (38, 70, 200):
        drawn = chart.drawn(width).plain
        assert all(len(row) <= max(width, 60) for row in drawn.split("\n"))
        known = {*walked, *(way for place in walked for way in ways[place])}
        for place in known:
            assert re.search(rf"\b{place}\b", drawn, re.IGNORECASE), (place, drawn)
        for place in set(PLACES) - known:
            assert place not in drawn.casefold()
