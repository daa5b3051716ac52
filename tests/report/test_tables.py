"""Tables keep to their width and cut names, never figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normquest.report.tables import cut, interval, number, p_value, table


def test_numbers_as_they_are_printed() -> None:
    assert [number(v) for v in (None, 0.0, 0.005, -0.001, 0.126, -0.5, 123.456, 12345.6)] == [
        "–",
        "0.00",
        "0.01",
        "0.00",
        "0.13",
        "-0.50",
        "123.46",
        "12,346",
    ]


def test_intervals_and_p_values_as_they_are_printed() -> None:
    assert (interval(0.25, 1), interval(None, None)) == ("[0.25, 1.00]", "–")
    assert [p_value(p) for p in (None, 0.0004, 0.0312, 1.0)] == ["–", "<.001", "0.031", "1.000"]


def test_a_long_name_loses_its_middle() -> None:
    assert cut("model-2026-preview", 9) == "mode…view"
    assert cut("short", 9) == "short"
    assert cut("long", 1) == "…"


def test_what_would_act_on_a_terminal_is_gone() -> None:
    assert cut("a\x1b[31mb\nc\u202e", 20) == "ab c"
    assert "\x1b" not in table(["who", "N"], [["x\x1b]0;title\x07y", "1"]], 40)


def test_keys_stand_left_and_figures_right() -> None:
    assert table(["who", "N", "of"], [["ann", "12", "a"], ["robert", "5", "bc"]], 80, words=[2]) == (
        "who      N  of\n--------------\nann     12  a\nrobert   5  bc"
    )


def test_figures_that_do_not_fit_follow_below() -> None:
    text = table(["who", "first", "second"], [["ann", "1", "2"]], 14)
    assert text == "who  first\n----------\nann      1\n\nwho  second\n-----------\nann       2"


def test_a_row_needs_an_entry_a_head() -> None:
    with pytest.raises(ValueError, match="one entry a head"):
        table(["a", "b"], [["1"]], 80)


@given(
    st.lists(
        st.tuples(st.text(max_size=60), st.text(max_size=30), st.floats(-9, 9), st.floats(0, 1)), max_size=5
    ),
    st.integers(60, 120),
)
def test_no_line_is_longer_than_asked(rows: list[tuple[str, str, float, float]], width: int) -> None:
    entries = [[a, b, number(x), interval(x, x), p_value(p)] for a, b, x, p in rows]
    text = table(["who", "where", "value", "95 %", "p"], entries, width, keys=2)
    assert max(len(line) for line in text.split("\n")) <= width
