"""How an act that is offered now could be said in two words: an example from the world and the moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from normquest.community.parser import Chosen, Grammar, parse
from normquest.community.phrases import spoken
from normquest.episode.records import Choice

_SHORTEST = 3
_USUAL = ("go", "wait")
"""Verbs of nearly every place; any other makes a better example."""


def sayings(choices: Sequence[Choice], grammar: Grammar, most: int = 2) -> tuple[str, ...]:
    """Examples of different acts, each of which is understood as the act that it was made from."""
    return tuple(islice(_sayings(choices, grammar), most))


def _sayings(choices: Sequence[Choice], grammar: Grammar) -> Iterator[str]:
    verbs: set[str] = set()
    for choice in sorted(choices, key=lambda one: one.act.verb in _USUAL):
        if choice.act.verb in verbs:
            continue
        first, *rest = spoken(choice.text) or ("",)
        for word in (word for word in rest if len(word) >= _SHORTEST):
            said = f"{first} {word}"
            found = parse(said, choices, grammar)
            if isinstance(found, Chosen) and found.number == choice.number:
                verbs.add(choice.act.verb)
                yield said
                break
