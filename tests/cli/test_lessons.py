"""The tutorial at a prompt: every lesson is told once, at its moment, and stands in no record."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.typed import typed
from normquest.bank.make import open_case
from normquest.cli.app import app
from normquest.cli.desk import LESSON
from normquest.front.lessons import Lessons
from normquest.session.drawing import draw_case, key_of
from normquest.session.live import Live
from normquest.session.switches import config_from
from normquest.session.worlds import open_world
from normquest.store import line, open_store

SEED = 1
LESSONS = open_world("first_evening").world.lessons


def test_each_lesson_is_told_once_at_its_moment_and_stands_in_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    monkeypatch.setattr("normquest.session.drawing.open_case", open_case)
    loaded, config = open_world("first_evening"), config_from((), arm="both", level="gentle")
    drawing = draw_case(loaded.world, SEED, config)
    monkeypatch.setattr("normquest.front.sittings.draw_case", lambda *_: drawing)
    lines = typed(Live(key_of(loaded, drawing, config, "oracle"), config, drawing.case))
    words = ["play", "--plain", "first_evening", "--seed", str(SEED), "--level", "gentle"]
    page = (
        CliRunner()
        .invoke(app, words, input="".join(f"{one}\n" for one in lines), prog_name="normquest")
        .stdout
    )
    told = [" ".join(part.split()) for part in page.split(LESSON)[1:]]
    wanted = [" ".join(text.split()) for text in LESSONS.values()]
    order = [next(n for n, text in enumerate(wanted) if one.startswith(text)) for one in told]
    assert sorted(order) == list(range(len(wanted)))
    assert order[0] == list(LESSONS).index("arrival") and order[-1] == list(LESSONS).index("debrief")
    assert "WHAT THEY MINDED" in page and "the very rule" in page
    with open_store(tmp_path / "normquest.db", readonly=True) as store:
        kept = " ".join("\n".join(line(record) for record in store.records(1)).split())
    assert not any(text[:40] in kept for text in wanted)


def test_a_world_without_lessons_teaches_nothing() -> None:
    assert not open_world("dye_kitchen").world.lessons
    assert Lessons({}).at("arrival", "scene") == ""


def test_a_lesson_is_given_once_and_the_most_particular_first() -> None:
    lessons = Lessons({"scene": "look", "sanction": "note\n  it"})
    assert [lessons.at("sanction", "scene") for _ in range(3)] == ["note it", "look", ""]
