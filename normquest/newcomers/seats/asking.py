"""How a member is to answer: a form in words, in the manner of the three prompt templates of newcomers.

The question itself, and all that is known, is the engine's text; nothing is added to it but how to reply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from normquest.newcomers.chat.messages import Message
from normquest.newcomers.seats.reading import ACCEPTABLE, ANSWER, LIKELY, RIGHT, SAY, TYPICAL
from normquest.society.forms import Form
from normquest.society.state import Request


@dataclass(frozen=True)
class Manner:
    """A way to ask. `system` opens the conversation (empty: nothing does); the others lead to the form."""

    name: str
    system: str
    one: str
    several: str


MANNERS: Mapping[str, Manner] = {
    one.name: one
    for one in (
        Manner(
            "plain",
            "Answer in the form that is asked for at the end of the message, and add nothing.",
            "Reply with one line of this form:",
            "Reply with lines of this form:",
        ),
        Manner(
            "reasons",
            "Think before you answer, in your own words; nobody else reads that. Then give your answer at "
            "the very end, in the form that is asked for.",
            "Think first, then end your reply with one line of this form:",
            "Think first, then end your reply with lines of this form:",
        ),
        Manner("minimal", "", "Reply in this form:", "Reply in this form:"),
    )
}
"""By name; the same names as the templates of newcomers."""
_OPTIONS = "ONE OF "


def form_text(form: Form) -> tuple[str, ...]:
    """The lines that an answer consists of."""
    match form.kind:
        case "text":
            return (f"{SAY}: WHAT YOU SAY",)
        case "number":
            return (f"{ANSWER}: {'A WHOLE NUMBER' if form.whole else 'A NUMBER'}",)
        case "choice":
            return (f"{ANSWER}: {_OPTIONS}{' | '.join(form.options)}",)
        case "ratings":
            return tuple(f"{name}: A NUMBER FROM -1 TO 1" for name in form.names)
        case "report":
            return (f"{TYPICAL}: A NUMBER", f"{ACCEPTABLE}: A NUMBER, or none")
        case "beliefs":
            return (f"{RIGHT}: A NUMBER, or none", f"{LIKELY}: A NUMBER")


def conversation(request: Request, manner: Manner) -> list[Message]:
    """What a model is sent: the engine's text word for word, and behind it how to answer."""
    lines = form_text(request.form)
    how = "\n".join([manner.several if len(lines) > 1 else manner.one, *lines])
    talk: list[Message] = [("system", manner.system)] if manner.system else []
    return [*talk, ("human", f"{request.text}\n\n{how}")]


def least(text: str) -> str:
    """A reply to a message that ends with a form: a word, 0, or the first option; to any other, ""."""
    asked = max(text.rfind(how) for manner in MANNERS.values() for how in (manner.one, manner.several))
    if asked < 0:
        return ""
    said = []
    for line in text[asked:].split("\n")[1:]:
        label, _, wanted = line.partition(": ")
        if wanted.startswith(_OPTIONS):
            said.append(f"{label}: {wanted.removeprefix(_OPTIONS).split(' | ')[0]}")
        else:
            said.append(f"{label}: {'Well.' if label == SAY else '0'}")
    return "\n".join(said)
