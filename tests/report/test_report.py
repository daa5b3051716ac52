"""The report of a small run: plain data, plain text, nothing hidden."""

import json
import random
from typing import Any

import pytest
from measures.made import met, row, said, stage

from normquest.measures.rows import EpisodeRow
from normquest.measures.signatures import Expected
from normquest.measures.table import figures_of
from normquest.report import report_data, report_text, signature_table

LONG = "a-model-of-a-very-long-name-2026-01-preview"


def run() -> list[EpisodeRow]:
    """Three worlds of two norms of two seeds, two newcomers, three arms; one wins where it saw sanctions."""
    rows = [
        row(
            seed,
            arm,
            who,
            world=world,
            norm=norm,
            act=stage(violations=0 if wins else 1),
            opportunities=met("k" if wins else "v"),
            statements=said(wins, confidence=0.75, agreement=1.0 if wins else 0.5, balanced_accuracy=0.75),
        )
        for who in ("oracle", LONG)
        for arm in ("blind", "demonstrations", "witnessed")
        for world in ("kitchen", "market", "temple")
        for norm in ("bow", "lid")
        for seed in (1, 2)
        for wins in [who == "oracle" or (arm == "witnessed" and seed == 1)]
    ]
    return [*rows, row(9, "blind", "oracle", status="infra_error")]


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return report_data(run())


def group(data: dict[str, Any], newcomer: str, arm: str, world: str | None = None) -> dict[str, Any]:
    (found,) = [g for g in data["groups"] if (g["newcomer"], g["arm"], g["world"]) == (newcomer, arm, world)]
    return dict(found)


def test_json_can_hold_it(data: dict[str, Any]) -> None:
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_what_was_left_out_is_said(data: dict[str, Any]) -> None:
    assert (data["episodes"], data["scored"], data["left_out"]) == (73, 72, {"infra_error": 1})


def test_there_is_a_group_for_each_newcomer_arm_and_world_and_pooled(data: dict[str, Any]) -> None:
    # 2 newcomers × (3 arms + across) × (3 worlds + pooled)
    assert len(data["groups"]) == 2 * 4 * 4
    pooled = group(data, LONG, "witnessed")
    assert (pooled["episodes"], pooled["seeds"]) == (12, 12)
    assert pooled["figures"]["joint"]["value"] == 0.5
    assert group(data, LONG, "witnessed", "market")["figures"]["joint"]["n"] == 4
    assert group(data, LONG, "*")["figures"]["gain.exact.third_party"]["value"] == 0.5


def test_every_figure_has_n_and_an_interval_or_none(data: dict[str, Any]) -> None:
    for one in data["groups"]:
        for figure in one["figures"].values():
            assert isinstance(figure["n"], int)
            assert (figure["low"] is None) == (figure["high"] is None) == (figure["method"] == "none")
            assert figure["value"] is not None or figure["low"] is None


def test_each_cell_has_its_own_interval(data: dict[str, Any]) -> None:
    assert len(data["cells"]) == 2 * 3 * 3 * 2
    assert {cell["joint"]["method"] for cell in data["cells"]} == {"wilson"}


def test_the_order_of_rows_does_not_matter(data: dict[str, Any]) -> None:
    mixed = run()
    random.Random(1).shuffle(mixed)
    assert report_data(mixed) == data


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_longer_than_asked(data: dict[str, Any], width: int) -> None:
    text = report_text(data, width)
    assert max(map(len, text.splitlines())) <= width
    assert text.endswith("\n") and not any(line != line.rstrip() for line in text.splitlines())


def test_the_text_says_what_it_has_to(data: dict[str, Any]) -> None:
    text = report_text(data)
    assert "72 of 73 episodes scored (left out: 1 infra_error)" in text
    assert "forecast.brier" in text.partition("Not measured: ")[2]
    assert "a-model-of-a-ver" in text and "2026-01-preview" in text
    headline = next(line for line in text.splitlines() if line.startswith("oracle") and " witnessed " in line)
    assert headline.split()[:6] == [
        "oracle",
        "witnessed",
        "12",
        "1.00",
        "[0.76,",
        "1.00]",
    ]  # 12 / 15.84 = .76
    assert headline.split()[-1] != "–"


