"""Which parts of a stated rule are right: for the debrief, where the truth may be shown.

This compares wording, part by part. Whether two rules come to the same is
decided by test cases, elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from normquest.front.parts import shape_of
from normquest.norms.language.acts import Writer
from normquest.norms.language.book import book_of
from normquest.norms.language.fields import write_field
from normquest.norms.language.shapes import Shape, write_rule
from normquest.norms.rules import ActPattern, Both, Rule
from normquest.text import capital
from normquest.world.lexicon import Lexicon

Verdict = Literal["right", "partly", "wrong", "missing"]

PARTS = {
    "": "the kind of rule",
    "act": "the act",
    "when": "when it holds",
    "unless": "the exception",
    "first": "what comes first",
    "then": "what must follow",
    "window": "how far back",
    "within": "how soon",
    "keep": "what must be so",
    "during": "while what is so",
    "most": "how often",
    "back": "what is given back",
    "style": "the manner",
    "custom": "the custom",
    "by": "who it is",
    "rebuke": "the rebuke",
}
"""What the parts of a sentence are called, by field."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A stated sentence: `marked` is it in pieces, each right or not; `named` its parts with a verdict."""

    marked: tuple[tuple[str, bool], ...]
    named: tuple[tuple[str, Verdict], ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    field: str
    how: str
    text: str


def compare(stated: Rule, true: Rule, lexicon: Lexicon) -> Comparison:
    """The stated rule's sentence, piece by piece against the true one. Of two rules each meets its like."""
    truths = list(_single(true))
    marked: list[tuple[str, bool]] = []
    named: dict[str, Verdict] = {}
    for number, rule in enumerate(_single(stated)):
        readings = [_against(rule, truth, lexicon) for truth in truths]
        best = max(readings, key=lambda reading: sum(len(text) for text, right in reading[0] if right))
        marked += ([(". Besides, ", True)] if number else []) + best[0]
        named |= {f"{name} of the second rule" if number else name: found for name, found in best[1].items()}
    first = capital(marked[0][0])
    return Comparison(((first, marked[0][1]), *marked[1:], (".", False)), tuple(named.items()))


def _single(rule: Rule) -> Iterator[Rule]:
    if isinstance(rule, Both):
        yield from rule.rules
    else:
        yield rule


def _against(stated: Rule, true: Rule, lexicon: Lexicon) -> tuple[list[tuple[str, bool]], dict[str, Verdict]]:
    shape = shape_of(stated)
    alike = shape is shape_of(true)
    writer = Writer(book_of(lexicon))
    marked: list[tuple[str, bool]] = []
    named: dict[str, Verdict] = {PARTS[""]: "right" if alike else "wrong"}
    for piece in _pieces(stated, shape, lexicon):
        if not piece.field:
            marked.append((piece.text, alike))
            continue
        mine, theirs = getattr(stated, piece.field), getattr(true, piece.field, None)
        if piece.field == "window":
            mine, theirs = (mine, getattr(stated, "n", None)), (theirs, getattr(true, "n", None))
        if mine == theirs:
            marked.append((piece.text, True))
            verdict: Verdict = "right"
        elif _near(mine, theirs):
            marked += _common(piece.text, write_field(writer, true, piece.field, piece.how))
            verdict = "partly"
        else:
            marked.append((piece.text, False))
            verdict = "wrong"
        if piece.text or theirs:
            named[PARTS.get(piece.field, piece.field)] = verdict if piece.text else "missing"
    return [(text, right) for text, right in marked if text], named


def _pieces(rule: Rule, shape: Shape, lexicon: Lexicon) -> Iterator[_Piece]:
    """The sentence as its shape builds it, cut at the holes."""
    writer, rest = Writer(book_of(lexicon)), shape.template
    while rest:
        before, brace, behind = rest.partition("{")
        if before:
            yield _Piece("", "", before)
        if not brace:
            return
        hole, _, rest = behind.partition("}")
        field, _, how = hole.partition("/")
        if field == "custom":
            custom: Any = getattr(rule, "custom")  # noqa: B009 - only one form has it
            yield _Piece(field, how, f'"{capital(write_rule(writer, custom))}"')
        else:
            yield _Piece(field, how, write_field(writer, rule, field, how))


def _near(mine: Any, theirs: Any) -> bool:
    """Whether the two are about the same kind of act, or the same kind of condition."""
    if isinstance(mine, tuple) and isinstance(theirs, tuple):
        return any(_near(one, other) for one in mine for other in theirs)
    if isinstance(mine, ActPattern) and isinstance(theirs, ActPattern):
        return (mine.verb, mine.tag) == (theirs.verb, theirs.tag)
    if hasattr(mine, "act") and hasattr(theirs, "act"):
        return _near(mine.act, theirs.act)
    return mine is not None and mine == theirs


def _common(mine: str, theirs: str) -> list[tuple[str, bool]]:
    """My words, those that theirs has too marked as right."""
    words = [part for word in mine.split(" ") for part in (word, " ")][:-1]
    others = [part for word in theirs.split(" ") for part in (word, " ")][:-1]
    marked, at = [], 0
    for start, _, size in SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks():
        marked.append(("".join(words[at:start]), False))
        marked.append(("".join(words[start : start + size]), True))
        at = start + size
    return marked
