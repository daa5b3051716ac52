"""How verbs and tags are worded, as literal texts and slots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from normquest.norms.language.tokens import Words, spelled, words
from normquest.world.lexicon import ActWords, Lexicon

Voice = Literal["base", "past", "ing"]
VOICES: tuple[Voice, ...] = ("base", "past", "ing")
SLOTS = ("thing", "target", "addressee")
_ARTICLES = ("a", "an", "the")
_PLACEHOLDER = re.compile(r"\{(thing|target|addressee|style)\}")


@dataclass(frozen=True, slots=True)
class Act:
    """A verb or tag: for each voice its literal texts and, as `{slot}`, its slots, in order."""

    verb: str | None
    tag: str | None
    parts: Mapping[Voice, tuple[str, ...]]
    nouns: Mapping[str, str]

    def reading(self, voice: Voice) -> Words:
        """The words of one voice, slots among them: equal for acts that read alike."""
        pieces = (((part,) if is_slot(part) else words(part)) for part in self.parts[voice])
        return tuple(word for piece in pieces for word in piece)

    def said(self, voice: Voice) -> Words:
        """The words of one voice with nothing said of the slots: "touch {target}" may say "touch saint"."""
        pieces = (self.nouns.get(part[1:-1], part) if is_slot(part) else part for part in self.parts[voice])
        return tuple(word for piece in pieces for word in words(piece) if word not in _ARTICLES)


def is_slot(part: str) -> bool:
    """Whether a part of an act's wording is a slot and not literal text."""
    return part[:1] == "{" and part[1:-1] in SLOTS


def optional(rest: Sequence[str]) -> bool:
    """Whether the end of an act's wording can be left unsaid: slots, each with what leads to it."""
    return is_slot(rest[-1]) and all(is_slot(part) or is_slot(after) for part, after in pairwise(rest))


def _parts(template: str) -> tuple[str, ...]:
    """A wording cut at its first mention of each slot. A style stands behind the act, not inside it."""
    parts: list[str] = []
    for piece in _PLACEHOLDER.split(template):
        text = " ".join(piece.split())
        if piece in SLOTS and f"{{{piece}}}" not in parts:
            parts.append(f"{{{piece}}}")
        elif piece not in (*SLOTS, "style") and text:
            parts.append(text)
    return tuple(parts)


def _act(verb: str | None, tag: str | None, wording: ActWords) -> Act:
    given: dict[Voice, str] = {"base": wording.base, "past": wording.past, "ing": wording.ing}
    nouns = {slot: noun for slot, noun in wording.nouns.items() if words(noun)}
    return Act(verb, tag, {voice: _parts(text) for voice, text in given.items()}, nouns)


def unknown_act(verb: str | None, tag: str | None) -> Act:
    """An act that the lexicon does not have, called by its id."""
    what = spelled(verb) if verb is not None else f"something of the kind {spelled(tag or '')}"
    return Act(verb, tag, {"base": (f"do {what}",), "past": (f"done {what}",), "ing": (f"doing {what}",)}, {})


def acts_of(lexicon: Lexicon) -> tuple[Act, ...]:
    """All acts. A tag worded just like a verb says of itself that any way will do."""
    verbs = [_act(verb, None, wording) for verb, wording in lexicon.verbs.items()]
    taken = {(voice, read(voice)) for act in verbs for voice in VOICES for read in (act.reading, act.said)}
    tags = []
    for tag, wording in lexicon.tags.items():
        act = _act(None, tag, wording)
        if any((voice, read(voice)) in taken for voice in VOICES for read in (act.reading, act.said)):
            parts: dict[Voice, tuple[str, ...]] = {v: (*act.parts[v], "in any way") for v in VOICES}
            act = Act(None, tag, parts, act.nouns)
        tags.append(act)
    return (*verbs, *tags)


def clashing(acts: Iterable[Act]) -> list[str]:
    """Acts that read alike in some voice, as "take, grab: both read 'take {thing}'"."""
    first: dict[tuple[Voice, Words], Act] = {}
    found: dict[str, None] = {}
    for act in acts:
        for voice in VOICES:
            other = first.setdefault((voice, act.reading(voice)), act)
            if other is not act:
                shown = " ".join(act.parts[voice])
                found[f"{other.verb or other.tag}, {act.verb or act.tag}: both read '{shown}'"] = None
    return list(found)
