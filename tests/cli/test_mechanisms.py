"""`normquest mechanisms`: known minds are found again by what is tried, and not by behaviour alone."""

from __future__ import annotations

import json

from cli.conftest import Nq
from normquest.measures.newcomers import TrialRow, Tried
from normquest.measures.societies.mechanisms import MECHANISMS
from normquest.report.newcomer_mechanisms import mechanism_data, mechanism_text


def test_known_minds_are_found_again_and_not_without_interventions(nq: Nq) -> None:
    rows = [
        json.loads(one)
        for one in nq(
            *["mechanisms", "--known", "--world", "small", "--episodes", "3", "--json"]
        ).stdout.splitlines()
    ]
    full = {row["planted"]: row for row in rows if row["trials"] == "battery"}
    alone = {row["planted"]: row for row in rows if row["trials"] == "control alone"}
    assert set(full) == set(alone) == {*MECHANISMS, "random"}
    # Drawn once and for all: 18 newcomers each. The long test asks for 90 % of many more.
    assert all(row["n"] == 18 and row["right"] >= 0.8 for row in full.values())
    assert sum(row["right"] for row in full.values()) / len(full) >= 0.9
    for mechanism in MECHANISMS:
        if mechanism != "selfish":
            assert alone[mechanism]["right"] == 0 and alone[mechanism]["n"] == 3


def test_the_newcomers_of_a_run_are_judged(nq: Nq) -> None:
    nq(
        *[
            "run",
            "small",
            "--newcomer",
            "strategic",
            "--newcomer",
            "selfish",
            "--seeds",
            "1-3",
            "--switch",
            "battery=on",
            "--name",
            "tried",
        ]
    )
    told = nq("mechanisms", "tried").stdout
    assert "WHAT NEWCOMERS KEEP THE NORM FOR" in told and "3 newcomers" in told
    rows = [json.loads(one) for one in nq("mechanisms", "tried", "--json").stdout.splitlines()]
    said = [(row["newcomer"], row["mechanism"]) for row in rows if "mechanism" in row]
    assert len(said) == 6 and said.count(("strategic", "strategic")) >= 2
    assert said.count(("selfish", "selfish")) >= 2
    shares = {row["newcomer"]: {f["name"]: f for f in row["shares"]} for row in rows if "shares" in row}
    borrowed = shares["strategic"]["success.borrowed"]
    assert borrowed["n"] > 0 and borrowed["value"] > 0.5
    assert rows[-1] == {"without_trials": 0}


def test_where_no_trial_could_be_held_it_says_so() -> None:
    rows = (TrialRow(0, "control", True, True),)
    told = mechanism_text(mechanism_data([Tried("x", "1", rows)], 2))
    assert "On the communities of 2 newcomers more no trial could be held." in told


def test_a_run_without_the_battery_is_refused_with_what_helps(nq: Nq) -> None:
    nq(*["run", "small", "--newcomer", "oracle", "--seeds", "1", "--name", "plain"])
    assert "--switch battery=on" in nq("mechanisms", "plain", code=1).stderr
    assert "name no run" in nq("mechanisms", "plain", "--known", code=2).stderr
