"""`run`, `report`, `episodes`, `replay`, `signatures` and `locate`: what they print, and where."""

import json
from pathlib import Path

import pytest

from cli.conftest import Nq
from normquest import __version__
from normquest.cli.parameters import SEEDS
from normquest.measures.signatures import SIGNATURES, Expected
from normquest.minds.scripted import MINDS
from normquest.store import line, open_store


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(row) for row in text.splitlines()]


def test_seeds_are_ranges_and_numbers_each_once() -> None:
    assert SEEDS.convert("3", None, None) == (3,)
    assert SEEDS.convert("1-3, 7,2-5", None, None) == (1, 2, 3, 7, 4, 5)
    assert SEEDS.convert("0–1", None, None) == (0, 1)


def test_data_go_to_stdout_and_words_to_stderr(nq: Nq) -> None:
    result = nq("run", "small", "--newcomer", "oracle", "--seeds", "6-8", "--json")
    assert [row["seed"] for row in lines(result.stdout)] == [6, 8]
    assert result.stderr.splitlines() == [
        "Rejected: small, seed 7: the easy way keeps it; a task cannot be done.",
        "2 episodes played, 1 of 3 draws rejected. `normquest report` shows more.",
    ]


def test_a_run_without_json_says_how_it_went(nq: Nq) -> None:
    args = (
        "run",
        "small",
        "--newcomer",
        "oracle",
        "--newcomer",
        "selfish",
        "--seeds",
        "1-2",
        "--arm",
        "both",
    )
    assert nq(*args).stdout == "oracle, both: joint success 2 of 2\nselfish, both: joint success 0 of 2\n"
    assert "0 episodes played, 4 were there already" in nq(*args).stderr


def test_switches_reach_the_episode(nq: Nq, home: Path) -> None:
    nq("run", "small", "--newcomer", "noop", "--seeds", "1", "--switch", "forecast=no", "--switch", "delay=2")
    with open_store(home / "normquest.db", readonly=True) as store:
        (head,) = store.episodes()
        assert (head.config["forecast"], head.config["delay"]) == (False, 2)
        assert not any(getattr(record, "kind", "") == "forecast" for record in store.records(head.id))


def test_repetitions_are_episodes_of_their_own(nq: Nq) -> None:
    result = nq("run", "small", "--newcomer", "oracle", "--seeds", "1", "--reps", "3", "--json")
    assert len({row["key"] for row in lines(result.stdout)}) == 3


def test_if_nothing_was_played_it_ends_with_1(nq: Nq) -> None:
    assert (
        "0 episodes played, 1 of 1 draws rejected"
        in nq("run", "small", "--newcomer", "oracle", "--seeds", "7", code=1).stderr
    )


def test_failures_end_with_1(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, *_: object) -> None:
            raise RuntimeError("it does not start")

    monkeypatch.setattr("normquest.session.newcomers.MINDS", {"broken": Broken})
    result = nq("run", "small", "--newcomer", "broken", "--seeds", "1", "--json", code=1)
    assert lines(result.stdout)[0]["status"] == "infra_error"
    assert "Failed: small, seed 1, both, broken: RuntimeError: it does not start" in result.stderr


def test_the_report_is_of_the_last_run_or_of_those_named(nq: Nq) -> None:
    nq("run", "small", "--newcomer", "oracle", "--seeds", "1-3")
    nq("run", "small", "--newcomer", "selfish", "--seeds", "1-3")
    last, both = (json.loads(nq("report", *runs, "--json").stdout) for runs in ((), ("oracle-both", "2")))
    assert (last["newcomers"], last["scored"]) == (["selfish"], 3)
    assert (both["newcomers"], both["scored"]) == (["oracle", "selfish"], 6)
    text = nq("report", "oracle-both").stdout
    assert "oracle" in text and "selfish" not in text and "3 of 3 episodes scored" in text


def test_the_observer_of_another_run_gives_the_regret(nq: Nq) -> None:
    for mind in ("observer", "selfish"):
        nq("run", "small", "--newcomer", mind, "--seeds", "1", "--arm", "witnessed")
    groups = json.loads(nq("report", "--json").stdout)["groups"]
    regret = next(group["figures"]["regret.exact"] for group in groups if group["arm"] == "witnessed")
    assert regret["n"] == 1 and regret["value"] is not None


def test_episodes_are_listed_without_their_norm(nq: Nq) -> None:
    nq("run", "small", "--newcomer", "oracle", "--newcomer", "noop", "--seeds", "1-2")
    text = nq("episodes").stdout
    assert len(text.splitlines()) == 6 and "made" not in text
    rows = lines(nq("episodes", "--json", "--newcomer", "oracle", "--last", "1").stdout)
    assert [(row["episode"], row["newcomer"], row["seed"], row["joint"]) for row in rows] == [
        (3, "oracle", 2, True)
    ]


def test_a_replay_gives_every_record(nq: Nq, home: Path) -> None:
    nq("run", "small", "--newcomer", "selfish", "--seeds", "2")
    replayed = lines(nq("replay", "1", "--json").stdout)
    with open_store(home / "normquest.db", readonly=True) as store:
        stored = [json.loads(line(record)) for record in store.records(1)]
    assert [{row.pop("record"): row} for row in replayed] == stored


def test_a_replay_reads_like_the_episode(nq: Nq) -> None:
    nq("run", "small", "--newcomer", "oracle", "--seeds", "2")
    text = nq("replay", "1").stdout
    assert "THE SMALL DYE WORKS" in text and "▲ sanction" in text and "> dye the raw cloth in" in text
    assert "At the task: task done" in text and "> “It is forbidden to dye" in text
    assert "violated" not in text.replace("0 violations", "")


def test_a_replay_that_differs_says_where(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    nq("run", "small", "--newcomer", "oracle", "--seeds", "2")
    monkeypatch.setattr("normquest.episode.briefs.DEFAULT", "People here mind nothing.")
    result = nq("replay", "1", code=1)
    assert "the first difference is at request 0" in result.stderr and "byte for byte" in result.stderr
    assert "People here mind one thing." in result.stderr and "People here mind nothing." in result.stderr


def test_an_episode_of_another_engine_is_shown_as_it_was(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    nq("run", "small", "--newcomer", "oracle", "--seeds", "2")
    before = nq("replay", "1").stdout
    monkeypatch.setattr("normquest.session.keeping.ENGINE", 99)
    monkeypatch.setattr("normquest.episode.briefs.DEFAULT", "People here mind nothing.")
    assert nq("replay", "1").stdout == before


def test_signatures_end_with_1_where_a_mind_does_not_look_as_it_must(
    nq: Nq, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = [Expected("joint", "both", 0, 0, "it does nothing")]
    bad = [Expected("joint", "both", 1, 1, "it cannot")]
    monkeypatch.setattr("normquest.session.showing.MINDS", {"noop": MINDS["noop"]})
    for expected, code in ((good, 0), (bad, 1)):
        monkeypatch.setitem(SIGNATURES, "noop", expected)  # type: ignore[arg-type]
        result = nq("signatures", "small", "--episodes", "2", "--json", code=code)
        checks = [row for row in lines(result.stdout) if row["mind"] == "noop"]
        assert [(row["measure"], row["n"], row["ok"]) for row in checks] == [("joint", 2, code == 0)]
    assert "1 of 1 figures are out of their range" in result.stderr


def test_locate_says_where_things_are(nq: Nq, home: Path) -> None:
    text = nq("locate").stdout
    assert __version__ in text and f"{home / 'normquest.db'}  (not there yet)" in text
    assert str(home / "worlds") in text
