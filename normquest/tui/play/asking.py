"""How a request is put on the page, and what a typed line answers to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from textual.content import Content

from normquest.community.parser import Chosen, Command, Grammar, Refused, parse
from normquest.episode.records import Request
from normquest.front.causes import read_cause
from normquest.front.past import Past
from normquest.front.yes_no import read_yes_no
from normquest.newcomers.human import Answer
from normquest.norms.unstatable import Unstatable
from normquest.text import join_words
from normquest.tui.play import beside
from normquest.tui.safe import clicked, plain

YES_NO = ("forecast", "recognition", "counterfactual")
"""Requests that one key answers."""

_FEW = 2
_WHICH = "Which?"
_NUMBER = re.compile(r"[:;] ([0-9]+) ")

Read = Answer | Command | Refused


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands before the cursor, the hint beside it, and the keys that answer without Enter."""

    mark: str
    hint: str
    instant: tuple[str, ...] = ()


def prompt_for(request: Request, example: str = "") -> Prompt:
    """How a request is asked for. `example`: an act that is offered, as it may be said."""
    match request.kind:
        case kind if kind in YES_NO:
            return Prompt("?", "one key is enough", ("y", "n"))
        case "attribution":
            return Prompt("?", "the number of a line, or click it · omission · nothing")
        case "act":
            such = f" such as: {example}" if example else ""
            return Prompt("›", f"a number, or words{such} · /help")
        case "notice" | "belief":
            return Prompt("?", beside.hint(request), beside.instant(request))
        case _:
            return Prompt("›", "Backspace re-reads · /help")


def answers(request: Request) -> list[Content]:
    """What can be answered to a request that offers no acts, each to be clicked."""
    offered: tuple[tuple[str, str, str], ...] = (("Enter", "go on", ""),)
    match request.kind:
        case kind if kind in YES_NO:
            offered = (("y", "yes", "y"), ("n", "no", "n"), ("Enter", "can't tell", ""))
        case "attribution":
            offered = (
                ("omission", "something was left out", "omission"),
                ("nothing", "for no reason", "nothing"),
            )
        case "notice" | "belief":
            offered = beside.offered(request)
    parts: list[Content] = []
    for key, said, value in offered:
        parts.append(clicked(key, f"screen.say('{value}')", "bold $primary"))
        if said:
            parts.append(clicked(f" {said}", f"screen.say('{value}')"))
        parts.append(plain("     " if said else "  "))
    return parts


def read_line(request: Request, line: str, past: Past, grammar: Grammar) -> Read:
    """A typed line as an answer, as a command, or why it is neither."""
    if request.kind == "act":
        found = parse(line, request.observation.choices, grammar)
        return Answer(line, found.number) if isinstance(found, Chosen) else found
    if line.startswith("/") or line.strip() == "?":
        found = parse(line, (), grammar)
        return found if isinstance(found, Command | Refused) else Refused("")
    match request.kind:
        case kind if kind in YES_NO:
            try:
                value = read_yes_no(line)
            except Unstatable:
                return Refused("y, n, or Enter if you can't tell.")
            return Answer({True: "y", False: "n", None: ""}[value], value)
        case "attribution":
            return _cause(line, past)
        case "notice" | "belief":
            return beside.read(request, line)
        case _:
            return Answer(line)


def briefly(refused: Refused) -> str:
    """Why not, where the numbered acts stand right above: a long list of them is not told once more."""
    said = refused.message
    if len(refused.suggestions) <= _FEW:
        return said
    if said.endswith(_WHICH):
        numbers = _NUMBER.findall(said)
        return f"That could be {join_words(numbers, 'or')}. Which?"
    return said.rpartition(" You can: ")[0] or said


def _cause(line: str, past: Past) -> Read:
    try:
        cause = read_cause(line, past.log)
    except Unstatable:
        return Refused("The number of a line, or omission, or nothing.")
    return Answer(str(cause), cause)
