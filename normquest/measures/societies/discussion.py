"""What messages of a discussion do, coded by rule: propose, counter, agree; look back; push up or down.

The rules are plain and English; a second coder's codes show how far they can be trusted (see `kappa`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from normquest.measures.societies.logs import Message

Kind = Literal["proposal", "counter", "agreement", "other"]
Direction = Literal["up", "down", "none"]
KINDS: tuple[Kind, ...] = ("proposal", "counter", "agreement", "other")
DIRECTIONS: tuple[Direction, ...] = ("up", "down", "none")

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_NUMBER = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d+)?)(?!\w|\.\d)|\b(" + "|".join(_WORDS) + r")\b")

# What stands before or after a number that is no amount to give: rounds, shares, returns, counts of people.
_NOT_BEFORE = re.compile(r"(?:\brounds?|\bgroup|\bof|\btimes|\bby|\bmultiplier(?:\s+(?:of|is))?|[x×*/])\s*$")
_NOT_AFTER = re.compile(
    r"^\s*(?:%|percent|rounds?\b|times\b|of\s+(?:us|you|them)\b|members?\b|people\b|players?\b|more\b|less\b"
    r"|rules?\b|on\s+one\b)"
)
_PAST = re.compile(
    r"\b(?:last|previous|earlier|past|prior)\s+(?:time|rounds?|turns?|discussions?)\b|\bpreviously\b"
    r"|\blast\s+\d+\s+rounds\b|\bso\s+far\b|\bup\s+to\s+now\b|\b(?:as|like|than|did)\s+before\b|\bagain\b"
    r"|\bround\s+\d+\b"
)
# A clause that looks back names what was given, not what is proposed.
_LOOKS_BACK = re.compile(
    r"\b(?:last|previous|earlier|past|prior)\s+(?:time|rounds?|turns?)\b|\bpreviously\b|\bso\s+far\b"
    r"|\bround\s+\d+\b"
)
_AGREES = re.compile(
    r"\b(?:i\s+agree|agreed|i(?:'m|\s+am)\s+(?:in|fine|happy|ok|okay|on\s+board)|sounds\s+(?:good|fair|great|fine)"
    r"|good\s+(?:idea|plan)|works\s+for\s+me|fine\s+(?:with|by)\s+me|let(?:'s|\s+us)\s+(?:do|go\s+with)\s+(?:that|it)"
    r"|i\s+(?:support|second|accept)\b|count\s+me\s+in|same\s+here|me\s+too|yes|agree)\b"
)
_REFUSES = re.compile(
    r"\b(?:disagree|(?:do\s+not|don't|can't|cannot|not)\s+(?:\w+\s+)?(?:agree|support|accept|in\b|happy|fine)"
    r"|no,|i\s+would\s+rather|i'd\s+rather|instead)"
)
_UP = re.compile(
    r"\b(?:more|higher|raise|raising|increase|increasing|up\s+to|go\s+up|step\s+up|all\s+in|maximum|full(?:y)?)\b"
)
_DOWN = re.compile(
    r"\b(?:less|lower|lowering|reduce|reducing|decrease|decreasing|cut|cutting|go\s+down|minimum|nothing)\b"
)
_NEGATED = re.compile(r"\b(?:not|no|don't|never|without)\s+(?:\w+\s+){0,2}$")


@dataclass(frozen=True, slots=True)
class Coded:
    """One message and its codes. `amount`: what it asks members to give, if it names that."""

    message: Message
    kind: Kind
    looks_back: bool
    direction: Direction
    amount: float | None


def coded(messages: Sequence[Message], endowment: float = 10.0) -> list[Coded]:
    """Every message with its codes, sorted by run, round, group and turn.

    *proposal*: the first of the group in its round that names an amount. *counter*: a later one that names
    another. *agreement*: a later one that names the same, or agrees in words (and does not refuse). A message
    that names no amount and does neither is *other*. *direction*: a counter-proposal goes up or down from the
    first proposal; any other message by its words, "none" where it has words both ways or neither.
    """
    found: list[Coded] = []
    ordered = sorted(messages, key=lambda m: (m.run, m.round, m.group, m.turn))
    for _, talk in groupby(ordered, key=lambda m: (m.run, m.round, m.group)):
        first: float | None = None
        for message in talk:
            one = _coded(message, first, endowment)
            found.append(one)
            if one.kind == "proposal":
                first = one.amount
    return found


def _coded(message: Message, first: float | None, endowment: float) -> Coded:
    text = " ".join(message.text.casefold().replace("’", "'").split())
    amount = _amount(text, endowment)
    agrees = bool(_AGREES.search(text)) and not _REFUSES.search(text)
    kind: Kind = "other"
    if amount is not None and first is None:
        kind = "proposal"
    elif amount is not None and amount != first:
        kind = "counter"
    elif amount is not None or agrees:
        kind = "agreement" if not _REFUSES.search(text) or amount is not None else "other"
    direction = _direction(text)
    if kind == "counter" and amount is not None and first is not None:
        direction = "up" if amount > first else "down"
    return Coded(message, kind, bool(_PAST.search(text)), direction, amount)


def _amount(text: str, endowment: float) -> float | None:
    """The last amount named outside of clauses that look back: who argues names what it wants at the end."""
    found = None
    for clause in re.split(r"[.;!?]\s+|,\s+|\bbut\b|\bso\b(?!\s+far)", text):
        if _LOOKS_BACK.search(clause):
            continue
        for match in _NUMBER.finditer(clause):
            before, after = clause[: match.start()], clause[match.end() :]
            digits, word = match.groups()
            value = float(digits) if digits else float(_WORDS.index(word))
            # "one of us", "the one who": the word is an amount only beside a verb of giving.
            if word == "one" and not re.search(r"\b(?:give|contribute|put\s+in|propose)\s+$", before):
                continue
            if value <= endowment and not _NOT_BEFORE.search(before) and not _NOT_AFTER.search(after):
                found = value
    if found is None and re.search(r"\b(?:all\s+in|everything|the\s+full\s+(?:amount|endowment))\b", text):
        return endowment
    return found


def _direction(text: str) -> Direction:
    up, down = _says(_UP, text), _says(_DOWN, text)
    return "none" if up == down else "up" if up else "down"


def _says(pattern: re.Pattern[str], text: str) -> bool:
    return any(not _NEGATED.search(text[: match.start()]) for match in pattern.finditer(text))


@dataclass(frozen=True, slots=True)
class Share:
    """How many of `n` messages have a code; `share` is None where there is none."""

    code: str
    count: int
    n: int
    share: float | None


def shares(codes: Sequence[Coded]) -> list[Share]:
    """How often each code was given, over all messages."""
    n = len(codes)
    counts = [
        *((f"kind={kind}", sum(c.kind == kind for c in codes)) for kind in KINDS),
        ("looks back", sum(c.looks_back for c in codes)),
        *((f"direction={way}", sum(c.direction == way for c in codes)) for way in DIRECTIONS),
    ]
    return [Share(code, count, n, count / n if n else None) for code, count in counts]
