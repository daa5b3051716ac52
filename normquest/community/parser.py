"""From what is typed to one of the choices, a command, or a refusal that says how to put it.

A number, a phrase or an unmistakable part of one, a command with a slash.
Nothing is accepted that does not stand in the list of choices, and no input
raises.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from normquest.community.fitting import ChoiceLike, Moment, alike, meant
from normquest.community.phrases import ALIASES, BARE, COMMANDS, Grammar, Words, grammar_of, spoken
from normquest.community.refusals import (
    MOST_CHARACTERS,
    Refused,
    not_understood,
    plain,
    refused,
    shown,
    which,
)
from normquest.text import join_words, nearest, sanitise

__all__ = [
    "COMMANDS",
    "ChoiceLike",
    "Chosen",
    "Command",
    "Grammar",
    "Parsed",
    "Refused",
    "candidates",
    "grammar_of",
    "parse",
]

_NUMBER = re.compile(r"#?\s*([0-9]+)\s*[.):]?")
_NUMBERED = re.compile(r"#?([0-9]+)\s*[.):]?\s+(\D.*)")
_MOST_RAW = 4 * MOST_CHARACTERS  # what sanitising may take away is bounded too


@dataclass(frozen=True, slots=True)
class Chosen:
    """An act: its number in the list."""

    number: int


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is no act, such as `log`, or `examine` with "Maud"."""

    name: str
    argument: str = ""


Parsed = Chosen | Command | Refused


def parse(text: str, choices: Sequence[ChoiceLike], grammar: Grammar) -> Parsed:
    """What the text means among these choices. Never raises.

    The first reading that fits anything decides: the phrase itself, the same
    with a synonym of its verb, a part of it, its words in another order,
    beginnings of its words, the name of a place to go to. Choices that nobody
    could tell apart count as one.
    """
    text = text.strip()
    line = sanitise(text[:_MOST_RAW], newlines=False).strip()
    if len(text) > _MOST_RAW or len(line) > MOST_CHARACTERS:
        return Refused("That is too long. Say one thing at a time.")
    if line.startswith("/") or line == "?":
        return _command(line.removeprefix("/"), grammar)
    moment = Moment(tuple(choices), grammar)
    if found := _NUMBER.fullmatch(line):
        return _numbered(found[1], moment)
    if found := _NUMBERED.fullmatch(line):
        return _copied(found[1], found[2], moment)
    said = _own_part(spoken(line))
    if not said:
        return refused("Type a number from the list, or say in words what you do.", (), moment)
    return _shorthand(said, moment) or _phrase(said, line, moment)


def candidates(text: str, choices: Sequence[ChoiceLike], grammar: Grammar) -> tuple[int, ...]:
    """The numbers of the choices that a phrase, as far as it is typed, can mean: for completion."""
    said = _own_part(spoken(text[:MOST_CHARACTERS]))
    return tuple(choice.number for choice in meant(said, Moment(tuple(choices), grammar))) if said else ()


def _own_part(said: Words) -> Words:
    return said[1:] if len(said) > 1 and said[0] == "i" else said  # "I bow to Maud"


def _command(text: str, grammar: Grammar) -> Parsed:
    name, _, argument = text.strip().partition(" ")
    name, known = name.casefold(), list(grammar.commands)
    name = ALIASES[name] if name not in known and ALIASES.get(name) in known else name
    begun = [command for command in known if name and command.startswith(name)]
    if name in known or len(begun) == 1:
        return Command(name if name in known else begun[0], argument.strip())
    close = nearest(name, known)
    offers = tuple(f"/{one}" for one in begun or ([close] if close else known))
    what = f"There is no command '/{shown(name)}'." if name else "A slash wants a command behind it."
    if begun or close:
        return Refused(f"{what} Did you mean {join_words(offers, 'or')}?", offers)
    return Refused(f"{what} There are {join_words(offers)}.", offers)


def _numbered(digits: str, moment: Moment) -> Chosen | Refused:
    if not moment.choices:
        return Refused("There is nothing to choose now.")
    numbers = [choice.number for choice in moment.choices]
    for number in numbers:
        if str(number) == digits.lstrip("0"):
            return Chosen(number)
    reach = f"from {min(numbers)} to {max(numbers)}"
    return refused(f"There is no {shown(digits)} in the list, which goes {reach}.", (), moment)


def _copied(digits: str, rest: str, moment: Moment) -> Parsed:
    """A number with its phrase, as copied from the list: the two must agree."""
    by_number = _numbered(digits, moment)
    if isinstance(by_number, Refused):
        return by_number
    mine = next(choice for choice in moment.choices if choice.number == by_number.number)
    said = _own_part(spoken(rest))
    if said and mine in meant(said, moment):
        return by_number
    problem = f"{mine.number} is '{plain(mine)}', and that is not what you say. Give one of the two."
    return Refused(problem, (str(mine.number),))


def _shorthand(said: Words, moment: Moment) -> Parsed | None:
    """The old ones: l, x THING, i, z, g."""
    match said:
        case ("z",):
            waits = [choice.number for choice in moment.choices if choice.act.verb in moment.grammar.waiting]
            return Chosen(waits[0]) if waits else refused("You can't wait now.", (), moment)
        case ("g",):
            return _again(moment)
        case ("i",):
            return Command("inventory")
        case ("l",):
            return Command("look")
        case ("l" | "x", *rest):
            return Command("examine", " ".join(rest))
    return None


def _again(moment: Moment) -> Parsed:
    for choice in moment.choices:
        if choice.act == moment.grammar.last:
            return Chosen(choice.number)
    never = "You have done nothing yet that you could do again."
    return refused(never if moment.grammar.last is None else "You can't do that again now.", (), moment)


def _phrase(said: Words, text: str, moment: Moment) -> Parsed:
    found = meant(said, moment)
    if found:
        return Chosen(min(choice.number for choice in found)) if alike(found) else which(found, moment)
    if said[0] in BARE and (len(said) == 1 or said[0] not in moment.grammar.verb_words()):
        rest = said[2:] if said[:2] == ("look", "at") else said[1:]
        name = "examine" if said[0] == "look" and rest else ALIASES.get(said[0], said[0])
        return Command(name, " ".join(rest))
    return not_understood(said, text, moment)
