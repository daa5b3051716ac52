"""The text of a request as a person reads it: what is new comes first, and every line of it is there.

It is the text that a model in the seat is sent, word for word; only the order of its lines differs.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from normquest.society.state import Request


@dataclass(frozen=True)
class Sheet:
    """`question`: what is asked; `fresh`: lines never shown before; `now`: those of the round at hand;
    `known`: the rest, in its order.
    """

    question: tuple[str, ...]
    fresh: tuple[str, ...]
    now: tuple[str, ...]
    known: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line, in the order in which it is shown."""
        return (*self.fresh, *self.now, *self.known, *self.question)


def sheet_of(request: Request, shown: Container[str] = ()) -> Sheet:
    """The lines of a request's text, given those that were `shown` with earlier requests."""
    *before, now, question = request.text.split("\n\n")
    fresh: list[str] = []
    known: list[str] = []
    for line in (line for part in before for line in part.split("\n")):
        (known if line in shown else fresh).append(line)
    return Sheet(tuple(question.split("\n")), tuple(fresh), tuple(now.split("\n")), tuple(known))
