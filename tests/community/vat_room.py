"""What a newcomer can do in a vat room, as the parser's tests need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from builders import small_world

from normquest.community.acts import legal_acts
from normquest.community.build import build
from normquest.community.parser import Chosen, Command, Grammar, Parsed, grammar_of, parse
from normquest.community.words import phrase
from normquest.norms.events import Act


@dataclass(frozen=True)
class Listed:
    """A choice, as the episode lists it."""

    number: int
    text: str
    act: Act


def listed(*texts: str) -> tuple[Listed, ...]:
    """Choices with these texts; the first word is the verb."""
    return tuple(Listed(n, text, Act("you", text.split()[0])) for n, text in enumerate(texts, 1))


@cache
def small(hidden: str = "{colour} tub") -> tuple[Grammar, tuple[Listed, ...]]:
    """In the vat room with a raw cloth in hand, among two people: 12 choices of all kinds.

    `hidden` is the name of a thing in the loft that nobody here can see.
    """
    world = small_world(
        verbs={"dye": {"synonyms": ["dip", "string up"]}, "bow": {"synonyms": ["bend before"]}},
        home={"people": {"second": {"at": "vat_room"}}, "things": {"rose_tub": {"name": hidden}}},
    ).world
    community = build(world, "home", 1)
    state = {
        **community.start,
        ("you", "at"): "vat_room",
        ("cloth_a", "at"): "you",
        ("rose_vat", "colour"): "rose",
        ("amber_vat", "colour"): "amber",
    }
    choices = tuple(
        Listed(n, phrase(community, community.verbs[g.act.verb].base, dict(g.act.slots), state), g.act)
        for n, g in enumerate(legal_acts(community, state, "you"), 1)
    )
    return grammar_of(community, seen=[choice.text for choice in choices]), choices


def said(text: str) -> str:
    """The text of what is chosen in the vat room, or the refusal or command itself."""
    grammar, choices = small()
    return shown(parse(text, choices, grammar), choices)


def shown(parsed: Parsed, choices: Sequence[Listed]) -> str:
    if isinstance(parsed, Chosen):
        return next(choice.text for choice in choices if choice.number == parsed.number)
    if isinstance(parsed, Command):
        return f"/{parsed.name} {parsed.argument}".strip()
    return f"no: {parsed.message}"


def person(number: int) -> str:
    """The name of the first or second person, who are drawn."""
    texts = [choice.text for choice in small()[1] if choice.act.verb == "bow"]
    return texts[number].removeprefix("bow to ")
