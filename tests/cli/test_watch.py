"""`watch` and `replay` as commands: what they print, what they write, and what they refuse."""

from __future__ import annotations

import json
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
from session.handmade import at_home, ran, started

from cli.conftest import Nq
from normquest.episode.records import Decision, Request
from normquest.store import open_store


def records(home: Path, number: int = 1) -> list[object]:
    with open_store(home / "normquest.db", readonly=True) as store:
        return list(store.records(number))


def test_a_model_is_told_line_by_line(nq: Nq, home: Path) -> None:
    script = home / "script.json"
    act = "\x1b]0;owned\x07I think\u202e so.\nact: 1"
    replies = {"act": [act], "statement": ["rule: none\nsure: 30"], "forecast": ["answer: no"]}
    script.write_text(json.dumps(replies), encoding="utf-8")
    told = nq("watch", "small", "--model", f"fake:{script}", "--seed", "1", "--plain", "--speed", "full")
    assert "Episode 1.\n" in told.stderr and "Episode 1 is done.\n" in told.stderr
    assert "  thought     I think so.\n" in told.stdout
    assert "  reply       act: 1\n" in told.stdout
    answers = [r for r in records(home) if isinstance(r, Decision) and r.calls]
    assert told.stdout.count("  outcome ") == len(answers)
    assert "sure: 30" in told.stdout and "\x1b" not in told.output and "\u202e" not in told.output
    asked = [r for r in records(home) if isinstance(r, Request) and r.kind == "act"]
    first = next(c.text for c in asked[0].observation.choices if c.number == 1)
    assert f"  understood  {first}\n" in told.stdout
    assert nq("watch", "1", "--plain").stdout == told.stdout


def test_a_newcomer_is_watched_through_the_battery(nq: Nq) -> None:
    sent = ["--newcomer", "imitator", "--plain", "--speed", "full", "--switch", "battery=on"]
    told = nq("watch", "small", *sent).stdout
    assert "DAY 18 OF 18" in told and "understood  breaking the custom pays" in told
    assert told.count("understood  10\n") > 3 and "understood  yes\n" not in told.partition("DAY 13 OF 18")[2]


