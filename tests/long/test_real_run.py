"""A run over real draws of a shipped world: what is stored can be made again in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from normquest.store import line, open_store

pytestmark = pytest.mark.long


def nq(home: Path, *args: str) -> str:
    env = {**os.environ, "NORMQUEST_HOME": str(home)}
    command = [sys.executable, "-m", "normquest", *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_real_episodes_replay_byte_for_byte(tmp_path: Path) -> None:
    run = ("run", "dye_kitchen", "--newcomer", "oracle", "--newcomer", "observer", "--switch", "level=gentle")
    told = [
        json.loads(row) for row in nq(tmp_path, *run, "--seeds", "1-6", "--jobs", "2", "--json").splitlines()
    ]
    assert told and all(one["status"] == "done" for one in told)
    for one in told[:2]:
        replayed = [
            json.loads(row) for row in nq(tmp_path, "replay", str(one["episode"]), "--json").splitlines()
        ]
        with open_store(tmp_path / "normquest.db", readonly=True) as store:
            stored = [json.loads(line(record)) for record in store.records(one["episode"])]
        assert [{row.pop("record"): row} for row in replayed] == stored
