"""One builder: an episode's row in a line."""

from collections.abc import Sequence
from typing import Any

from normquest.episode.records import StageResult
from normquest.measures.rows import EpisodeRow, OpportunityRow, StatementRow
from normquest.norms.events import Stage


def row(seed: int = 0, arm: str = "both", newcomer: str = "ann", **fields: Any) -> EpisodeRow:
    """A row of world "kitchen" and norm "bow", unless `fields` say otherwise; its id is unique to the key."""
    whole: dict[str, Any] = {"world": "kitchen", "norm": "bow", "family": "precedence", "rep": 0} | fields
    key = (newcomer, arm, whole["world"], whole["norm"], seed, whole["rep"], whole.get("mirror_of"))
    whole.setdefault("episode", "/".join(map(str, key)))
    return EpisodeRow(seed=seed, arm=arm, newcomer=newcomer, **whole)


def stage(
    task: bool = True, violations: int = 0, opportunities: int = 1, name: Stage = "act", turns: int = 8
) -> StageResult:
    """How a stage ended; a joint success unless told otherwise."""
    return StageResult(name, task, violations, opportunities, turns)


WON, LOST = stage(), stage(task=False)


def met(
    outcomes: str, stage: Stage = "act", watched: str = "", sanctioned: str = ""
) -> tuple[OpportunityRow, ...]:
    """Opportunities by letter: `met("kv")` is one kept, then one violated.

    `watched` and `sanctioned` have y or n for each; missing letters are y and n.
    """
    return tuple(
        OpportunityRow(
            stage,
            i,
            "kept" if letter == "k" else "violated",
            watched[i : i + 1] != "n",
            sanctioned[i : i + 1] == "y",
            i,
        )
        for i, letter in enumerate(outcomes)
    )


def said(exact: bool | None = None, stage: Stage = "watch", **fields: Any) -> tuple[StatementRow, ...]:
    """One statement, in a tuple of its own."""
    return (StatementRow(stage, exact, **fields),)


def wins(results: Sequence[bool], **fields: Any) -> list[EpisodeRow]:
    """One seed each, with a joint success or not."""
    return [row(seed, act=WON if won else LOST, **fields) for seed, won in enumerate(results)]
