"""The same key gives the same log byte for byte, whatever the process; another seed gives another."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from normquest.society.records import ENGINE
from normquest.store.canonical import canonical
from society.playing import played, society

ROOT = Path(__file__).parent.parent.parent
CASES: dict[str, dict[str, object]] = {
    "main": {"members": "conditional*4,internalised*4,random*2,strategic~0.1*2"},
    "shock": {"members": "ne-only*12", "shock": "early_top"},
    "trials": {"members": "imitator/selfish*12", "interventions": ("bad_40",)},
    "none": {"members": "random*12", "condition": "none"},
}


PINNED = {
    "main": "731402ab99ebf4515079ba0a6b1ce9a5d497a362ebd19a144c03b4d02b5bf28b",
    "shock": "480e22013dd2367937c151ba04f9d39b1472e35e9e596c26da2d8e8dbd631f30",
    "trials": "22a734d230c683d24e2f9a243c67d7ecc2965d6d43025db72770cd09018ac32e",
    "none": "5224e69f65b1f300000bb167fe5d5a5a3e2e2340bdcf913ae850b631917c4409",
}
"""The same on Python 3.11, 3.12 and 3.13. Where these change, what a log means has changed: raise ENGINE."""


def log(name: str, seed: int = 7) -> str:
    """The canonical log of a case."""
    case = dict(CASES[name])
    records = played(case.pop("members"), seed=seed, **case)  # type: ignore[arg-type]
    return "\n".join(canonical({type(record).__name__: record}) for record in records)


def digests() -> dict[str, str]:
    """The digest of each case's log."""
    return {name: hashlib.sha256(log(name).encode()).hexdigest() for name in CASES}


def test_two_processes_with_other_hash_seeds_write_the_same_log() -> None:
    found = []
    for hash_seed in ("1", "271828"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
        code = "from society.test_determinism import digests; print(digests())"
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        found.append(done.stdout)
    assert found[0] == found[1] == f"{digests()}\n"


def test_the_logs_are_those_of_this_engine_on_every_python() -> None:
    assert ENGINE == 1 and digests() == PINNED


@pytest.mark.parametrize("name", CASES)
def test_another_seed_gives_another_log(name: str) -> None:
    assert log(name) == log(name) != log(name, 8)


def test_a_new_draw_in_one_place_shifts_nothing_elsewhere() -> None:
    """Without talk the groups of round 1, the tendencies and the names are what they are with it."""
    from normquest.society.records import Groups, Seated
    from society.playing import only

    with_talk, without = (played("internalised*12", c, 3) for c in ("SL", "none"))
    assert only(Seated, with_talk) == only(Seated, without)
    assert only(Groups, with_talk) == only(Groups, without)
    more = society(talk={"messages": 2})
    assert only(Groups, played("internalised*12", "SL", 3, of=more)) == only(Groups, without)