def test_a_scripted_mind_is_told_and_counts_as_a_run(nq: Nq, home: Path) -> None:
    told = nq("watch", "small", "--newcomer", "selfish", "--plain", "--speed", "full", "--switch", "delay=1")
    assert "People here mind one thing." in told.stdout and "understood" in told.stdout
    assert '"newcomer": "selfish"' in nq("episodes", "--json").stdout
    again = nq("watch", "small", "--newcomer", "selfish", "--plain", "--speed", "full", "--switch", "delay=1")
    assert "Episode 2." in again.stderr
    seeds = [json.loads(row)["seed"] for row in nq("episodes", "--json").stdout.splitlines()]
    assert seeds == [1, 2]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("watch", "small"), "Who is watched?"),
        (("watch", "small", "--newcomer", "selfish", "--model", "fake:first"), "Who is watched?"),
        (("watch", "small", "--model", "fake:first", "--model", "fake:wait"), "Who is watched?"),
        (("watch", "small", "--newcomer", "slefish"), "Did you mean selfish?"),
        (("watch", "small", "--newcomer", "human"), "normquest play"),
        (("watch", "small", "--newcomer", "selfish", "--arm", "bth"), "Did you mean both?"),
        (("watch", "small", "--model", "fake:frist"), "Did you mean fake:first?"),
        (("watch", "1", "--newcomer", "selfish"), "Episode 1 has its newcomer."),
        (("watch", "99", "--plain"), "there is no episode 99"),
        (("watch", "small", "--newcomer", "selfish"), "--plain"),
        (("replay", "1", "--screens"), "`normquest replay 1`"),
        (("watch", "1"), "`normquest watch 1 --plain`"),
        (("replay", "1", "--svg", "x.svg", "--size", "wide"), "--size wide: it is no size"),
        (("replay", "1", "--svg", "x.svg", "--page", "999"), "--page 999: episode 1 has"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(nq: Nq, args: tuple[str, ...], says: str) -> None:
    nq("run", "small", "--newcomer", "selfish", "--seeds", "1")
    refused = nq(*args, code=2)
    assert says in " ".join(refused.stderr.split()) and refused.stdout == ""


def test_a_world_that_is_not_there_and_a_rejected_seed(nq: Nq) -> None:
    assert "Did you mean small?" in nq("watch", "samll", "--newcomer", "selfish", code=2).stderr
    refused = nq("watch", "small", "--newcomer", "selfish", "--seed", "7", "--plain", code=1)
    assert "The draw was rejected" in refused.stderr


def test_caps_hold_and_end_with_a_failure(nq: Nq, home: Path) -> None:
    halted = nq("watch", "small", "--model", "fake:first", "--plain", "--cap-calls", "2", code=1)
    assert "the cap is 2" in halted.stderr
    with open_store(home / "normquest.db", readonly=True) as store:
        assert store.totals(episode=1).calls == 2
    nq("watch", "small", "--model", "fake:first", "--plain")
    assert [json.loads(row)["status"] for row in nq("episodes", "--json").stdout.splitlines()] == ["done"]


def test_ctrl_c_drops_the_turn_in_hand_and_it_goes_on(home: Path) -> None:
    order = ["watch", "small", "--model", "fake:first", "--model-arg", "delay=0.1", "--plain"]
    process = started(home, order)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        time.sleep(0.1)
        if (home / "normquest.db").exists():
            try:
                if len(records(home)) > 5:
                    break
            except Exception:
                continue
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err.decode().splitlines()[-1].startswith("Stopped.")
    with open_store(home / "normquest.db", readonly=True) as store:
        assert store.interrupted() == {1}
    before = records(home)
    told = ran(home, "watch", "1", "--plain")
    assert "Nobody is at episode 1 any more" in told.stderr
    ran(home, *order)
    after = records(home)
    assert after[: len(before)] == before and len(after) > len(before)


def test_pictures_and_casts_are_written(nq: Nq, home: Path) -> None:
    nq("run", "small", "--newcomer", "selfish", "--seeds", "1")
    files = home / "a.svg", home / "a.cast"
    args = ("--svg", str(files[0]), "--page", "2", "--cast", str(files[1]), "--size", "80x24", "--speed", "2")
    done = nq("replay", "1", *args)
    assert done.stdout == "" and done.stderr.count("is written") == 2
    assert ElementTree.parse(files[0]).getroot().tag.endswith("svg")
    lines = [json.loads(line) for line in files[1].read_text(encoding="utf-8").splitlines()]
    assert lines[0]["version"] == 2 and all(len(line) == 3 for line in lines[1:])
    missing = nq("replay", "1", "--svg", str(home / "none" / "a.svg"), code=1)
    assert "No such file" in missing.stderr


def rows_of(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database but when it happened and how long it took."""
    found = {}
    with closing(sqlite3.connect(database)) as raw:
        tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%migr%'")
        for (table,) in tables.fetchall():
            columns = [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]
            kept = [name for name in columns if name not in ("started", "ended", "at", "taken", "ms", "name")]
            quoted = ", ".join(f'"{name}"' for name in kept)
            found[table] = raw.execute(f"SELECT {quoted} FROM {table} ORDER BY 1, 2").fetchall()
    return found


def test_what_is_watched_leaves_the_rows_of_a_run(
    nq: Nq, home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = ("--model", "fake:first", "--arm", "witnessed", "--price", "1,2")
    nq("run", "small", *who, "--seeds", "2")
    other = at_home(tmp_path_factory.mktemp("other"))
    monkeypatch.setenv("NORMQUEST_HOME", str(other))
    nq("watch", "small", *who, "--seed", "2", "--plain")
    ran_, watched = rows_of(home / "normquest.db"), rows_of(other / "normquest.db")
    assert watched.pop("controls") and not ran_.pop("controls")  # the speed was asked for
    assert {table: len(rows) for table, rows in watched.items()} == {t: len(r) for t, r in ran_.items()}
    assert watched == ran_ and len(watched["model_calls"]) > 3
