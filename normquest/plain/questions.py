"""The short questions of an episode: yes or no, one of some options, or just Enter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from normquest.episode.records import Request
from normquest.front.look import Look
from normquest.front.menu import Item, pick_one
from normquest.front.noticing import BELIEF_PROMPT, NOTICE_PROMPT, read_belief, read_notice
from normquest.front.pages import NEXT_PROMPT, YES_NO_PROMPT, question_page
from normquest.front.yes_no import read_yes_no
from normquest.plain.asking import Answer, Asker, Back
from normquest.plain.terminal import Terminal

T = TypeVar("T")


def ask_yes_no(
    terminal: Terminal,
    request: Request,
    look: Look | None = None,
    commands: Mapping[str, Answer] | None = None,
) -> bool | None:
    """A forecast or a recognition: its page, then the answer. Raises Closed."""
    asker = Asker(terminal, look or Look(), commands or {})
    terminal.write(f"{question_page(request, asker.look)}\n")
    return _insisting(asker, YES_NO_PROMPT, read_yes_no)


def ask_option(
    terminal: Terminal,
    request: Request,
    look: Look | None = None,
    commands: Mapping[str, Answer] | None = None,
) -> int:
    """Which of `request.options`, counted from 0: an attribution. Raises Closed."""
    asker = Asker(terminal, look or Look(), commands or {})
    menu = _menu(request.options)
    terminal.write(f"{question_page(request, asker.look)}\n")
    return _insisting(asker, "number > ", lambda line: pick_one(line, menu))


def _menu(options: Sequence[str]) -> list[Item[int]]:
    return [Item(text, index) for index, text in enumerate(options)]


def ask_beside(
    terminal: Terminal,
    request: Request,
    look: Look | None = None,
    commands: Mapping[str, Answer] | None = None,
) -> int | None:
    """What was noticed in a trial, or a belief: a number; None: can't tell. Raises Closed."""
    asker = Asker(terminal, look or Look(), commands or {})
    terminal.write(f"{question_page(request, asker.look)}\n")
    if request.kind == "belief":
        return _insisting(asker, BELIEF_PROMPT, read_belief)
    return _insisting(asker, NOTICE_PROMPT, lambda line: read_notice(line, request.options))


def wait_for_enter(
    terminal: Terminal, look: Look | None = None, commands: Mapping[str, Answer] | None = None
) -> str:
    """Read on: whatever else is typed is handed back. Raises Closed."""
    return _insisting(Asker(terminal, look or Look(), commands or {}), NEXT_PROMPT, lambda line: line)


def _insisting(asker: Asker, prompt: str, read: Callable[[str], T]) -> T:
    """There is no step back from a question."""
    while True:
        try:
            return asker.until(prompt, read)
        except Back:
            asker.say("There is nothing to go back to here.")
