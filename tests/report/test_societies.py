"""The report on societies: ours beside the paper's, nothing invented, no line too long."""

import json

import numpy as np
import pytest
from measures.societies.minds import lives
from measures.societies.simulated import aligned, panel_of
from measures.societies.test_pathway import society

from normquest.measures.societies.analyses import Logs, analyse
from normquest.measures.societies.logs import Draws, Message, Ratings, table
from normquest.measures.societies.panel import Panel, Row
from normquest.measures.societies.shares import confusion
from normquest.measures.societies.trials import Trials
from normquest.report.mechanism_text import confusion_text, predictions_text
from normquest.report.society_data import society_data
from normquest.report.society_text import society_text
from normquest.report.sparks import bar, sparkline


def whole() -> dict[str, object]:
    """A report with every section."""
    rng = np.random.default_rng(2)
    panel = aligned(rng)
    parts = [society(run, run) for run in range(4)]
    ratings = table(Ratings, [row for _, rows, _ in parts for row in rows])  # type: ignore[misc]
    draws = table(Draws, [row for _, _, rows in parts for row in rows])  # type: ignore[misc]
    talk = [
        Message(run, 1, 0, turn, turn, text)
        for run in range(4)
        for turn, text in enumerate(("I propose 5.", "I agree.", "I would rather say 7 again."))
    ]
    second = {
        (m.run, m.round, m.group, m.turn): ("proposal" if m.turn == 0 else "agreement", m.turn == 2, "none")
        for m in talk
    }
    trials = Trials.stack(
        [lives(mind, [(run, 0)], rng) for run, mind in enumerate(("imitator", "strategic", "ne-only"))]
    )
    shocks = dict.fromkeys(range(20), 10)
    return society_data(analyse(panel, Logs(ratings, draws, talk, second, shocks, (), trials)))


DATA = whole()


def test_it_is_json_and_every_section_is_there() -> None:
    assert json.loads(json.dumps(DATA, allow_nan=False)) == DATA
    text = society_text(DATA)
    for title in (
        "SOCIETIES",
        "CONTRIBUTIONS A ROUND",
        "STEADY STATE",
        "CONDITIONS COMPARED",
        "SHAREDNESS",
        "ALIGNMENT",
        "CORRECTION",
        "THE PATH OF SELECTION",
        "WHAT IS SAID",
        "AFTER A SHOCK",
        "WHAT COOPERATION RESTS ON",
    ):
        assert f"\n{title}" in f"\n{text}", title
    assert text.endswith("\n") and "nan" not in text.lower() and "None" not in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_longer_than_asked(width: int) -> None:
    assert max(map(len, society_text(DATA, width).splitlines())) <= width


def lines_with(text: str, *words: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if all(word in line for word in words)]


def test_the_papers_figures_stand_beside_ours_of_the_same_form_alone() -> None:
    text = society_text(DATA, 200)
    (ne,) = [row for row in lines_with(text, "gap  ", "NE") if row[0] == "gap"]
    assert "0.210" in ne
    (with_tau,) = lines_with(text, "gap+tau", "NE")
    assert "0.210" not in with_tau and "–" in with_tau
    assert all("0.58 to 1.39" in " ".join(row) for row in lines_with(text, " E − none"))
    assert any("0.851" in row and "0.097" in row for row in lines_with(text, "E+SL ", "EE"))


def test_small_societies_have_dashes_and_no_zeros() -> None:
    panel = Panel.of([Row(1, 1, 0, "none", "a", 0, 4.0), Row(1, 2, 0, "none", "a", 0)])
    data = society_data(analyse(panel))
    assert data["rounds"][1]["mean"]["value"] is None
    assert data["contrasts"] == data["alignment"] == data["sharedness"] == []
    text = society_text(data)
    assert lines_with(text, "none", "▄·")
    assert ["none", "2", "–", "–", "0", "0"] in lines_with(text, "none")
    assert "SHAREDNESS" not in text and "WHAT COOPERATION RESTS ON" not in text


def test_nothing_at_all_is_a_report_too() -> None:
    text = society_text(society_data(analyse(Panel.of([]))))
    assert text.startswith("SOCIETIES") and "0 societies" in text


def test_hostile_names_do_not_act() -> None:
    grid = np.full((2, 2, 3), 5.0)
    data = society_data(analyse(panel_of(["\x1b[31mE", "none"], ["a\x07", "a\x07"], contribution=grid)))
    assert "\x1b" not in society_text(data) and "\x07" not in society_text(data)


def test_sparklines_and_bars_by_hand() -> None:
    assert sparkline([0, 5, 10, None, 12, -1], 0, 10) == "▁▅█·█▁"
    assert sparkline([1.0], 3, 3) == "▁"
    assert bar(5, 10, 4) == "██" and bar(10, 10, 4) == "████" and bar(0, 10, 4) == ""
    # 3.3 of 10 in 4 characters: 10.56 eighths, 11: one whole and three eighths
    assert bar(3.3, 10, 4) == "█▍"
    assert bar(None, 10, 4) == ""


def test_predictions_have_their_reasons() -> None:
    text = predictions_text(100)
    (row,) = [r for r in lines_with(text, "conditional") if len(r) > 2 and "keeps" in r]
    assert row == ["conditional", "keeps", "keeps", "keeps", "stops", "stops", "stops", "keeps"]
    assert "  ratings_off: stops, for defecting costs nothing any more" in text
    assert "for " not in predictions_text(100, reasons=False).split("\n\n")[1]
    assert max(map(len, predictions_text(70).splitlines())) <= 70


def test_a_confusion_table_is_printed_with_its_shares() -> None:
    text = confusion_text(confusion([("imitator", "imitator"), ("imitator", "unclassified")]), 200)
    (row,) = [r for r in lines_with(text, "imitator") if r[0] == "imitator"]
    assert row[:2] == ["imitator", "0.500"] and row[-7:] == ["0", "0", "0", "0", "1", "0", "1"]
