"""What calls cost, and who keeps account of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from normquest.episode.records import Outcome

_PER_MESSAGE = 16
"""Tokens that a provider may add around each message."""


@dataclass(frozen=True)
class Price:
    """Money for a million tokens, read and written; in whatever currency the cap is given in."""

    read: float
    written: float

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """What so many tokens cost."""
        return (tokens_in * self.read + tokens_out * self.written) / 1_000_000


class Spent(Exception):
    """The next call could pass a cap, so it was not noted and must not be sent.

    `final`: no call that is still in flight can change that.
    """

    def __init__(self, why: str, *, final: bool) -> None:
        super().__init__(why)
        self.final = final


class Account(Protocol):
    """Notes calls before they are sent, so that caps hold whatever happens."""

    def note(self, *, request: int, attempt: int, tokens: int, cost: float | None) -> int:
        """Note a call, with the most that it can use; gives its number. Raises Spent."""

    def settle(
        self,
        call: int,
        *,
        outcome: Outcome,
        tokens_in: int | None,
        tokens_out: int | None,
        cost: float | None,
        ms: int,
        error: str,
        thoughts: str = "",
        revision: str = "",
    ) -> None:
        """Note how it ended; None for what is not known.

        `thoughts`: reasoning that came beside the reply; `revision`: which model the provider says answered.
        """


class NoAccount:
    """Keeps none: for the plain API."""

    def note(self, *, request: int, attempt: int, tokens: int, cost: float | None) -> int:
        """Nothing is noted."""
        return 0

    def settle(
        self,
        call: int,
        *,
        outcome: Outcome,
        tokens_in: int | None,
        tokens_out: int | None,
        cost: float | None,
        ms: int,
        error: str,
        thoughts: str = "",
        revision: str = "",
    ) -> None:
        """Nothing is noted."""


def most_tokens(texts: Iterable[str]) -> int:
    """The most tokens that these messages can be: one a byte, and some around each."""
    return sum(len(text.encode("utf-8", "surrogatepass")) + _PER_MESSAGE for text in texts)
