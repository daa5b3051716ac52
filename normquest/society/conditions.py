"""Conditions by name: none, E, SL, SS and their sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ElicitationMode = Literal["off", "end", "asked", "shown"]
"""When expectations are asked for: never, once at the end, every round, every round and shown back."""

Variant = Literal["standard", "minimal", "words", "neutral_verbs", "neutral_anchors", "both"]
"""How members are addressed. minimal: without their tendency; words: with it in words; neutral_verbs: in the
words of accounts; neutral_anchors: questions without examples; both: the last two."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Which social processes are on: elicitation (E), learning by talk (SL), selection of partners (SS)."""

    elicitation: ElicitationMode
    learning: bool
    selection: bool


PARTS = ("E", "SL", "SS")
MAIN = ("none", "E", "E+SL", "E+SS", "E+SL+SS")
"""The paper's main five."""

EIGHT = ("none", "E", "SL", "SS", "E+SL", "E+SS", "SL+SS", "E+SL+SS")

_ELICITATION: Mapping[ElicitationMode, str] = {"off": "", "end": "E(end)", "asked": "E(asked)", "shown": "E"}


def label(condition: Condition) -> str:
    """The name of a condition; an elicitation other than the paper's is named beside its letter."""
    parts = [
        _ELICITATION[condition.elicitation],
        "SL" if condition.learning else "",
        "SS" if condition.selection else "",
    ]
    return "+".join(part for part in parts if part) or "none"


def condition_from(text: str) -> Condition:
    """The condition of a name. Raises ValueError, saying what is meant, for one that is none."""
    parts = [] if text.strip().lower() == "none" else [part.strip() for part in text.split("+")]
    elicited = {name: mode for mode, name in _ELICITATION.items() if name}
    elicitation: ElicitationMode = "off"
    seen: set[str] = set()
    for part in parts:
        what = "E" if part in elicited else part
        if what not in PARTS or what in seen:
            known = ", ".join([*elicited, "SL", "SS"])
            raise ValueError(f"'{part[:20]}' cannot stand in a condition; expected none or a sum of {known}")
        seen.add(what)
        elicitation = elicited.get(part, elicitation)
    return Condition(elicitation=elicitation, learning="SL" in seen, selection="SS" in seen)
