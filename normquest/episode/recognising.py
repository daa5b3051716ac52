"""Did it see? What happened in the watch, who was sanctioned there, and what might have been but was not."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.episode.case import Case
from normquest.episode.records import Config
from normquest.episode.telling import texts_of
from normquest.episode.watching import scenes_of, show
from normquest.streams import Stream, pick, shuffled, stream

Item = tuple[str, bool]
"""What is asked, and whether it happened."""


def items(case: Case, config: Config, watch: str, count: int, seed: int) -> list[Item]:
    """Two acts that were shown and two that were not; one sanction of each kind, where there were any.

    In the same words as in the watch. What is untrue reads like nothing in its scene.
    """
    scenes = scenes_of(case, watch)[:count]
    told = [[text for _, text in texts_of(case.home, scene, n)] for n, scene in enumerate(scenes)]
    rng = stream(seed, "recognition")
    happened, invented = _acts(told, rng)
    found = shuffled(rng, happened)[:2] + shuffled(rng, invented)[:2]
    rng = stream(seed, "recognition", "sanctions")
    happened, invented = _sanctions(case, config, watch, count, seed, rng)
    found += shuffled(rng, happened)[:1] + shuffled(rng, invented)[:1]
    return shuffled(rng, found)


def _acts(told: Sequence[Sequence[str]], rng: Stream) -> tuple[list[Item], list[Item]]:
    happened, invented = [], []
    for number, texts in enumerate(told):
        if not texts:
            continue
        happened.append((_asked(number, pick(rng, texts)), True))
        strange = [text for text in pick(rng, told) if text not in texts]
        if strange:
            invented.append((_asked(number, pick(rng, strange)), False))
    return happened, invented


def _sanctions(
    case: Case, config: Config, watch: str, count: int, seed: int, rng: Stream
) -> tuple[list[Item], list[Item]]:
    """Sanctions of whom it was shown at whom they were aimed, and the same at somebody else."""
    happened, invented = [], []
    names = case.home.names
    for number in range(count):
        shown = show(case, config, watch, number, seq=0, seed=seed, breathe=False, total=count)
        marks = [e for e in shown.events if e.kind == "sanction" and e.target is not None]
        texts = {mark.text for mark in marks}
        for mark in marks:
            assert mark.target is not None
            happened.append((_asked(number, mark.text), True))
            others = [p for p in case.home.residents if p not in (mark.target, mark.facts["by"])]
            other = mark.text.replace(names[mark.target], names[pick(rng, others)]) if others else mark.text
            if other not in texts:
                invented.append((_asked(number, other), False))
    return happened, invented


def _asked(number: int, text: str) -> str:
    return f"In scene {number + 1}: {text}"
