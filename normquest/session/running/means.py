"""What a run of chat models may use: calls at a time, and caps on calls, tokens and money."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from normquest.newcomers.chat.account import Price, Spent
from normquest.newcomers.models.naming import split_name
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.errors import SessionError
from normquest.store import CapReached, Store

IN_FLIGHT = 32
"""Calls at a time, unless otherwise asked for."""
FREE = Price(0.0, 0.0)


@dataclass(frozen=True)
class Means:
    """Caps hold for the whole run, however often it is stopped and goes on; None: there is none.

    `money` is in the currency of `prices`, which are by model, with "" for all others.
    """

    in_flight: int = IN_FLIGHT
    calls: int | None = None
    tokens: int | None = None
    money: float | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)

    def price(self, model: str) -> Price | None:
        """The price of a model; None if it is not known."""
        if split_name(model)[0] == "fake":
            return FREE
        return self.prices.get(model, self.prices.get(""))

    def check(self, models: Sequence[ModelSpec]) -> None:
        """Raises SessionError if money is capped and a price is not known: then no call may be made."""
        if self.money is None:
            return
        for spec in models:
            if self.price(spec.name) is None:
                raise SessionError(
                    f"--cap-money with {spec.name}",
                    "the price of this model is not known, so the cap could not be kept",
                    "what a million tokens cost, read and written",
                    "Give it, such as --price 0.40,1.60",
                    usage=True,
                )


def prices_from(texts: Iterable[str]) -> dict[str, Price]:
    """Prices as they are typed: READ,WRITTEN for all models, or MODEL=READ,WRITTEN. Raises SessionError."""
    prices: dict[str, Price] = {}
    for text in texts:
        model, _, figures = text.rpartition("=")
        found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*,\s*([0-9]+(?:\.[0-9]+)?)\s*", figures)
        if found is None or not all(math.isfinite(float(one)) for one in found.groups()):
            raise SessionError(
                f"--price {text[:60]}",
                "these are no prices",
                "two numbers: money for a million tokens read, and written",
                "Write them like 0.40,1.60 or openai:gpt-4.1-mini=0.40,1.60",
                usage=True,
            )
        prices[":".join(split_name(model)) if model else ""] = Price(float(found[1]), float(found[2]))
    return prices


class StoreAccount:
    """Keeps account of the calls of one episode or one society in the store, under the caps of its run."""

    def __init__(
        self,
        store: Store,
        run: int | None,
        episode: int | None,
        model: str,
        means: Means,
        society: int | None = None,
    ) -> None:
        self.store = store
        self.society = society
        self.run = run
        self.episode = episode
        self.model = model
        self.means = means

    def note(self, *, request: int, attempt: int, tokens: int, cost: float | None) -> int:
        """Note a call before it is sent. Raises Spent if it could pass a cap, and StoreError."""
        try:
            return self.store.record_pending(
                self.run,
                self.episode,
                model=self.model,
                request=request,
                attempt=attempt,
                tokens=tokens,
                cost=cost,
                most_calls=self.means.calls,
                most_tokens=self.means.tokens,
                most_cost=self.means.money,
                society=self.society,
            )
        except CapReached as reached:
            raise Spent(str(reached), final=reached.final) from None

    def settle(
        self,
        call: int,
        *,
        outcome: str,
        tokens_in: int | None,
        tokens_out: int | None,
        cost: float | None,
        ms: int,
        error: str,
        thoughts: str = "",
        revision: str = "",
    ) -> None:
        """Note how it ended. Raises StoreError."""
        self.store.record_done(
            call,
            outcome=outcome,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            cost=cost,
            ms=ms,
            error=error,
            thoughts=thoughts,
            revision=revision,
        )
