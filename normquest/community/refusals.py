"""Why something typed is none of the choices, and what could be typed instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from normquest.community.fitting import ChoiceLike, Moment, alike, face, meant
from normquest.community.phrases import Grammar, Words, spoken
from normquest.text import nearest, sanitise

MOST_CHARACTERS = 300
MOST_LISTED = 12
MOST_OFFERED = 6
_SHOWN = 40
_SHORTHANDS = frozenset({"x", "l", "i", "z", "g"})


@dataclass(frozen=True, slots=True)
class Refused:
    """Why not, in plain words. Each of `suggestions`, typed instead, is accepted."""

    message: str
    suggestions: tuple[str, ...] = ()


def not_understood(said: Words, text: str, moment: Moment) -> Refused:
    """Why the phrase is none of the choices: its verb, what it is done to, or the moment."""
    if not moment.choices:
        return Refused("There is nothing to do now.")
    verbs = _verbs(said, moment.grammar)
    if not verbs:
        return _unknown_verb(said, text, moment)
    able = [choice for choice in moment.choices if choice.act.verb in verbs]
    if not able:
        return refused(f"You can't '{shown(said[0])}' here and now.", sharing(said[1:], moment), moment)
    here = {word for line in moment.lines if line.choice in able for word in line.words}
    strange = [word for word in said[1:] if not any(known.startswith(word) for known in here)]
    if not strange:
        return refused("You can't put it together like that now.", able, moment)
    return _unknown_thing(said[0], strange[0], here, able, moment)


def _unknown_thing(verb: str, word: str, here: set[str], able: list[ChoiceLike], moment: Moment) -> Refused:
    others = sharing((word,), moment)
    known = moment.grammar.known.union(*(spoken(choice.text) for choice in moment.choices))
    if others or word in known:
        problem = f"Here and now there is no '{shown(word)}' that you could '{shown(verb)}'."
        return refused(problem, [*others, *(choice for choice in able if choice not in others)], moment)
    close = nearest(word, here) or nearest(word, known)
    hint = f" Did you mean '{close}'?" if close else ""
    return refused(f"I don't know '{shown(word)}'.{hint}", able, moment)


def _unknown_verb(said: Words, text: str, moment: Moment) -> Refused:
    if sharing(said[:1], moment):
        return refused(f"What about '{shown(text)}'?", sharing(said, moment), moment)
    ways = [
        (" ".join(part), verb)
        for verb, heads in moment.grammar.heads.items()
        for way in heads
        for part in (way[:1], way)
    ]
    close = nearest(said[0], [way for way, _ in ways])
    problem = f"I don't know how to '{shown(said[0])}'."
    if close is None:
        return refused(problem, sharing(said, moment), moment)
    meant_verbs = {verb for way, verb in ways if way == close}
    able = [choice for choice in moment.choices if choice.act.verb in meant_verbs]
    problem += f" Did you mean '{close}'?" + ("" if able else " That can't be done here and now.")
    return refused(problem, able, moment)


def which(found: Sequence[ChoiceLike], moment: Moment) -> Refused:
    """The phrase fits several: their numbers."""
    found = _distinct(found)
    more = f"; and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
    listed = "; ".join(_listed(choice, moment) for choice in found[:MOST_LISTED])
    return Refused(f"That could be: {listed}{more}. Which?", offer(found[:MOST_LISTED], moment))


def refused(problem: str, offered: Sequence[ChoiceLike], moment: Moment) -> Refused:
    """The problem, and what can be done instead: what is offered, or else one choice for each verb."""
    offered = _distinct(offered) or _distinct(moment.choices, key=lambda choice: choice.act.verb)
    listed = "; ".join(_listed(choice, moment) for choice in offered[:MOST_OFFERED])
    more = "; …" if len(offered) > MOST_OFFERED else ""
    can = f" You can: {listed}{more}." if offered else ""
    return Refused(f"{problem}{can}", offer(offered[:MOST_OFFERED], moment))


def offer(wanted: Sequence[ChoiceLike], moment: Moment) -> tuple[str, ...]:
    """How to say each of these so that only it can be meant: in its own words, or by its number."""
    return tuple(
        plain(choice) if _speaks_for_itself(choice, moment) else str(choice.number) for choice in wanted
    )


def _distinct(choices: Sequence[ChoiceLike], key: Callable[[ChoiceLike], object] = face) -> list[ChoiceLike]:
    first: dict[object, ChoiceLike] = {}
    for choice in choices:
        first.setdefault(key(choice), choice)
    return list(first.values())


def _speaks_for_itself(choice: ChoiceLike, moment: Moment) -> bool:
    text = plain(choice)
    words = spoken(text)
    if not words or words[0] in _SHORTHANDS or not text[0].isalpha() or len(text) > MOST_CHARACTERS:
        return False
    found = meant(words, moment)
    return alike(found) and min(one.number for one in found) == choice.number


def sharing(said: Words, moment: Moment) -> list[ChoiceLike]:
    """The choices that speak of the last of these words that any choice speaks of."""
    for word in reversed(said):
        found = [choice for choice in moment.choices if word in spoken(choice.text)[1:]]
        if found:
            return found
    return []


def _verbs(said: Words, grammar: Grammar) -> set[str]:
    """The verbs that the phrase begins with: by the longest way to say them, by a word, by part of a word."""
    ways = [(way, verb) for verb, heads in grammar.heads.items() for way in heads if way]
    exact = [(len(way), verb) for way, verb in ways if said[: len(way)] == way]
    if exact:
        return {verb for length, verb in exact if length == max(exact)[0]}
    begun = {verb for way, verb in ways if way[0] == said[0]}
    return begun or {verb for way, verb in ways if len(said[0]) > 1 and way[0].startswith(said[0])}


def _listed(choice: ChoiceLike, moment: Moment) -> str:
    """Number and text, and the manner where only that tells it from another."""
    style = moment.grammar.style(choice.act)
    twins = [other for other in moment.choices if spoken(other.text) == spoken(choice.text)]
    return f"{choice.number} {plain(choice)}{f' {style}' if style and not alike(twins) else ''}"


def plain(choice: ChoiceLike) -> str:
    """The choice's text on one line."""
    return sanitise(choice.text, newlines=False).strip()


def shown(text: str) -> str:
    """What was typed, as it may be shown."""
    text = sanitise(text, newlines=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
