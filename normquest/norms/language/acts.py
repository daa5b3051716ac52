"""Act phrases: "dye a coarse cloth in a rose vat as someone holding a bead at dusk".

First the act with what fills its slots, then what else is said of it: slots
that its wording has no room for, style, actor, place, hour, and others there.
Each of these opens with words of its own, so the end of one is never in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import ValidationError

from normquest.norms.language.book import Phrasebook
from normquest.norms.language.nouns import Frame, Mentions, Said, read_noun, write_noun
from normquest.norms.language.scan import Read, Scan, unique
from normquest.norms.language.tokens import words
from normquest.norms.language.values import Kind, Word
from normquest.norms.language.verbs import SLOTS, Act, Voice, is_slot, optional
from normquest.norms.rules import ActPattern, Test

USUAL_VARIABLE = {"addressee": "?who", "thing": "?thing", "target": "?thing"}
"""The variable that is meant where none is named."""

ACTOR = Frame("person")
PRESENT = Frame("person")
PLACE = Frame("place")
LEADS = frozenset(
    ["at", "before", "by", "for", "from", "in", "into", "on", "onto", "over", "to", "under", "with"]
)
"""Words that lead to a slot."""
PARTICLES = frozenset(["aside", "away", "back", "down", "off", "out", "over", "up"])
"""Words behind what an act is done to that people leave out."""
IN = ("in", "at", "on")
"""What people put before a place."""
HOUR = Frame("hour")
STYLE = Frame("style")
OFFENDER = Frame("person", "offender", USUAL_VARIABLE["addressee"], fixed=True)
"""Whom a rebuke is to: a variable of the rule that the custom's breach has settled."""

_Parts = tuple[tuple[Test, ...], tuple[tuple[str, str], ...]]
"""Tests and binds of a pattern in the making."""


@dataclass
class Writer:
    """What writing one sentence needs to know: the words, and the variables mentioned so far."""

    book: Phrasebook
    mentions: Mentions = field(default_factory=Mentions)


def kind_of_slot(slot: str, noun: str, place_noun: str) -> Kind:
    """What fills a slot of an act: somebody, something, or the place that one goes to."""
    if slot == "addressee":
        return "person"
    return "place" if slot == "target" and noun in ("place", place_noun) else "thing"


def _frame(book: Phrasebook, act: Act, slot: str) -> Frame:
    noun = act.nouns.get(slot, "")
    return Frame(kind_of_slot(slot, noun, book.place_noun), noun, USUAL_VARIABLE[slot])


def write_act(writer: Writer, pattern: ActPattern, voice: Voice, *, offender: bool = False) -> str:
    """The act in one voice. With `offender`, a variable addressee is who broke the custom spoken of."""
    book = writer.book
    act = book.act(pattern)
    binds = dict(pattern.binds)

    def said(subject: str) -> list[tuple[str, str]]:
        return [(test.attribute, test.value) for test in pattern.tests if test.subject == subject]

    def slot_text(slot: str) -> str:
        bound = offender and slot == "addressee" and slot in binds
        frame = OFFENDER if bound else _frame(book, act, slot)
        return write_noun(book, frame, said(slot), binds.get(slot, ""), writer.mentions)

    pieces = [slot_text(part[1:-1]) if is_slot(part) else part for part in act.parts[voice]]
    for slot in SLOTS:
        if f"{{{slot}}}" not in act.parts[voice] and (said(slot) or slot in binds):
            pieces.append(f"with {slot_text(slot)} as its {slot}")
    pieces += _manner(book, said("style"))
    if said("actor"):
        pieces.append(f"as {write_noun(book, ACTOR, said('actor'))}")
    if said("place"):
        pieces.append(f"while in {write_noun(book, PLACE, said('place'))}")
    pieces += _time(book, said("hour"))
    if said("present"):
        others = [write_noun(book, PRESENT, [one]) for one in said("present")]
        pieces.append(f"in the presence of {' and of '.join(others)}")
    return " ".join(pieces)


def _manner(book: Phrasebook, said: list[tuple[str, str]]) -> Iterable[str]:
    adverbs = [w for pair in said if (w := book.natural("style", *pair)) and w.reads == "adverb"]
    rest = [pair for pair in said if pair not in [(w.attribute, w.value) for w in adverbs]]
    if adverbs:
        yield " and ".join(word.text for word in adverbs)
    if rest:
        yield f"in {write_noun(book, STYLE, rest)}"


def _time(book: Phrasebook, said: list[tuple[str, str]]) -> Iterable[str]:
    hours = [w for pair in said if (w := book.natural("hour", *pair)) and w.reads == "hour"]
    rest = [pair for pair in said if pair not in [(w.attribute, w.value) for w in hours]]
    yield from (word.text for word in hours)
    if rest:
        yield f"at {write_noun(book, HOUR, rest)}"


def read_act(scan: Scan, at: int, voice: Voice, *, offender: bool = False) -> Read[ActPattern]:
    """Every act phrase from here."""
    key = ("act", at, voice, offender)
    if key not in scan.memo:
        scan.memo[key] = unique(
            reading for act in scan.book.acts for reading in _read_one_act(scan, at, act, voice, offender)
        )
    found: Read[ActPattern] = scan.memo[key]
    return found


