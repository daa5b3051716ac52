"""World files on the command line."""

import json
from pathlib import Path

import pytest

from cli.conftest import Nq


def test_the_list_is_a_line_a_world(nq: Nq) -> None:
    rows = [json.loads(line) for line in nq("worlds", "list", "--json").stdout.splitlines()]
    assert [list(row) for row in rows] == [["id", "title", "families", "tasks"]] * len(rows)
    small = next(row for row in rows if row["id"] == "small")
    assert small["families"] == ["attribute", "precedence"] and small["tasks"] == ["cloth"]
    assert "The Small Dye Works" in nq("worlds", "list").stdout


def test_a_world_is_shown_without_telling_a_norm(nq: Nq) -> None:
    page = nq("worlds", "show", "small").stdout
    assert "dye two cloths rose" in page and "the bleachery" in page and "1 precedence" in page
    assert "bow_first" not in page


def test_the_schema_is_json(nq: Nq) -> None:
    assert "normquest" in json.loads(nq("worlds", "schema").stdout)["properties"]


def test_a_new_world_can_be_listed_shown_and_checked(nq: Nq, home: Path) -> None:
    result = nq("worlds", "new", "tea_garden")
    assert result.stdout.strip() == str(home / "worlds" / "tea_garden.yaml")
    assert "normquest worlds check tea_garden" in result.stderr
    assert "tea_garden: Tea garden" in nq("worlds", "show", "tea_garden").stdout
    assert "there is a world tea_garden already" in nq("worlds", "new", "tea_garden", code=2).stderr


def test_a_check_gives_an_object_a_draw(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(world: object, seeds: list[int], level: str, jobs: int) -> list[dict[str, object]]:
        return [
            {
                "world": "small",
                "seed": seed,
                "asked": "bow_first",
                "norm": "bow_first",
                "cpu": 0.5 * seed,
                "family": "precedence",
                "accepted": seed != 2,
                "reasons": ["the easy way keeps it"] if seed == 2 else [],
                "certificate": None
                if seed == 2
                else {"scenes": 8, "acts": 40 + seed, "minutes": 9.5, "words_a_scene": 50.0},
            }
            for seed in seeds
        ]

    monkeypatch.setattr("normquest.cli.checking.checked_draws", rows)
    found = [
        json.loads(line)
        for line in nq("worlds", "check", "small", "--seeds", "1-3", "--json").stdout.splitlines()
    ]
    assert [(row["seed"], row["accepted"]) for row in found] == [(1, True), (2, False), (3, True)]
    text = nq("worlds", "check", "small", "--seeds", "1-3").stdout
    assert "2 of 3 draws accepted" in text and "1 × the easy way keeps it" in text and " 42 " in text
    assert "no draw was accepted" in nq("worlds", "check", "small", "--seeds", "2", code=1).stderr


def test_a_check_really_draws(nq: Nq) -> None:
    result = nq("worlds", "check", "small", "--seeds", "1", "--json", code=1)
    row = json.loads(result.stdout)
    assert row["accepted"] is False and row["cpu"] >= 0 and "no draw was accepted" in result.stderr
    both = nq("worlds", "check", "small", "--seeds", "1-2", "--jobs", "2", "--json", code=1).stdout
    rows = [json.loads(line) for line in both.splitlines()]
    assert [r["seed"] for r in rows] == [1, 2] and rows[0] | {"cpu": 0} == row | {"cpu": 0}
