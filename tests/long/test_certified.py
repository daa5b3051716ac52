"""What the certificate promises, over a thousand draws on all cells: prints the figures, then asserts them.

NORMQUEST_DRAWS says how many seeds are drawn (default 1,100), NORMQUEST_PLAYED
on how many of them episodes are played (default 400). Each draw takes some CPU
seconds; all cores are used. NORMQUEST_ROWS names a file that keeps the rows, so
that a run that was stopped goes on, and figures can be looked at again.
NORMQUEST_WORLD names another world than the dye kitchen.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from long.trial import JOINT, trials

from normquest.measures.intervals import wilson
from normquest.settings import worlds_folder
from normquest.world.loader import load_world

WORLD = os.environ.get("NORMQUEST_WORLD", "dye_kitchen")
SEEDS = int(os.environ.get("NORMQUEST_DRAWS", "1100"))
PLAYED = int(os.environ.get("NORMQUEST_PLAYED", "400"))
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """A row a seed."""
    kept = Path(os.environ.get("NORMQUEST_ROWS") or tmp_path_factory.mktemp("rows") / "rows.jsonl")
    found = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    with kept.open("a") as file:
        for row in trials(WORLD, range(len(found) + 1, SEEDS + 1), minds_until=PLAYED + 1):
            found.append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
    return found[:SEEDS]


@pytest.fixture(scope="module")
def accepted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of accepted draws."""
    return [row for row in rows if row["accepted"]]


@pytest.fixture(scope="module")
def played(accepted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of accepted draws on which episodes were played."""
    return [row for row in accepted if "oracle" in row]


def share(values: Sequence[float]) -> float:
    """The mean; of truths, the share that is true."""
    return sum(values) / len(values)


def by(key: str, rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The rows by one of their values, in order."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return dict(sorted(found.items()))


def test_acceptance_by_cell_and_the_reasons_for_rejections(rows: list[dict[str, Any]]) -> None:
    reasons: Counter[str] = Counter()
    for row in rows:
        reasons.update(row["reasons"][:1])
    cells = {name: [row["accepted"] for row in group] for name, group in by("asked", rows).items()}
    for name, values in cells.items():
        print(f"{name:32} accepted {share(values):.2f}  N {len(values)}")
    print(reasons.most_common(12))
    cpu = sorted(row["cpu"] for row in rows)
    print(f"accepted {share([row['accepted'] for row in rows]):.3f}, N {len(rows)}")
    print(f"CPU seconds a draw: median {cpu[len(cpu) // 2]:.2f}, p90 {cpu[len(cpu) * 9 // 10]:.2f}")
    assert share([row["accepted"] for row in rows]) >= 0.8
    low = {name: share(values) for name, values in cells.items() if share(values) < 0.5}
    assert not low, low


def test_the_minds_that_do_not_know_the_norm_fail_and_the_oracle_does_not(
    played: list[dict[str, Any]],
) -> None:
    figures = {name: share([row[name]["joint"] for row in played]) for name in JOINT}
    print(len(played), figures)
    for family, group in by("family", played).items():
        print(
            family, len(group), {name: round(share([r[name]["joint"] for r in group]), 2) for name in JOINT}
        )
    assert figures["oracle"] == 1
    assert all(row["oracle"]["transfer_joint"] for row in played)
    assert sum(row["oracle"]["violations"] + row["oracle"]["transfer_violations"] for row in played) == 0
    assert share([row["selfish"]["violations"] > 0 for row in played]) >= 0.95
    assert figures["selfish"] <= 0.05
    assert figures["noop"] == 0
    for name in ("contrarian", "ritualist", "random-route"):
        assert figures[name] <= 0.35, name


def test_the_observers_find_the_norm_from_the_sanctions_shown(played: list[dict[str, Any]]) -> None:
    first = share([row["observer exact"] for row in played])
    second = share([row["second-observer exact"] for row in played])
    print(f"exact: reference {first:.3f}, second {second:.3f}, N {len(played)}")
    assert first >= 0.97
    assert second >= 0.85


def test_nothing_but_the_sanctions_gives_the_norm_away(accepted: list[dict[str, Any]]) -> None:
    by_k: dict[int, list[dict[str, Any]]] = {}
    for row in accepted:
        by_k.setdefault(row["k"], []).append(row)
    for k, group in by_k.items():
        for reader in ("read", "read_least", "read_first"):
            hits = sum(row[reader] for row in group)
            low, high = wilson(hits, len(group)) or (0.0, 1.0)
            print(f"K = {k}, {reader}: {hits} of {len(group)}, interval {low:.3f} to {high:.3f}")
            assert low <= 1 / k <= high
    for name in ("guess", "blind"):
        values = [row[name] for row in accepted if row[name] is not None]
        # Whoever guesses among the rules of the file hits the norm now and then, and .5 is the level of those
        # who do not: so hits are counted apart, and must be no more than chance makes them.
        hits = sum(value == 1 for value in values)
        low, _ = wilson(hits, len(values)) or (0.0, 1.0)
        missed = [value for value in values if value < 1]
        mean = sum(missed) / len(missed)
        deviation = (sum((v - mean) ** 2 for v in missed) / len(missed) / len(missed)) ** 0.5
        print(f"{name}: hit {hits} of {len(values)}, else balanced accuracy {mean:.3f}", 1.96 * deviation)
        assert low <= 1 / len(load_world(worlds_folder() / f"{WORLD}.yaml").world.norms)
        assert abs(mean - 0.5) <= 1.96 * deviation


def test_a_watch_designed_for_noise_stands_it() -> None:
    rows = [row for row in trials(WORLD, range(1, PLAYED // 3), noisy=True) if row["accepted"]]
    exact = share([row["exact"] for row in rows])
    print(f"10 % misses, 1 % false alarms an act: exact {exact:.3f}, N {len(rows)}")
    assert exact >= 0.8
