"""The three prompt templates: what a model is told beside what it sees, and how it is to answer.

plain: just the answer. reasons: think first, answer in the last lines. minimal: no introduction at all.
None of them says more about the game than a person is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from normquest.episode import briefs
from normquest.episode.circumstances import BELIEFS, NOTICE
from normquest.episode.records import RequestKind

RECOGNITION = "Did this happen?"

_SETTING = (
    "You are the newcomer in a text adventure. Each message tells what you see; a number in front of a line "
    "is the number of that event."
)

_FORMS: Mapping[RequestKind, str] = {
    "act": "act: NUMBER",
    "statement": (
        "rule: ONE SENTENCE, or none that I can see\n"
        "lines: NUMBERS of the events that show it, or nothing\n"
        "sure: A NUMBER FROM 0 TO 100\n"
        "words: the rule in your own words, if you like\n"
        "habit: something that people do though no rule asks for it; one line each, if there are any"
    ),
    "forecast": "answer: yes, no or can't tell",
    "recognition": "answer: yes, no or can't tell",
    "counterfactual": "answer: yes, no or can't tell",
    "attribution": "line: NUMBER, omission or nothing",
    "notice": "answer: NUMBER, or can't tell",
    "belief": "answer: A WHOLE NUMBER FROM 0 TO 10, or can't tell",
}
_SHORT: Mapping[RequestKind, str] = {
    "act": "Reply with the number of one act.",
    "forecast": "Reply yes, no or can't tell.",
    "recognition": "Reply yes, no or can't tell.",
    "counterfactual": "Reply yes, no or can't tell.",
    "attribution": "Reply with a number, omission or nothing.",
    "notice": "Reply with the number of one answer, or can't tell.",
    "belief": "Reply with a whole number from 0 to 10, or can't tell.",
}


@dataclass(frozen=True)
class Template:
    """A way to ask. `system` opens the conversation (empty: nothing does); the rest leads to the form."""

    name: str
    system: str
    one: str
    several: str
    short: bool = False

    def ask(self, kind: RequestKind) -> str:
        """How a request of this kind is to be answered."""
        if self.short and kind in _SHORT:
            return _SHORT[kind]
        form = _FORMS[kind]
        return f"{self.several if kind == 'statement' else self.one}\n{form}"


TEMPLATES: Mapping[str, Template] = {
    one.name: one
    for one in (
        Template(
            "plain",
            f"{_SETTING} Answer in the form that is asked for at the end of the message, and add nothing.",
            "Reply with one line of this form:",
            "Reply with lines of this form:",
        ),
        Template(
            "reasons",
            f"{_SETTING} Think before you answer, in your own words. Then give your answer at the very end, "
            "in the form that is asked for.",
            "Think first, then end your reply with one line of this form:",
            "Think first, then end your reply with lines of this form:",
        ),
        Template("minimal", "", "Reply in this form:", "Reply in this form:", short=True),
    )
}
"""By name."""

_MARKS: Mapping[str, RequestKind] = {
    "You can:\n": "act",
    briefs.STATEMENT: "statement",
    briefs.FORECAST: "forecast",
    briefs.ATTRIBUTION: "attribution",
    RECOGNITION: "recognition",
    briefs.COUNTERFACTUAL: "counterfactual",
    NOTICE: "notice",
    **dict.fromkeys(BELIEFS.values(), "belief"),
}


def kind_asked(message: str) -> str:
    """The kind of request that a message to a model ends with, or "" for none: for scripted replies."""
    places = {mark: message.rfind(mark) for mark in _MARKS}
    last = max(places, key=lambda mark: places[mark])
    return _MARKS[last] if places[last] >= 0 else ""
