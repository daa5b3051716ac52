"""What a typed line means besides an act: what the parser knows now, completion, and pages in words."""

from __future__ import annotations

from dataclasses import replace

from normquest.community.parser import Command, Grammar
from normquest.episode.records import Request
from normquest.front.look import Look
from normquest.front.pages import examined_page, inventory_page
from normquest.front.past import TYPED, Past
from normquest.session.live import Live
from normquest.tui import actions


def grammar(past: Past, live: Live) -> Grammar:
    """What the parser knows now: the acts of the place, and every action of the page by its typed twin."""
    state = live.state
    acting = state is not None and state.acting is not None
    known = past.grammar(live) if acting else Grammar({}, commands=dict(TYPED))
    return replace(known, commands={**known.commands, **{a.typed: a.help for a in actions.at("play")}})


def completed(typed: str, request: Request | None, known: Grammar) -> str | None:
    """How a half-typed line goes on, if something does."""
    words: list[str] = []
    if typed.startswith("/"):
        words = [f"/{name}" for name in known.commands]
    elif request is not None and request.kind == "act" and typed and not typed.isdecimal():
        words = [choice.text for choice in request.observation.choices]
    return next((word for word in words if word.startswith(typed) and word != typed), None)


def told(command: Command, request: Request, look: Look) -> str | None:
    """What a command says in words; None for one that does something."""
    seen = request.observation
    match command.name:
        case "look":
            return replace(seen, choices=()).text
        case "examine":
            return examined_page(seen, command.argument, look).strip()
        case "inventory":
            return inventory_page(seen, look).strip()
    return None
