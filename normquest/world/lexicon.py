"""The words in which a world speaks of acts, properties and hours.

One lexicon serves a person's menus, a model's prompt, a rule's sentence and
the parser that reads such a sentence back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Reads = Literal["adjective", "noun", "wearing", "holding", "adverb", "hour"]


@dataclass(frozen=True, slots=True)
class ActWords:
    """How a verb or tag reads; `{thing}`, `{target}`, `{addressee}` stand for its slots.

    base "dye {thing} in {target}", past participle "dyed {thing} in {target}",
    gerund "dyeing {thing} in {target}"; nouns name what a slot holds when
    nothing more is said: {"thing": "cloth", "target": "vat"}.
    """

    base: str
    past: str
    ing: str
    nouns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AttributeWords:
    """How an attribute's values read, and of what it speaks.

    adjective "a rose vat" · noun "a steward" · wearing "someone wearing a grey
    sash" · holding "someone holding a bead" · adverb "formally" · hour "at
    dusk". `values` maps a value's id to its words (for wearing and holding with
    the article). `of` holds rule subjects kinds: thing, place, person, style, hour.
    `tokens` are groups of values that are alike, so that a mirror may swap them.
    """

    reads: Reads
    of: tuple[str, ...]
    values: Mapping[str, str]
    tokens: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words of a world: verbs, tags, attributes, and declared synonyms of any of these words."""

    verbs: Mapping[str, ActWords]
    tags: Mapping[str, ActWords]
    attributes: Mapping[str, AttributeWords]
    synonyms: Mapping[str, str] = field(default_factory=dict)
    place_noun: str = "place"
