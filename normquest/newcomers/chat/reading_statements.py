"""A statement in a reply: labelled lines, JSON, or a lone sentence; as the mapping that a decision holds.

Whether the language can say the rule is judged by the episode, for people and models alike: here it is only
found. A reply without a rule in it is a parse error.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from normquest.newcomers.chat.reading import Read, labelled, last_line, last_object, legible
from normquest.norms.reading import read_rule
from normquest.norms.rules import rule_data
from normquest.norms.unstatable import Unstatable
from normquest.world.lexicon import Lexicon

NO_RULE = "there is no line in it that starts with rule:"

_FIELDS = {
    "rule": ("rule", "norm", "statement"),
    "evidence": ("lines", "evidence", "events", "line"),
    "confidence": ("sure", "confidence", "certainty"),
    "words": ("words", "why", "explanation"),
    "habits": ("habit", "habits"),
}
_FIELD_OF = {label: name for name, labels in _FIELDS.items() for label in labels}
_KEYS = (*_FIELDS["rule"], "form")
_SPAN = re.compile(r"([0-9]{1,7})\s{0,3}[-–]\s{0,3}([0-9]{1,7})")
_NUMBER = re.compile(r"(?<![0-9.])[0-9]{1,7}(?![0-9])")
_SURE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})\s*(%|percent)?")
_MOST_CITED, _MOST_HABITS, _MOST_LINES = 200, 8, 30
_LONGEST_RULE, _LONGEST_WORDS = 4000, 2000
_EMPHASIS = " \t*_`"
_MARKS = f"{_EMPHASIS}>•-"


def read_statement(reply: str, lexicon: Lexicon, known: Collection[int] = ()) -> Read:
    """The statement in a reply; `known` are the numbers of the events that a range can stand for."""
    text = legible(reply)
    data, behind = last_object(text, _KEYS)
    given = _of_lines(behind)
    if "rule" not in given:
        given = _by_field(data) if data is not None else {**given, "rule": _lone_sentence(text, lexicon)}
        if data is None and given["rule"] is None:
            return Read(None, "parse_error", NO_RULE)
    rule = given["rule"]
    return Read(
        {
            "rule": rule[:_LONGEST_RULE] if isinstance(rule, str) else rule,
            "evidence": _cited(given.get("evidence"), known),
            "confidence": _confidence(given.get("confidence")),
            "words": str(given.get("words") or "")[:_LONGEST_WORDS],
            "habits": _habits(given.get("habits"), lexicon),
        }
    )


def _by_field(data: Mapping[str, Any]) -> dict[str, Any]:
    if "form" in data:
        return {"rule": dict(data)}
    given: dict[str, Any] = {}
    for label, value in data.items():
        if label in _FIELD_OF:
            given.setdefault(_FIELD_OF[label], value)
    return given


def _of_lines(text: str) -> dict[str, Any]:
    """The last rule line, and what stands below it."""
    lines = list(labelled(text, _FIELD_OF))
    rules = [at for at, label, said in lines if _FIELD_OF[label] == "rule" and said.strip(_EMPHASIS)]
    if not rules:
        return {}
    given: dict[str, Any] = {"habits": []}
    for at, label, said in lines:
        name, said = _FIELD_OF[label], said.strip(_EMPHASIS)
        if at < rules[-1]:
            continue
        if name == "habits":
            given["habits"].append(said)
        else:
            given.setdefault(name, said)
    return given


def _lone_sentence(text: str, lexicon: Lexicon) -> str | None:
    """The whole reply, its last line, or the only line of it that states a rule."""
    for said in (text, last_line(text)):
        if _states(said, lexicon):
            return said.strip(_MARKS)
    lines = [line.strip(_MARKS) for line in text.split("\n")[:_MOST_LINES]]
    stating = [line for line in lines if line and _states(line, lexicon)]
    return stating[0] if len(stating) == 1 else None


def _states(said: str, lexicon: Lexicon) -> bool:
    if not 4 <= len(said) <= 600 or "\n" in said.strip():
        return False
    try:
        read_rule(said.strip(_MARKS), lexicon)
    except Unstatable:
        return False
    return True


def _cited(said: Any, known: Collection[int]) -> list[int]:
    """Numbers of events, in their order, each once; a range stands for the events in it."""
    if isinstance(said, list):
        said = " ".join(str(one) for one in said[:_MOST_CITED])
    if isinstance(said, int) and not isinstance(said, bool):
        said = str(said)
    if not isinstance(said, str):
        return []
    said = said[:4000]
    found: dict[int, None] = {}
    for span in _SPAN.finditer(said):
        found |= dict.fromkeys(n for n in sorted(known) if int(span[1]) <= n <= int(span[2]))
    found |= dict.fromkeys(int(one) for one in _NUMBER.findall(_SPAN.sub(" ", said)))
    return list(found)[:_MOST_CITED]


def _confidence(said: Any) -> float | None:
    """A chance: whole numbers and those with % are per cent, 0.75 is what it is. None for anything else."""
    if isinstance(said, bool) or not isinstance(said, int | float | str):
        return None
    if isinstance(said, float) and 0 <= said <= 1:
        return said
    found = _SURE.search(str(said)[:40])
    if found is None or str(said).lstrip().startswith("-"):
        return None
    number, is_chance = float(found[1]), "." in found[1] and float(found[1]) <= 1 and not found[2]
    chance = number if is_chance else number / 100
    return chance if chance <= 1 else None


def _habits(said: Any, lexicon: Lexicon) -> list[dict[str, Any]]:
    """Those that the language can say; the others are left out."""
    habits: list[dict[str, Any]] = []
    for one in (said if isinstance(said, list) else [said])[:_MOST_HABITS]:
        try:
            rule = read_rule(one[:_LONGEST_RULE] if isinstance(one, str) else one, lexicon)
        except Unstatable:
            continue
        if rule is not None:
            habits.append(rule_data(rule))
    return habits
