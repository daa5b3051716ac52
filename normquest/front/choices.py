"""The list of choices: as it is up to nine, beyond that by verb and then by what it is done to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from normquest.episode.records import Choice
from normquest.front.look import Look, flowing, hanging

MOST_PLAIN = 9
_VERB_COLUMN = 18


def choice_block(choices: Sequence[Choice], look: Look) -> str:
    """All choices with their numbers, which are those of the observation whichever way they are set."""
    if not choices:
        return ""
    if len(choices) <= MOST_PLAIN:
        return "\n".join(["You can:", *(hanging(look, f"{c.number:>3}  ", c.text) for c in choices)])
    groups = [
        (verb, list(group)) for (_, verb), group in groupby(choices, lambda c: (c.act.verb, split(c.text)[0]))
    ]
    column = min(max(len(verb) for verb, _ in groups), _VERB_COLUMN) + 4
    rows = [
        flowing(look, f"  {verb}", (f"{c.number} {split(c.text)[1]}".strip() for c in group), column)
        for verb, group in groups
    ]
    return "\n".join(["You can:", *rows])


def split(text: str) -> tuple[str, str]:
    """The verb and what it is done to: "dip", "the coarse cloth into the rose vat"."""
    words = text.split(" ")
    for at, word in enumerate(words[1:], 1):
        if (
            word.casefold() == "the" or word[:1].isupper()
        ):  # not "a": that is the verb's ("tug a forelock to")
            return " ".join(words[:at]), " ".join(words[at:])
    return text, ""


def headed(texts: Sequence[str]) -> tuple[str, list[str]]:
    """What acts of one verb begin with, and how each goes on: "pass the word to", "Eseld gruffly"."""
    heads = {split(text)[0] for text in texts}
    head = heads.pop() if len(heads) == 1 else ""
    rests = [text.removeprefix(head).strip() for text in texts]
    shared = 0
    for words in zip(*(rest.split(" ") for rest in rests), strict=False):
        if len(set(words)) > 1 or words[0][:1].isupper():
            break
        shared += 1
    named = [rest.split(" ")[shared:] for rest in rests]
    if shared and all(rest and rest[0][:1].isupper() for rest in named):
        head = " ".join([head, *rests[0].split(" ")[:shared]]).strip()
        rests = [" ".join(rest) for rest in named]
    return head, rests
