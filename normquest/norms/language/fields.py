"""The parts of a rule, by field: acts, lists of acts, conditions, windows, numbers, a style."""

from __future__ import annotations

from typing import Any, cast

from normquest.norms.language.acts import Writer, read_act, write_act
from normquest.norms.language.book import Phrasebook
from normquest.norms.language.scan import Read, Scan, unique
from normquest.norms.language.spans import (
    Pronoun,
    read_number,
    read_turns,
    read_window,
    write_turns,
    write_window,
)
from normquest.norms.language.states import read_condition, read_state, write_condition, write_state
from normquest.norms.language.tokens import spelled, words
from normquest.norms.language.values import styles_of
from normquest.norms.language.verbs import Voice
from normquest.norms.rules import ActPattern, Condition, Now

Fields = tuple[tuple[str, Any], ...]
"""Names of fields with their values."""

_TIMES = {1: "once", 2: "twice"}
_MOST = 9


def write_field(writer: Writer, rule: Any, name: str, how: str) -> str:
    """A field of the rule. `how` is the voice of an act or the pronoun of a condition."""
    value = getattr(rule, name)
    match name:
        case "act" | "back" | "rebuke" if how == "offender":
            return write_act(writer, value, "base", offender=True)
        case "act" | "back" | "rebuke":
            return write_act(writer, value, cast(Voice, how))
        case "first" | "then":
            return " or ".join(write_act(writer, act, cast(Voice, how)) for act in value)
        case "when" | "unless" | "during":
            joint = " or " if name == "unless" else " and "
            said = joint.join(write_condition(writer, one, cast(Pronoun, how)) for one in value)
            return said if name == "during" else (f", {name} {said}" if said else "")
        case "keep" | "by":
            return write_state(writer.book, value, "must" if name == "keep" else "who")
        case "window":
            return write_window(value, rule.n, cast(Pronoun, how))
        case "within":
            return write_turns(value, cast(Pronoun, how))
        case "most":
            return _TIMES.get(value, f"{value} times")
        case "style":
            return _write_style(writer.book, value)
    raise AssertionError(f"no wording for the field {name}")


def read_field(scan: Scan, at: int, name: str, how: str) -> Read[Fields]:
    """Every value of the field from here; of a window, with its number of turns."""
    match name:
        case "act" | "back" | "rebuke":
            offender = how == "offender"
            voice = cast(Voice, "base" if offender else how)
            return [(((name, act),), end) for act, end in read_act(scan, at, voice, offender=offender)]
        case "first" | "then":
            return _read_acts(scan, at, name, cast(Voice, how))
        case "when" | "unless":
            starts = scan.any_text(at, *(("when", "if") if name == "when" else ("unless",)))
            joint = "or" if name == "unless" else "and"
            said = [reading for start in starts for reading in _read_conditions(scan, start, name, joint)]
            return [((), at), *said]
        case "during":
            read = _read_conditions(scan, at, name, "and")
            return [(fields, end) for fields, end in read if all(isinstance(c, Now) for c in fields[0][1])]
        case "keep" | "by":
            return [
                (((name, now),), end)
                for now, end in read_state(scan, at, "must" if name == "keep" else "who")
            ]
        case "window":
            return [((("window", window), ("n", n)), end) for (window, n), end in read_window(scan, at)]
        case "within":
            return [((("within", n),), end) for n, end in read_turns(scan, at, "next")]
        case "most":
            return _read_times(scan, at)
        case "style":
            return [((("style", style),), end) for style, end in _read_style(scan, at)]
    raise AssertionError(f"no wording for the field {name}")


def _read_acts(scan: Scan, at: int, name: str, voice: Voice) -> Read[Fields]:
    open_: Read[tuple[ActPattern, ...]] = [((act,), end) for act, end in read_act(scan, at, voice)]
    found = list(open_)
    while open_:
        open_ = unique(
            ((*acts, act), end)
            for acts, middle in open_
            for start in scan.any_text(middle, "or")
            for act, end in read_act(scan, start, voice)
        )
        found += open_
    return [(((name, acts),), end) for acts, end in found]


def _read_conditions(scan: Scan, at: int, name: str, joint: str) -> Read[Fields]:
    open_: Read[tuple[Condition, ...]] = [((one,), end) for one, end in read_condition(scan, at)]
    found = list(open_)
    while open_:
        open_ = unique(
            ((*said, one), end)
            for said, middle in open_
            for start in scan.any_text(middle, joint)
            for one, end in read_condition(scan, start)
        )
        found += open_
    return [(((name, said),), end) for said, end in found]


def _read_times(scan: Scan, at: int) -> Read[Fields]:
    found = [
        (n, end)
        for n, middle in read_number(scan, at, _MOST, "times")
        for end in scan.any_text(middle, "times", "time")
    ]
    for n, text in _TIMES.items():
        found += [(n, end) for end in scan.any_text(at, text)]
    return [((("most", n),), end) for n, end in found]


def _adverbs(book: Phrasebook) -> dict[str, str]:
    """The styles that have words of their own."""
    adverbs: dict[str, str] = {}
    for word in book.table("style", "adverb"):
        adverbs.setdefault(word.value, word.text)
    return adverbs


def _write_style(book: Phrasebook, style: str) -> str:
    return _adverbs(book).get(style) or f"in the style {spelled(style)}"


def _read_style(scan: Scan, at: int) -> Read[str]:
    adverbs = _adverbs(scan.book).items()
    found = scan.one_of(at, [(style, words(text), text) for style, text in adverbs])
    styles = [(style, words(spelled(style)), spelled(style)) for style in styles_of(scan.book.lexicon)]
    for start in scan.any_text(at, "in the style"):
        found += scan.one_of(start, styles)
    return unique(found)
