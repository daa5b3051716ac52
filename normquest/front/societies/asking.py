"""A question to a member as a person answers it: line by line, each read as a model's reply would be.

Whatever is entered becomes one reply in the form that models are asked for, and goes through `read_reply`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from normquest.newcomers.seats.reading import (
    ACCEPTABLE,
    ANSWER,
    LIKELY,
    RIGHT,
    SAY,
    TYPICAL,
    read_reply,
)
from normquest.society.forms import SURE, Form
from normquest.society.records import Reply
from normquest.society.state import Request

_RATING = Form("number", -1, 1)
_SEVERAL = re.compile(r"[\s;]+")


@dataclass(frozen=True)
class Entry:
    """One thing to be entered. `name` stands before it in the reply; `offered` are answers to be clicked."""

    name: str
    prompt: str
    how: str
    form: Form
    offered: tuple[str, ...] = ()
    none: bool = False


def entries(form: Form) -> tuple[Entry, ...]:
    """What is to be entered, one after the other."""
    match form.kind:
        case "text":
            return (Entry(SAY, "say", "words; an empty line says nothing", form, ("say nothing",)),)
        case "number":
            return (Entry(ANSWER, "number", _bounds(form), form, _steps(form)),)
        case "choice":
            how = f"a number from 1 to {len(form.options)}, or the words"
            offered = tuple(f"{at} {option}" for at, option in enumerate(form.options, 1))
            return (Entry(ANSWER, "which", how, form, offered),)
        case "ratings":
            how = "a number from -1 to 1, such as -0.5"
            scale = ("-1", "-0.5", "0", "0.5", "1")
            return tuple(Entry(name, name, how, _RATING, scale) for name in form.names)
        case "report":
            one = Form("number", form.least, form.most)
            steps = _steps(Form("number", form.least, form.most, whole=True))
            return (
                Entry(TYPICAL, "typical", _bounds(one), one, steps),
                Entry(ACCEPTABLE, "acceptable", f"{_bounds(one)}, or none", one, (*steps, "none"), none=True),
            )
        case "beliefs":
            own = Form("number", form.least, form.most)
            sure = Form("number", 0, SURE)
            steps = _steps(Form("number", form.least, form.most, whole=True))
            likely = _steps(Form("number", 0, SURE, whole=True))
            return (
                Entry(RIGHT, "right", f"{_bounds(own)}, or none", own, (*steps, "none"), none=True),
                Entry(LIKELY, "likely", _bounds(sure), sure, likely),
            )


def _bounds(form: Form) -> str:
    return f"a {'whole ' if form.whole else ''}number from {form.least:g} to {form.most:g}"


def _steps(form: Form) -> tuple[str, ...]:
    """Whole numbers to be clicked, where they are few enough."""
    if form.most - form.least > 20:
        return ()
    return tuple(str(number) for number in range(int(form.least), int(form.most) + 1))


@dataclass
class Filling:
    """A request while it is being answered; `given` holds what has been entered so far."""

    request: Request
    given: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.entries = entries(self.request.form)

    @property
    def entry(self) -> Entry | None:
        """What is to be entered now; None: all is there."""
        return self.entries[len(self.given)] if len(self.given) < len(self.entries) else None

    @property
    def whole(self) -> bool:
        """Whether all is there."""
        return len(self.given) == len(self.entries)

    def back(self) -> bool:
        """Take the last entry back; whether there was one."""
        return bool(self.given and self.given.pop() is not None)

    def enter(self, line: str) -> str:
        """Take a line; gives why it can't be taken, or "". All at once is taken too, as in "0.5 -1 0"."""
        entry = self.entry
        assert entry is not None
        several = [part for part in _SEVERAL.split(line.strip()) if part]
        if len(self.entries) > 1 and not self.given:
            if len(several) == len(self.entries):
                return self._all(several)
            read = read_reply(line, self.request.form)
            if read.outcome == "ok":  # as a model says it: Elm: 0.5, Ash: -1
                return self._all([f"{one}" for one in _values(read.value)])
        refused = _refused(entry, line)
        if not refused:
            self.given.append(_meant(entry, line))
        return refused

    def _all(self, several: list[str]) -> str:
        for entry, part in zip(self.entries, several, strict=True):
            if refused := _refused(entry, part):
                return f"{entry.name}: {refused}"
        self.given = [_meant(entry, part) for entry, part in zip(self.entries, several, strict=True)]
        return ""

    @property
    def raw(self) -> str:
        """What was entered, as one reply of the form that models are asked for."""
        return "\n".join(
            f"{entry.name}: {said}" for entry, said in zip(self.entries, self.given, strict=True)
        )

    def reply(self, ms: int = 0) -> Reply:
        """The reply, read as a model's is."""
        read = read_reply(self.raw, self.request.form)
        return Reply(self.request.seq, self.raw, read.value, read.outcome, ms)


def _values(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value)


def _meant(entry: Entry, line: str) -> str:
    """The entry as it stands in the reply: of an option, its words."""
    if entry.form.kind == "text":
        return "" if line.strip().casefold() == "say nothing" else line.strip()
    if entry.form.kind == "choice":
        return str(read_reply(f"{ANSWER}: {_unnumbered(line, entry.form)}", entry.form).value)
    return line.strip()


def _refused(entry: Entry, line: str) -> str:
    form, text = entry.form, line.strip()
    if form.kind == "text":
        return ""
    if not text:
        return f"There is nothing yet. Expected: {entry.how}."
    if entry.none and text.casefold() == "none":
        return ""
    read = read_reply(f"{ANSWER}: {_unnumbered(text, form)}", form)
    if read.outcome == "ok":
        return ""
    return f"'{text[:30]}' can't be taken. Expected: {entry.how}."


def _unnumbered(line: str, form: Form) -> str:
    """An option as it is offered, without the number before it."""
    head, _, rest = line.strip().partition(" ")
    return head if form.kind == "choice" and head.isdecimal() and rest in form.options else line