def _read_one_act(scan: Scan, at: int, act: Act, voice: Voice, offender: bool) -> Read[ActPattern]:
    open_: Read[_Parts] = [(((), ()), at)]
    cut: Read[_Parts] = []
    for place, part in enumerate(act.parts[voice]):
        if scan.free and optional(act.parts[voice][place:]):
            cut += _cut_at(scan, open_, part, first=not place)
        further: Read[_Parts] = []
        for parts, middle in open_:
            if is_slot(part):
                further += _add(parts, part[1:-1], _read_slot(scan, middle, act, part[1:-1], offender))
                if scan.loose and place:
                    further.append((parts, middle))  # "asking for a cloth": whoever is asked
            else:
                further += [(parts, end) for end in scan.any_text(middle, part)]
        if scan.loose and place and part in PARTICLES:
            further += open_
        open_ = unique(further)
    open_ += cut
    found = list(open_)
    while open_:
        open_ = unique(
            reading
            for parts, middle in open_
            for reading in _read_more(scan, middle, act, voice, parts, offender)
        )
        found += open_
    made = [(_made(scan, at, end, act, parts), end) for parts, end in unique(found)]
    return [(pattern, end) for pattern, end in made if pattern is not None]


def _cut_at(scan: Scan, open_: Read[_Parts], part: str, *, first: bool) -> Read[_Parts]:
    """The readings so far, ended before the part, or within it before the word that leads to a slot."""
    found = [] if first else list(open_)
    head, _, last = part.rpartition(" ")
    if head and last in LEADS and not is_slot(part):
        found += [(parts, end) for parts, middle in open_ for end in scan.any_text(middle, head)]
    return found


def _read_slot(scan: Scan, at: int, act: Act, slot: str, offender: bool) -> Read[tuple[Said, str]]:
    found = read_noun(scan, at, _frame(scan.book, act, slot))
    return found + (read_noun(scan, at, OFFENDER) if offender and slot == "addressee" else [])


def _made(scan: Scan, at: int, end: int, act: Act, parts: _Parts) -> ActPattern | None:
    try:
        return ActPattern(verb=act.verb, tag=act.tag, tests=parts[0], binds=parts[1])
    except ValidationError as error:
        scan.refused(at, end, error)
        return None


def _add(parts: _Parts, subject: str, read: Read[tuple[Said, str]]) -> Read[_Parts]:
    return [(_with(parts, subject, said, variable), end) for (said, variable), end in read]


def _with(parts: _Parts, subject: str, said: Said, variable: str = "") -> _Parts:
    tests = tuple(Test(subject=subject, attribute=a, value=v) for a, v in said)  # type: ignore[arg-type]
    return parts[0] + tests, parts[1] + (((subject, variable),) if variable else ())


def _read_more(
    scan: Scan, at: int, act: Act, voice: Voice, parts: _Parts, offender: bool
) -> Iterable[tuple[_Parts, int]]:
    """One more thing said of the act, in whatever order they come."""
    for start in scan.any_text(at, "with"):
        for slot in SLOTS:
            if f"{{{slot}}}" not in act.parts[voice]:
                for reading in _add(parts, slot, _read_slot(scan, start, act, slot, offender)):
                    yield from ((reading[0], end) for end in scan.any_text(reading[1], f"as its {slot}"))
    yield from ((_with(parts, "style", said), end) for said, end in _read_adverbs(scan, at))
    yield from (
        (_with(parts, "hour", (pair,)), end)
        for pair, end in scan.one_of(at, _table(scan.book.table("hour", "hour")))
    )
    for opening, subject, frame in _OPENINGS + (_FREE_OPENINGS if scan.free else ()):
        for start in scan.any_text(at, opening):
            yield from _add(parts, subject, read_noun(scan, start, frame))
    for start in scan.any_text(at, "in the presence of"):
        yield from _read_others(scan, start, parts)


_OPENINGS = (
    ("as", "actor", ACTOR),
    ("while in", "place", PLACE),
    ("at", "hour", HOUR),
    ("in", "style", STYLE),
)
_FREE_OPENINGS = tuple((opening, "place", PLACE) for opening in IN)


def _read_others(scan: Scan, at: int, parts: _Parts) -> Iterable[tuple[_Parts, int]]:
    open_ = unique(_add(parts, "present", read_noun(scan, at, PRESENT)))
    while open_:
        yield from open_
        open_ = unique(
            reading
            for said, middle in open_
            for start in scan.any_text(middle, "and of")
            for reading in _add(said, "present", read_noun(scan, start, PRESENT))
        )


def _read_adverbs(scan: Scan, at: int) -> Read[Said]:
    table = _table(scan.book.table("style", "adverb"))
    open_: Read[Said] = [((pair,), end) for pair, end in scan.one_of(at, table)]
    found = list(open_)
    while open_:
        open_ = unique(
            ((*said, pair), end)
            for said, middle in open_
            for start in scan.any_text(middle, "and")
            for pair, end in scan.one_of(start, table)
        )
        found += open_
    return found


def _table(entries: Iterable[Word]) -> list[tuple[tuple[str, str], tuple[str, ...], str]]:
    return [((word.attribute, word.value), words(word.text), word.text) for word in entries]
