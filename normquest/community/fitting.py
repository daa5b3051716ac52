"""Which of the choices a phrase can mean, best reading first. Nothing that is not a choice is ever meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from normquest.community.phrases import FILLERS, Grammar, Words, spoken
from normquest.norms.events import Act

LEAST_PREFIX = 2
"""Letters that a word needs to stand for a longer one."""

_UNTOLD = ("thing", "target")


class ChoiceLike(Protocol):
    """A legal act as it stands in the list."""

    @property
    def number(self) -> int: ...

    @property
    def text(self) -> str: ...

    @property
    def act(self) -> Act: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One way to say a choice: `own` as it stands in the list, otherwise with a synonym of its verb."""

    choice: ChoiceLike
    words: Words
    own: bool
    begins: int = 1
    """How many words the verb itself takes."""


Test = Callable[[Line], bool]


@dataclass(frozen=True)
class Moment:
    """What can be done now, and the words for it."""

    choices: tuple[ChoiceLike, ...]
    grammar: Grammar

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every way to say every choice."""
        return tuple(line for choice in self.choices for line in _lines(choice, self.grammar))


def _lines(choice: ChoiceLike, grammar: Grammar) -> Iterator[Line]:
    own = spoken(choice.text)
    style = spoken(grammar.style(choice.act))
    said = own if set(style) <= set(own) else own + style
    heads = grammar.heads.get(choice.act.verb, ())
    head = heads[0] if heads and own[: len(heads[0])] == heads[0] else ()
    if own:
        yield Line(choice, said, True, max(len(head), 1))
    if head:
        yield from (Line(choice, way + said[len(head) :], False, len(way)) for way in heads[1:])


def meant(said: Words, moment: Moment) -> list[ChoiceLike]:
    """The choices that fit best, in the order of the list; empty where none fits."""
    lines = moment.lines
    own = [line for line in lines if line.own]
    whole = said[0] in moment.grammar.verb_words()

    def exact(line: Line) -> bool:
        return line.words == said or spoken(line.choice.text) == said

    readings: tuple[tuple[Sequence[Line], Test], ...] = (
        (own, exact),
        (lines, lambda line: _bare(line.words) == _bare(said)),
        (own, lambda line: _fits(said, line.words)),
        (lines, lambda line: _fits(said, line.words)),
        (lines, lambda line: _fits(said, line.words, ordered=False)),
        (lines, lambda line: _fits(said, line.words, whole, short=True)),
        (lines, lambda line: _fits(said, line.words, whole, short=True, ordered=False)),
    )
    found = next((found for among, test in readings if (found := _chosen(among, test))), [])
    return found or _places(said, moment)


def face(choice: ChoiceLike) -> tuple[object, ...]:
    """All that tells a choice from others: how it reads and is done, not to which of two like things."""
    rest = tuple(pair for pair in choice.act.slots if pair[0] not in _UNTOLD)
    return spoken(choice.text), choice.act.verb, rest


def alike(choices: Sequence[ChoiceLike]) -> bool:
    """Whether nobody could tell these choices apart."""
    return len({face(choice) for choice in choices}) == 1


def _chosen(lines: Sequence[Line], test: Test) -> list[ChoiceLike]:
    found = {line.choice.number: line.choice for line in lines if test(line)}
    return list(found.values())


def _bare(words: Words) -> Words:
    return words[:1] + tuple(word for word in words[1:] if word not in FILLERS)


def _places(said: Words, moment: Moment) -> list[ChoiceLike]:
    """Just the name of a place, for going there; a part of it only where nothing else is called so."""
    while said and said[0] in FILLERS:
        said = said[1:]
    if not said:
        return []
    goes = [line for line in moment.lines if line.own and line.choice.act.verb in moment.grammar.going]
    others = [line for line in moment.lines if line.choice.act.verb not in moment.grammar.going]

    def part_of(short: bool) -> list[ChoiceLike]:
        taken = any(_within(said, line.words, short, True) for line in others)
        places = _chosen(goes, lambda line: _within(said, line.words[line.begins :], short, True))
        return [] if taken else places

    whole = _chosen(goes, lambda line: line.words[line.begins :] == said)
    return whole or part_of(False) or part_of(True)


def _fits(
    said: Words, line: Words, whole_verb: bool = True, *, short: bool = False, ordered: bool = True
) -> bool:
    """Whether the phrase can stand for the line: the same verb, and nothing said that is not in the line."""
    if not _same(said[0], line[0], short and not whole_verb):
        return False
    return _within(said[1:], line[1:], short, ordered)


def _within(said: Words, line: Words, short: bool, ordered: bool) -> bool:
    """Whether every word stands in the line, but for small words that may be missing there."""
    missing = set(_missing_in_order(said, line, short) if ordered else _missing(said, line, short))
    if not all(said[index] in FILLERS for index in missing):
        return False
    # "put on the cap" is not "put down the cap": a small word beside the verb or at the end must stand for
    # another one.
    weighty = missing & {0, len(said) - 1}
    return len(weighty) <= sum(word in FILLERS and word not in said for word in line)


def _missing_in_order(said: Words, line: Words, short: bool) -> Iterator[int]:
    at = 0
    for index, word in enumerate(said):
        place = _place(word, line, at, short)
        if place is None:
            yield index
        else:
            at = place + 1


def _missing(said: Words, line: Words, short: bool) -> Iterator[int]:
    left = list(line)
    for index in sorted(range(len(said)), key=lambda index: -len(said[index])):
        place = _place(said[index], left, 0, short)
        if place is None:
            yield index
        else:
            del left[place]


def _place(word: str, line: Sequence[str], start: int, short: bool) -> int | None:
    for place in range(start, len(line)):
        if line[place] == word:
            return place
    if short:
        return next((p for p in range(start, len(line)) if _same(word, line[p], True)), None)
    return None


def _same(word: str, whole: str, short: bool) -> bool:
    return word == whole or (short and len(word) >= LEAST_PREFIX and whole.startswith(word))
