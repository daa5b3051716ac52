"""Wrong command lines, files and databases: a sentence, an exit code, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Nq

WRONG = [
    ("plai",),
    ("play",),
    ("play", "nowhere"),
    ("play", "small", "--seed", "x"),
    ("play", "small", "--seed", "-1"),
    ("play", "small", "--seed", "99999999999"),
    ("play", "small", "--arm", "witnesed"),
    ("play", "small", "--level", "easy"),
    ("play", "small", "--participant", ""),
    ("play", "small", "--participant", "a" * 41),
    ("play", "small", "--participant", "\x1b[31m"),
    ("play", "small", "extra"),
    ("run",),
    ("run", "small"),
    ("run", "small", "--newcomer", "oracel"),
    ("run", "small", "--newcomer", "human"),
    ("run", "nowhere", "--newcomer", "oracle"),
    ("run", "small", "--newcomer", "oracle", "--seeds", "5-1"),
    ("run", "small", "--newcomer", "oracle", "--seeds", ""),
    ("run", "small", "--newcomer", "oracle", "--seeds", "1,,2"),
    ("run", "small", "--newcomer", "oracle", "--seeds", "1-1000000"),
    ("run", "small", "--newcomer", "oracle", "--seeds", "1e3"),
    ("run", "small", "--newcomer", "oracle", "--arm", "none"),
    ("run", "small", "--newcomer", "oracle", "--switch", "miss"),
    ("run", "small", "--newcomer", "oracle", "--switch", "mis=1"),
    ("run", "small", "--newcomer", "oracle", "--switch", "miss=2"),
    ("run", "small", "--newcomer", "oracle", "--switch", "miss=.1", "--switch", "miss=.2"),
    ("run", "small", "--newcomer", "oracle", "--jobs", "0"),
    ("run", "small", "--newcomer", "oracle", "--reps", "0"),
    ("run", "small", "--newcomer", "oracle", "--sede", "1"),
    ("replay",),
    ("replay", "x"),
    ("replay", "0"),
    ("episodes", "--last", "0"),
    ("signatures", "--episodes", "0"),
    ("signatures", "nowhere"),
    ("worlds", "lst"),
    ("worlds", "show"),
    ("worlds", "show", "nowhere"),
    ("worlds", "new"),
    ("worlds", "new", "Tea Garden"),
    ("worlds", "new", "../evil"),
    ("worlds", "new", "small"),
    ("worlds", "new", "tea", "--title", ""),
    ("worlds", "check", "nowhere"),
    ("worlds", "check", "small", "--seeds", "b-a"),
    ("worlds", "check", "small", "--level", "easy"),
    ("--wrong",),
]


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_wrong_usage_ends_with_2_and_a_sentence(nq: Nq, args: tuple[str, ...]) -> None:
    result = nq(*args, code=2)
    assert result.stdout == ""
    last = result.stderr.strip().splitlines()[-1]
    assert last.endswith((".", "?", "'", ")")) and len(last) > 20, last
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("plai",), "Did you mean play?"),
        (("run", "small", "--newcomer", "observr"), "Did you mean observer?"),
        (("play", "smal"), "Did you mean small?"),
        (("run", "small", "--newcomer", "oracle", "--arm", "witnes"), "Did you mean witnessed?"),
        (("run", "small", "--newcomer", "oracle", "--switch", "delai=1"), "Did you mean delay?"),
        (("run", "small", "--newcomer", "oracle", "--seeds", "9-3"), "Expected: 3-9."),
    ],
)
def test_the_nearest_name_is_offered(nq: Nq, args: tuple[str, ...], says: str) -> None:
    assert says in nq(*args, code=2).stderr


@pytest.mark.parametrize("args", [("episodes",), ("replay", "1"), ("report",)], ids=" ".join)
def test_without_a_database_one_is_told_to_begin(nq: Nq, args: tuple[str, ...]) -> None:
    said = nq(*args, code=1).stderr
    assert "there is no such file" in said and "normquest play" in said


def test_an_empty_database_has_no_run_and_no_episode(nq: Nq, home: Path) -> None:
    nq("run", "small", "--newcomer", "oracle", "--seeds", "7", code=1)  # the draw is rejected
    assert "Nothing has been played yet" in nq("episodes").stderr
    assert "there is no episode 5" in nq("replay", "5", code=2).stderr
    assert "there is no run 'x'" in nq("report", "x", code=2).stderr


DATABASE = [
    ("play", "--plain", "small", "--seed", "1"),
    ("run", "small", "--newcomer", "oracle", "--seeds", "1"),
    ("episodes",),
    ("replay", "1"),
    ("report",),
]


@pytest.mark.parametrize("args", DATABASE, ids=lambda args: args[0])
def test_a_broken_database_is_said(nq: Nq, home: Path, args: tuple[str, ...]) -> None:
    (home / "normquest.db").write_bytes(b"this is no database" * 100)
    said = nq(*args, code=1).stderr
    assert "not a SQLite database" in said and "NORMQUEST_HOME" in said


@pytest.mark.parametrize("args", DATABASE, ids=lambda args: args[0])
def test_a_folder_in_its_place_is_said(nq: Nq, home: Path, args: tuple[str, ...]) -> None:
    (home / "normquest.db").mkdir()
    assert "this is a folder" in nq(*args, code=1).stderr


def test_a_home_that_cannot_be_made_is_said(nq: Nq, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NORMQUEST_HOME", str(home / "file" / "inside"))
    world = str(home / "worlds" / "small.yaml")
    assert "cannot be reached" in nq("play", "--plain", world, "--seed", "1", code=1).stderr
    assert "inside" in nq("worlds", "new", "tea", code=1).stderr


def test_a_wrong_world_file_is_said_with_its_line(nq: Nq, home: Path) -> None:
    (home / "worlds" / "small.yaml").write_text("normquest: 1\nid: small\nid: again\n", encoding="utf-8")
    for args in (("play", "small"), ("run", "small", "--newcomer", "oracle"), ("worlds", "check", "small")):
        assert "small.yaml:3:1" in nq(*args, code=1).stderr
    listed = nq("worlds", "list", code=1)
    assert "dye_kitchen" in listed.stdout and "small.yaml:3:1" in listed.stderr


@pytest.mark.parametrize("what", ["missing", "folder", "binary"])
def test_a_file_that_cannot_be_read_is_said(nq: Nq, home: Path, what: str) -> None:
    path = home / "odd.yaml"
    if what == "folder":
        path.mkdir()
    elif what == "binary":
        path.write_bytes(b"\xff\x00\xfe")
    assert "odd.yaml" in nq("play", str(path), code=1).stderr


def test_a_fault_of_our_own_is_said_too(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a nought")

    monkeypatch.setattr("normquest.session.drawing.open_case", fault)
    said = nq("play", "--plain", "small", "--seed", "1", code=1).stderr
    assert "a fault of its own" in said and "ZeroDivisionError: a nought" in said and "report this" in said


def _shell(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "NORMQUEST_HOME": str(home), "NQ": f"{sys.executable} -m normquest"}
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a POSIX shell")
def test_a_reader_that_goes_away_ends_it_quietly(home: Path) -> None:
    for command in ("worlds schema", "locate"):
        done = _shell(f"$NQ {command} | true; echo ${{PIPESTATUS[0]}}", home)
        assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_and_closed_streams_are_said(home: Path) -> None:
    full = _shell("$NQ worlds schema > /dev/full", home)
    assert full.returncode == 1 and "Traceback" not in full.stderr and "Expected" in full.stderr
    closed = _shell("$NQ play --plain dye_kitchen <&-", home)
    assert closed.returncode == 1 and "a terminal or a pipe" in closed.stderr
    mute = _shell("$NQ locate >&-", home)
    assert "Traceback" not in mute.stderr
