"""What the certificate promises, over hundreds of draws on all cells: prints the figures, then asserts them.

NORMQUEST_DRAWS says how many seeds are drawn (default 500); each takes some
CPU seconds and both cores are used.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from long.trial import JOINT, trials

from normquest.measures.intervals import wilson

SEEDS = int(os.environ.get("NORMQUEST_DRAWS", "500"))
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """A row a seed."""
    return list(trials("dye_kitchen", range(1, SEEDS + 1)))


@pytest.fixture(scope="module")
def accepted(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of accepted draws."""
    return [row for row in rows if row["accepted"]]


def share(values: Sequence[bool]) -> float:
    """The share that is true."""
    return sum(values) / len(values)


def test_acceptance_by_cell_and_the_reasons_for_rejections(rows: list[dict[str, Any]]) -> None:
    families: dict[str, list[bool]] = {}
    reasons: Counter[str] = Counter()
    for row in rows:
        families.setdefault(row.get("family", "none binds"), []).append(row["accepted"])
        reasons.update(row["reasons"][:1])
    for name, values in sorted(families.items()):
        print(f"{name:14} accepted {share(values):.2f}  N {len(values)}")
    print(reasons.most_common(12))
    cpu = sorted(row["cpu"] for row in rows)
    print(f"CPU seconds a draw: median {cpu[len(cpu) // 2]:.2f}, p90 {cpu[len(cpu) * 9 // 10]:.2f}")
    assert share([row["accepted"] for row in rows]) >= 0.4


def test_the_minds_that_do_not_know_the_norm_fail_and_the_oracle_does_not(
    accepted: list[dict[str, Any]],
) -> None:
    figures = {name: share([row[name]["joint"] for row in accepted]) for name in JOINT}
    print(len(accepted), figures)
    assert figures["oracle"] == 1
    assert all(row["oracle"]["transfer_joint"] for row in accepted)
    assert sum(row["oracle"]["violations"] + row["oracle"]["transfer_violations"] for row in accepted) == 0
    assert share([row["selfish"]["violations"] > 0 for row in accepted]) >= 0.95
    assert figures["selfish"] <= 0.05
    assert figures["noop"] == 0
    for name in ("contrarian", "ritualist", "random-route"):
        assert figures[name] <= 0.35, name


def test_the_observers_find_the_norm_from_the_sanctions_shown(accepted: list[dict[str, Any]]) -> None:
    first = share([row["observer exact"] for row in accepted])
    second = share([row["second-observer exact"] for row in accepted])
    print(f"exact: reference {first:.3f}, second {second:.3f}, N {len(accepted)}")
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
        mean = sum(values) / len(values)
        deviation = (sum((v - mean) ** 2 for v in values) / len(values) / len(values)) ** 0.5
        print(f"{name}: balanced accuracy {mean:.3f} +- {1.96 * deviation:.3f}, N {len(values)}")
        assert abs(mean - 0.5) <= max(1.96 * deviation, 0.01)


def test_a_watch_designed_for_noise_stands_it() -> None:
    rows = [row for row in trials("dye_kitchen", range(1, SEEDS // 4), noisy=True) if row["accepted"]]
    exact = share([row["exact"] for row in rows])
    print(f"10 % misses, 1 % false alarms an act: exact {exact:.3f}, N {len(rows)}")
    assert exact >= 0.8
