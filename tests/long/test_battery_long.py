"""Known minds at five percent lapses, in the real engine: how many are found rightly."""

from __future__ import annotations

import pytest
from society.battery import MINDS, found, right

from normquest.measures.societies.shares import confusion
from normquest.report.mechanism_text import confusion_text

pytestmark = pytest.mark.long

SEEDS = range(10)


def test_what_was_planted_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    societies = [(mind, found(mind, seed)[0]) for mind in MINDS for seed in SEEDS]
    members = [(mind, one) for mind in MINDS for seed in SEEDS for one in found(mind, seed)[1]]
    with capsys.disabled():
        print("\nSocieties.", confusion_text(confusion(societies), 110))
        print("Members who met every trial.", confusion_text(confusion(members), 110))
    hits = sum(mechanism == right(mind) for mind, mechanism in societies)
    assert hits >= 0.9 * len(societies)
    # Those not found have run down to giving nothing, as conditional co-operators do: nothing is to be kept.
    missed = {found for mind, found in societies if found != right(mind)}
    assert missed <= {"unclassified"}
