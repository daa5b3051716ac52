"""Worlds, switches and newcomers by name: what is taken, and what is said of the rest."""

import os
from pathlib import Path

import pytest
from builders import small_source

from normquest import settings
from normquest.episode.records import Config
from normquest.session.errors import SessionError
from normquest.session.files import own_folder
from normquest.session.newcomers import check_newcomer
from normquest.session.switches import config_from, switch_names
from normquest.session.worlds import open_world, stored_world, world_file, world_files
from normquest.world.errors import WorldError


@pytest.fixture
def own_world() -> Path:
    """The small world among one's own, in a file that is not named like it."""
    own_folder().mkdir(parents=True, exist_ok=True)
    path = own_folder() / "tiny.yaml"
    path.write_text(small_source(), encoding="utf-8")
    return path


def test_a_world_is_found_by_name_id_and_path(own_world: Path) -> None:
    by_name, by_id, by_path = open_world("tiny"), open_world("small"), open_world(str(own_world))
    assert by_name.hash == by_id.hash == by_path.hash == open_world(own_world).hash
    assert {"tiny", "dye_kitchen"} <= set(world_files())


def test_an_unknown_world_names_the_nearest() -> None:
    with pytest.raises(SessionError, match="Did you mean dye_kitchen") as found:
        open_world("dye_kichen")
    assert found.value.usage


def test_a_missing_or_unreadable_file_is_said_as_a_world_error(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="no such file"):
        open_world(tmp_path / "none.yaml")
    with pytest.raises(WorldError):
        open_world(f"{tmp_path}{os.sep}")


def test_own_worlds_lie_beside_the_database_where_a_home_is_set() -> None:
    assert own_folder() == settings.home() / "worlds"


def test_a_stored_world_is_the_one_that_was_played(own_world: Path) -> None:
    file = world_file(open_world("tiny"))
    assert stored_world(file).hash == file.hash
    other = type(file)("0" * 64, file.id, file.title, file.source)
    with pytest.raises(SessionError, match="not the one that its hash names"):
        stored_world(other)
    broken = type(file)(file.hash, file.id, file.title, "normquest: 99")
    with pytest.raises(SessionError, match="can no longer be read"):
        stored_world(broken)


def test_switches_are_typed() -> None:
    given = [
        "miss=0.1",
        "delay=2",
        "scenes=30",
        "norm_free=yes",
        "brief=told",
        "elicitation=off",
        "level=gentle",
    ]
    assert config_from(given, arm="witnessed") == Config(
        arm="witnessed",
        miss=0.1,
        delay=2,
        scenes=30,
        norm_free=True,
        brief="told",
        elicitation="off",
        level="gentle",
    )
    assert config_from(["scenes=all"]).scenes is None
    assert config_from(["false-alarm=0.01"]).false_alarm == 0.01
    assert config_from(["level=plain"], level="gentle").level == "gentle"


def test_every_switch_has_a_default_that_it_takes_itself() -> None:
    for name in switch_names():
        value = getattr(Config(), name)
        assert config_from([f"{name}={'all' if value is None else value}"]) == Config()


@pytest.mark.parametrize(
    ("switch", "says"),
    [
        ("mis=0.1", "Did you mean miss"),
        ("miss", "it has no ="),
        ("miss=1.5", "a number from 0 to 1"),
        ("miss=nan", "a number from 0 to 1"),
        ("delay=x", "a whole number from 0 to 3"),
        ("scenes=-1", "a whole number from 0"),
        ("brief=tld", "did you mean told"),
        ("norm_free=maybe", "true or false"),
        ("level=easy", "no level 'easy'"),
        ("arm=both", "no switch 'arm'"),
        ("model={}", "no switch 'model'"),
        ("=", "no switch ''"),
    ],
)
def test_a_wrong_switch_is_said_in_a_sentence(switch: str, says: str) -> None:
    with pytest.raises(SessionError, match=says) as found:
        config_from([switch])
    assert found.value.usage


def test_a_switch_is_given_once_and_an_arm_is_known() -> None:
    with pytest.raises(SessionError, match="given twice"):
        config_from(["miss=0.1", "miss=0.2"])
    with pytest.raises(SessionError, match="Did you mean witnessed"):
        config_from([], arm="witnesed")


def test_only_those_can_be_sent_who_answer_by_themselves() -> None:
    check_newcomer("oracle")
    with pytest.raises(SessionError, match="normquest play"):
        check_newcomer("human")
    with pytest.raises(SessionError, match="Did you mean observer"):
        check_newcomer("observr")