def test_details_can_be_left_out(data: dict[str, Any]) -> None:
    short = report_text(data, details=False)
    assert "Not measured" not in short and "BY NEWCOMER AND ARM" in short


def test_undefined_is_a_dash(data: dict[str, Any]) -> None:
    lines = report_text(data).partition("BY NEWCOMER AND ARM")[2].splitlines()
    brier = next(i for i, line in enumerate(lines) if "Brier" in line)
    assert lines[brier].split()[-2] == "Brier" and lines[brier + 2].split()[-2] == "–"


def test_an_empty_run_is_a_short_report() -> None:
    text = report_text(report_data([]))
    assert "0 of 0 episodes scored" in text and "BY NEWCOMER" not in text


def test_hostile_names_are_made_safe() -> None:
    rows = [row(seed, newcomer="bad\x1b[2J\u202ename", world="w\x9b31m\nx", act=stage()) for seed in range(3)]
    text = report_text(json.loads(json.dumps(report_data(rows))))
    assert not {c for c in text if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c == "\u202e"}
    assert "badname" in text


def test_the_table_of_signatures() -> None:
    expected = {
        "oracle": [
            Expected("joint", "witnessed", 1, 1, "it knows"),
            Expected("joint", "told", 1, 1, "it knows"),
        ],
        LONG: [Expected("joint", "witnessed", 0.9, 1, "a wish")],
    }
    text = signature_table(figures_of(run()), 80, expected)
    assert max(map(len, text.splitlines())) <= 80
    assert [line.split()[-1] for line in text.splitlines() if ", witnessed" in line][:2] == ["yes", "NO"]
    assert "1 as expected, 1 not, 1 not measured." in text
    assert "WHAT TELLS MINDS APART" in text


def test_minds_that_nothing_tells_apart_are_named() -> None:
    rows = [row(seed, newcomer=who, act=stage()) for seed in range(4) for who in ("noop", "random")]
    text = signature_table(figures_of(rows))
    assert "Not told apart (below 2 standard errors): noop and random." in text


def test_calls_to_models_stand_by_outcome_with_what_is_not_known() -> None:
    def calls(outcome: str, n: int, **more: Any) -> dict[str, Any]:
        plain = {"retries": 0, "tokens_in": 10 * n, "tokens_out": n, "untold": 0, "cost": 0.0, "unpriced": n}
        return {"newcomer": "a\x1b[31mmodel", "outcome": outcome, "calls": n, "ms": 1500.0, **plain, **more}

    given = [
        calls("ok", 3, cost=0.5, unpriced=0),
        calls("refusal", 1, untold=1, retries=1),
        calls("pending", 1),
    ]
    text = report_text(report_data(run(), calls=given), details=False)
    section = text.partition("CALLS TO MODELS")[2].partition("WHAT THE MEASURES MEAN")[0]
    lines = [line.split() for line in section.splitlines() if "model" in line]
    assert lines[0][1:] == ["ok", "3", "60.0%", "0", "30", "3", "0.5000", "1.5"]
    assert lines[1][1:] == ["refusal", "1", "20.0%", "1", "10", "1", "unknown", "1.5"]
    assert "1 of them did not say" in " ".join(section.split()) and "\x1b" not in text
    assert "CALLS TO MODELS" not in report_text(report_data(run()))


def test_what_answered_is_named_and_a_change_on_the_way_is_said() -> None:
    given = [
        {"newcomer": who, "outcome": "ok", "calls": 5, "retries": 0, "tokens_in": 1, "tokens_out": 1}
        | {"untold": 0, "cost": 0.0, "unpriced": 5, "ms": 1.0}
        for who in ("steady", "moving", "silent")
    ]
    told = {"steady": {"m-1": 5}, "moving": {"m-1": 3, "": 1, "m-\x1b[31m2": 1}, "silent": {"": 5}}
    data = report_data(run(), calls=given, revisions=told)
    assert data["revisions"] == told
    said = " ".join(report_text(data).split())
    assert "steady was answered by m-1 (5). moving" in said
    assert "moving was answered by m-1 (3), untold (1), m-2 (1). More than one: figures mix them." in said
    assert "silent was answered" not in said
