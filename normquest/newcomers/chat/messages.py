"""The conversation that a model is sent, made anew from the records that the newcomer was told.

Every observation stands in it word for word as `Observation.text`. What asks for nothing runs on into the
next message, so that there is one message a question. Of a reply of before its last LONGEST_REPLY characters
stand in it, cleaned of what no text should hold; instructions and menus stand in the last message only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from normquest.episode.records import Decision, Record, Request
from normquest.newcomers.chat.prompts import Template
from normquest.newcomers.chat.reading import legible

Message = tuple[Literal["system", "human", "ai"], str]
"""Who speaks, and what is said: as LangChain takes it."""

LONGEST_REPLY = 4000
ASKED_AGAIN = "\n[asked again]\n"
"""Stands in a decision's raw text between a reply that could not be used and the one that followed it."""
NO_ANSWER = "(no answer)"

_LINE = re.compile(r" *([0-9]+)  (.*)", re.DOTALL)


Memo = dict[int, tuple[Request, str, dict[int, str]]]
"""Pages that were put into words before, by the identity of their request; saves time and changes nothing."""


def conversation(
    request: Request,
    records: Iterable[Record],
    template: Template,
    menu: str = "",
    memo: Memo | None = None,
) -> list[Message]:
    """All that was seen and said up to the request, then the menu, if there is one, and how to answer."""
    memo = {} if memo is None else memo
    talk: list[Message] = [("system", template.system)] if template.system else []
    pages: list[str] = []
    open_: Request | None = None
    lines: dict[int, str] = {}
    for record in records:
        if isinstance(record, Request) and record.seq < request.seq:
            known = memo.get(id(record))
            if known is None or known[0] is not record:
                own = numbered(record)
                known = memo[id(record)] = (record, asked(record, lines | own), own)
            lines |= known[2]
            pages.append(known[1])
            open_ = record
        elif isinstance(record, Decision) and open_ is not None and record.request == open_.seq:
            if open_.kind != "continue" and (record.raw or record.outcome != "ok"):
                talk += [("human", "\n\n".join(pages)), ("ai", replied(record.raw))]
                pages = []
            open_ = None
    lines |= numbered(request)
    last = [*pages, asked(request, lines), menu, template.ask(request.kind)]
    return [*talk, ("human", "\n\n".join(part for part in last if part))]


def asked(request: Request, lines: dict[int, str]) -> str:
    """What a request shows and asks, without how to answer."""
    about = ""
    if request.kind == "attribution" and request.about in lines:
        about = f"It is about line {request.about}: {lines[request.about]}"
    offered = ""
    if request.kind == "notice":
        offered = "\n".join(f"{number:>3}  {text}" for number, text in enumerate(request.options, 1))
    parts = (request.observation.text, request.question, about, offered)
    return "\n\n".join(part for part in parts if part)


def numbered(request: Request) -> dict[int, str]:
    """The lines of an observation that have a number, by it."""
    found = (_LINE.fullmatch(line) for line in request.observation.lines)
    return {int(one[1]): one[2] for one in found if one}


def replied(raw: str) -> str:
    """A reply of before as it stands in the conversation; of a long one the end, where the answer is."""
    text = legible(raw.rpartition(ASKED_AGAIN)[2])
    return (f"[…] {text[-LONGEST_REPLY:]}" if len(text) > LONGEST_REPLY else text) or NO_ANSWER


def once_more(
    talk: Sequence[Message], reply: str, why: str, template: Template, request: Request
) -> list[Message]:
    """The conversation with a reply that could not be used, why, and the question again."""
    again = f"That can't be used: {why}. {template.ask(request.kind)}"
    return [*talk, ("ai", replied(reply)), ("human", again)]
