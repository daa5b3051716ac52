"""What a reply to a society's request says, in the terms of its form. People's lines are read by it as well.

Replies are untrusted: whatever they hold, this takes bounded time and never raises. What is ambiguous is not
guessed at: two numbers where one is asked for are no answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from normquest.newcomers.chat.reading import (
    Read,
    answer_in,
    bare,
    labelled,
    last_line,
    last_object,
    legible,
)
from normquest.society.changing_words import NO_CHANGE
from normquest.society.forms import Form, understood

SAY, ANSWER, TYPICAL, ACCEPTABLE, RIGHT, LIKELY = "say", "answer", "typical", "acceptable", "right", "likely"
"""The labels that members are asked to put in front of what they answer."""

_SAYS = (SAY, "message", "text")
_ANSWERS = (ANSWER, "act", "number", "contribution", "amount", "word", "offer", "choice")
_TYPICAL = (TYPICAL, "ee", "expect")
_ACCEPTABLE = (ACCEPTABLE, "ne", "accept")
_RIGHT = (RIGHT, "belief", "acceptable")
_LIKELY = (LIKELY, "likelihood", "sanction")
_NUMBER = re.compile(r"(?<![0-9.,])[-+−]?(?:[0-9]{1,7}(?:[.,][0-9]{1,6})?|\.[0-9]{1,6})(?![0-9.,]*[0-9])")
_NONE = frozenset({"none", "no", "nothing", "n/a", "null", "no expectation"})
_RATING = re.compile(r"[\s>*_#`•-]{0,12}(?P<who>[^:=]{1,60}?)[*_`]{0,3}\s{0,3}[:=]\s{0,3}(?P<what>.{1,40})")


def read_reply(reply: str, form: Form) -> Read:
    """What the reply answers; `understood` of the form takes its value as it stands.

    parse_error: no answer is in it, or more than one; invalid_act: what it answers is not to be had.
    """
    text = legible(reply)
    match form.kind:
        case "text":
            return _checked(_said(text), form)
        case "number":
            return _one_number(text, form)
        case "choice":
            return _choice(text, form)
        case "ratings":
            return _ratings(text, form)
        case "report":
            return _pair(text, form, {"ee": _TYPICAL, "ne": _ACCEPTABLE}, "ne")
        case "beliefs":
            return _pair(text, form, {"belief": _RIGHT, "sanction": _LIKELY}, "belief")


def _checked(value: Any, form: Form) -> Read:
    taken = understood(form, value)
    if taken is None:
        return Read(None, "invalid_act", _out_of_bounds(form))
    return Read(value)


def _out_of_bounds(form: Form) -> str:
    whole = "a whole number" if form.whole else "a number"
    return f"{whole} from {form.least:g} to {form.most:g} is asked for"


def is_marked(reply: str) -> bool:
    """Whether a message is marked as one: then it is what a member says, even if it declines something."""
    text = legible(reply)
    return any(True for _ in labelled(text, _SAYS)) or last_object(text, _SAYS)[0] is not None


def _said(text: str) -> str:
    """What is behind the last "say:", to the end of the text; else all of it."""
    lines = text.split("\n")
    marks = list(labelled(text, _SAYS))
    if marks:
        number, _, first = marks[-1]
        text = "\n".join([first, *lines[number + 1 :]])
    else:
        data, _ = last_object(text, _SAYS)
        if data is not None:
            text = str(next(data[name] for name in _SAYS if name in data))
    return text.strip().strip("“”\"'").strip()


def _one_number(text: str, form: Form) -> Read:
    marked, answer = answer_in(text, _ANSWERS)
    if marked:
        return _number_in(answer, form)
    for said in (text, last_line(text)):
        words = bare(said)
        if _NUMBER.fullmatch(words):
            return _number_in(words, form)
    return Read(None, "parse_error", "there is no number in it, or more than one")


def _number_in(said: Any, form: Form) -> Read:
    value = _value(said)
    if value is None:
        return Read(None, "parse_error", "there is no number in it, or more than one")
    return _checked(int(value) if form.whole and value == int(value) else value, form)


def _value(said: Any) -> float | None:
    """The one number in an answer; None if there is none, or if there are several."""
    if isinstance(said, bool):
        return None
    if isinstance(said, int | float):
        return float(said)
    found = _NUMBER.findall(str(said)[:400])
    return float(found[0].replace("−", "-").replace(",", ".")) if len(found) == 1 else None


def _choice(text: str, form: Form) -> Read:
    marked, answer = answer_in(text, _ANSWERS)
    options = {bare(option).casefold(): option for option in form.options}
    said = [str(answer)] if marked else [text, last_line(text)]
    for one in said:
        words = bare(one[:400]).casefold()
        if words in options:
            return Read(options[words])
        if words.isdecimal() and 1 <= int(words) <= len(form.options) and not options.keys() & {words}:
            return Read(form.options[int(words) - 1])
    if marked:
        return Read(None, "invalid_act", f"'{bare(said[0])[:40]}' is none of what may be answered")
    if NO_CHANGE in form.options and bare(text).casefold() in _NONE:
        return Read(NO_CHANGE)
    return Read(None, "parse_error", "it names none of what may be answered")


def _ratings(text: str, form: Form) -> Read:
    data, _ = last_object(text, [name.lower() for name in form.names])
    found = _named(data, form.names) if data is not None else _by_lines(text, form.names)
    missing = [name for name in form.names if name not in found]
    if missing:
        return Read(None, "parse_error", f"there is no number for {missing[0]}")
    values = tuple(found[name] for name in form.names)
    if understood(form, values) is None:
        return Read(None, "invalid_act", "a rating is a number from -1 to 1")
    return Read(values)


def _named(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, float]:
    found = {name: _value(data.get(name.lower())) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _by_lines(text: str, names: Sequence[str]) -> dict[str, float]:
    """Ratings behind names, one a line or several on one; of one member the last counts."""
    own = {name.casefold(): name for name in names}
    found: dict[str, float] = {}
    for line in text[:8000].replace(";", "\n").split("\n"):
        parts = [line] if line.count(":") + line.count("=") <= 1 else re.split(r",(?=\s{0,3}[^\d\s])", line)
        for part in parts:
            said = _RATING.fullmatch(part.strip())
            name = own.get(bare(said["who"]).casefold()) if said else None
            value = _value(said["what"]) if said else None
            if name is not None and value is not None:
                found[name] = value
    return found


def _pair(text: str, form: Form, labels: Mapping[str, Sequence[str]], none: str) -> Read:
    """Two numbers behind labels; for the one that may be `none`, that word or nothing is one."""
    value: dict[str, Any] = {}
    for key, names in labels.items():
        there, answer = answer_in(text, names)
        if not there:
            return Read(None, "parse_error", f"there is no line '{names[0]}: …' in it")
        number = _value(answer)
        if number is None and key == none and (answer is None or bare(str(answer)).casefold() in _NONE):
            value[key] = "none"
        elif number is None:
            return Read(None, "parse_error", "there is no number in it, or more than one")
        else:
            value[key] = number
    if understood(form, value) is None:
        return Read(None, "invalid_act", _out_of_bounds(form))
    return Read(value)
