"""Hostile replies: no crash, nothing that acts on a terminal, and no act that was not said."""

import json
import re
from pathlib import Path

import pytest
from cli.conftest import Nq, home, nq

from newcomers.hostile import strings
from newcomers.playing import chat, decisions, requests, scripted
from normquest.newcomers.chat.reading_acts import read_act
from normquest.store import line, open_store
from normquest.text import sanitise

__all__ = ["home", "nq"]

ACTING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""What must never reach a terminal."""


def check_acts(replies: list[str]) -> None:
    """A reply is an act only if it says so in its last line, in JSON, or as a whole."""
    live = chat(scripted("act: 1"), upto="elsewhere")
    choices = requests(live, "act")[0].observation.choices
    for reply in replies:
        read = read_act(reply, choices)
        if read.outcome == "ok":
            said, number = sanitise(reply).strip().lower(), rf"{read.value}\b"
            assert re.search(rf"\bact\W+{number}|^\W*{number}\W*$", said, re.M), ascii(reply)[:300]
            assert read.value in {choice.number for choice in choices}


@pytest.mark.parametrize("part", range(3))
def test_episodes_go_on_whatever_is_replied(part: int) -> None:
    replies = strings(150)[part * 50 : part * 50 + 50]
    live = chat(scripted(*replies), prompt="reasons", switches={"attribution": True, "recognition": True})
    assert live.status == "done" and len([d for d in decisions(live) if d.calls]) > 20
    for record in live.records:
        assert "\n" not in line(record)


def test_no_act_fires_that_was_not_said() -> None:
    check_acts(strings(400))


def test_nothing_that_acts_reaches_a_terminal(nq: Nq, home: Path, tmp_path: Path) -> None:
    script = tmp_path / "replies.json"
    for part in range(4):
        script.write_text(json.dumps(strings(160)[part * 40 : part * 40 + 40]), encoding="utf-8")
        run = ("run", "small", "--model", f"fake:{script}", "--seeds", str(part + 1))
        said = [nq(*run).output, nq("report").output, nq("episodes").output]
        with open_store(home / "normquest.db", readonly=True) as store:
            (head,) = [one for one in store.episodes() if one.key.seed == part + 1]
        said += [nq("replay", str(head.id)).output, nq("replay", str(head.id), "--json").output]
        for text in said:
            assert text and not ACTING.search(text), ascii(ACTING.search(text))
