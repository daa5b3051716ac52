"""`normquest society`: what it prints, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Nq


def test_a_run_prints_a_line_a_society_and_reports_means(nq: Nq) -> None:
    args = ("society", "run", "commons", "--members", "selfish*12", "--condition", "none", "--seeds", "1-2")
    result = nq(*args, "--json")
    rows = [json.loads(row) for row in result.stdout.splitlines()]
    assert [(row["seed"], row["condition"], row["mean"], row["steady"]) for row in rows] == [
        (1, "none", 0.0, 0.0), (2, "none", 0.0, 0.0)
    ]  # fmt: skip
    assert rows[0]["acts"] == [0.0] * 20 and rows[0]["members"] == "selfish*12"
    assert result.stderr == "2 societies run. `normquest society report` shows more.\n"
    assert "0 societies run, 2 were there already" in nq(*args).stderr
    shown = nq("society", "report").stdout
    assert "selfish*12" in shown and "20     0.00" in shown
    (cell,) = [json.loads(row) for row in nq("society", "report", "--json").stdout.splitlines()]
    assert (cell["n"], cell["mean"], cell["acts"], cell["exclusions"]) == (2, 0.0, [0.0] * 20, 0)


def test_several_conditions_and_members_are_cells(nq: Nq) -> None:
    nq("society", "run", "commons", "--members", "random*12", "--members", "selfish*12", "--condition", "E",
       "--condition", "none", "--seeds", "1", "--name", "mine")  # fmt: skip
    nq("society", "run", "commons", "--members", "selfish*12", "--seeds", "1", "--intervention", "paying")
    cells = [json.loads(row) for row in nq("society", "report", "mine", "--json").stdout.splitlines()]
    assert [(cell["condition"], cell["members"]) for cell in cells] == [
        ("E", "random*12"), ("E", "selfish*12"), ("none", "random*12"), ("none", "selfish*12")
    ]  # fmt: skip
    (cell,) = [json.loads(row) for row in nq("society", "report", "--json").stdout.splitlines()]
    assert cell["condition"] == "E+SL+SS" and cell["acts"][5:8] == [10.0, 10.0, 0.0]


def test_runs_of_societies_are_not_reported_as_runs_of_episodes(nq: Nq) -> None:
    nq("run", "small", "--newcomer", "noop", "--seeds", "1")
    assert "there is no run of societies in it yet" in nq("society", "report", code=1).stderr
    nq("society", "run", "commons", "--members", "selfish*12", "--condition", "none", "--seeds", "1")
    assert "noop" in nq("report").stdout
    assert "there is no run of societies 'x'" in nq("society", "report", "x", code=2).stderr


def test_what_cannot_be_run_is_refused_in_words(nq: Nq, tmp_path: Path) -> None:
    def said(*args: str, society: str = "commons", code: int = 2) -> str:
        return nq("society", "run", society, *args, code=code).stderr

    sound = ("--members", "selfish*12")
    assert "Did you mean commons?" in said(*sound, society="comons")
    assert "Did you mean selfish?" in said("--members", "selfih*12")
    assert "Expected: 12 members, such as internalised*12" in said("--members", "selfish*2")
    assert "'X' cannot stand in a condition" in said(*sound, "--condition", "E+X")
    assert "did you mean 'late'?" in said(*sound, "--shock", "lat")
    assert "one at a time" in said(*sound, "--intervention", "bad_0", "--intervention", "nothing")
    assert "Did you mean standard?" in said(*sound, "--variant", "standart")
    wrong = tmp_path / "mine.yaml"
    wrong.write_text("society: 1\nid: mine\n", encoding="utf-8")
    assert "the field 'game' is missing" in said(*sound, society=str(wrong), code=1)
    assert "mine.yaml" in nq("society", "check", str(wrong), code=1).stderr


def test_one_may_write_a_society_of_ones_own(nq: Nq, home: Path) -> None:
    from society.playing import loaded

    folder = home / "worlds" / "societies"
    folder.mkdir(parents=True)
    text = loaded().source.replace("id: commons", "id: mine").replace("rounds: 20", "rounds: 3", 1)
    text = text[: text.index("shocks:")]
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    assert "mine: The Commons, 12 members, 3 rounds of commons" in nq("society", "check", "mine").stdout
    assert "mine" in nq("society", "list").stdout
    listed = [json.loads(row)["society"] for row in nq("society", "list", "--json").stdout.splitlines()]
    assert {"battery", "commons", "fairness", "mine", "naming"} <= set(listed) and listed == sorted(listed)
    result = nq("society", "run", "mine", "--members", "selfish*12", "--seeds", "1", "--json")
    assert json.loads(result.stdout)["rounds"] == 3


def test_a_chat_model_codes_what_was_said(nq: Nq) -> None:
    run = ("society", "run", "commons", "--members", "conditional*12", "--seeds", "1")
    nq(*run, "--condition", "none", "--name", "mute")
    assert "Nothing was said there" in nq("society", "code", "--model", "fake:first").stderr
    nq(*run, "--condition", "E+SL", "--name", "talk")
    result = nq("society", "code", "--model", "fake:first", "--messages", "7", "--json")
    rows = [json.loads(row) for row in result.stdout.splitlines()]
    assert len(rows) == 7 and rows[0]["kind"] == "proposal" and rows[0]["coder"] == "fake:first"
    assert "7 messages coded. " in result.stderr
    assert "7 were coded before" in nq("society", "code", "talk", "--model", "fake:first").stderr
    shown = nq("society", "report", "--analyses").stdout
    assert "so far they agree with those of fake:first" in shown
    assert (
        "5 replies could not be used"
        in nq("society", "code", "--model", "fake:prose", "--messages", "5").stderr
    )
    none = nq("society", "report", "--analyses", "--coder", "fake:prose").stdout
    assert "No code by fake:prose could be used." in none
    assert "one coder is needed" in nq("society", "code", code=2).stderr
    two = nq("society", "code", "--model", "fake:first", "--model", "fake:wait", code=2).stderr
    assert "there can be but one coder at a time" in two
    capped = nq("society", "code", "--model", "fake:wait", "--cap-calls", "3", code=1).stderr
    assert "3 messages coded" in capped and "left for the same command: 3 calls are made" in capped
