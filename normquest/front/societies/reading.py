"""The text of a request as a person reads it: what is new comes first, and every line of it is there.

It is the text that a model in the seat is sent, word for word; only the order of its lines differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from normquest.society.state import Request


@dataclass(frozen=True)
class Sheet:
    """`question`: what is asked; `new`: lines of the round at hand, and what was never shown before;
    `known`: the rest, in its order.
    """

    question: tuple[str, ...]
    new: tuple[str, ...]
    known: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line, in the order in which it is shown."""
        return (*self.new, *self.known, *self.question)


def sheet_of(request: Request, shown: Sequence[str] = ()) -> Sheet:
    """The lines of a request's text, given those that were `shown` with earlier requests."""
    *before, now, question = request.text.split("\n\n")
    known_lines = set(shown)
    fresh: list[str] = []
    known: list[str] = []
    for line in (line for part in before for line in part.split("\n")):
        (known if line in known_lines else fresh).append(line)
    return Sheet(tuple(question.split("\n")), (*fresh, *now.split("\n")), tuple(known))
