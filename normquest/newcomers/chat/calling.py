"""Calling one model: tries again what may go well, waits as it is told, keeps to limits of time and means."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from normquest.newcomers.chat.account import Account, Price, Spent, most_tokens
from normquest.newcomers.chat.endings import check_whole
from normquest.newcomers.chat.faults import AGAIN, HOPELESS, Fault, fault_of
from normquest.newcomers.chat.limiter import LONGEST_PAUSE, Limiter
from normquest.newcomers.chat.messages import Message
from normquest.newcomers.chat.replies import Reply, reply_of
from normquest.newcomers.chat.streaming import Hears, streamed, tell
from normquest.streams import stream

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


@dataclass(frozen=True)
class Patience:
    """How often a call is tried. Seconds between tries double from `first` to `longest`, give or take a half.

    `tries` counts calls that fail for any reason but "too many calls", `rate_tries` those.
    """

    tries: int = 4
    rate_tries: int = 12
    first: float = 1.0
    longest: float = 60.0


class Failed(Exception):
    """The calls for a reply came to nothing."""

    def __init__(self, fault: Fault, calls: int) -> None:
        super().__init__(fault.text)
        self.fault = fault
        self.calls = calls


class Stopped(Exception):
    """No call was made, since the means of the run are at an end; `str()` says which."""


class Caller:
    """Calls a model for all episodes of a run, so that one limit holds for all.

    `timeout`: seconds a call may take, from sending to the last byte. `reply_tokens`: the longest reply that
    the model was told to give, for the account. It belongs to one event loop.
    """

    def __init__(
        self,
        model: BaseChatModel,
        *,
        timeout: float,
        reply_tokens: int,
        limiter: Limiter | None = None,
        price: Price | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.model = model
        self.timeout = timeout
        self.reply_tokens = reply_tokens
        self.limiter = limiter or Limiter(1)
        self.price = price
        self.patience = patience or Patience()
        self.stopped = ""
        self._answered = False
        self._whole = False
        self._sent = 0
        self._waits = 0
        self._settled = asyncio.Event()

    async def reply(
        self,
        talk: Sequence[Message],
        account: Account,
        request: int,
        made: int = 0,
        hear: Hears | None = None,
    ) -> Reply:
        """The model's reply to a conversation; `made` calls were made for this request before.

        With `hear` the reply is asked for as a stream, and `hear` is told of each piece; what comes of it is
        the same. A server that dislikes streams is asked for whole replies from then on. Raises Failed if
        none came, Stopped if no call may be made any more, and what the account raises.
        """
        failed = {"rate": 0, "other": 0}
        calls = 0
        while True:
            outcome = await self._one(talk, account, request, made + calls, hear)
            calls += 1
            if isinstance(outcome, Reply):
                return replace(outcome, calls=calls)
            if hear is not None:
                hear("failed", outcome.text)
                if not self._whole and outcome.kind in ("request", "reply"):
                    self._whole = True
                    continue
            kind = "rate" if outcome.kind == "rate" else "other"
            failed[kind] += 1
            most = self.patience.rate_tries if kind == "rate" else self.patience.tries
            if outcome.kind not in AGAIN or failed[kind] >= most or (outcome.after or 0) > LONGEST_PAUSE:
                self._give_up(outcome)
                raise Failed(outcome, calls)
            await self.limiter.rest(self._wait(outcome, failed[kind]))

    def _give_up(self, fault: Fault) -> None:
        """What no call will mend stops all; so does a request that was disliked from the start."""
        if fault.kind in HOPELESS or (fault.kind == "request" and not self._answered):
            self._stop(fault.text)

    def _wait(self, fault: Fault, failures: int) -> float:
        if fault.after is not None:
            return fault.after
        self._waits += 1  # so that no two wait alike and come back together
        base = min(self.patience.first * 2.0 ** (failures - 1), self.patience.longest)
        return base * (0.5 + stream(self._waits, "wait before another try").random())

    async def _one(
        self, talk: Sequence[Message], account: Account, request: int, attempt: int, hear: Hears | None
    ) -> Reply | Fault:
        call, entered = await self._noted(talk, account, request, attempt)
        if hear is not None:
            hear("call", "")
        began = time.monotonic()
        try:
            try:
                # LangSmith must not hear of it, whatever the environment says.
                with _untraced():
                    async with asyncio.timeout(self.timeout):
                        message = await self._message(talk, hear)
                outcome: Reply | Fault = reply_of(message)
            except Exception as error:
                outcome = fault_of(error)
                if type(error) is TimeoutError:
                    outcome = replace(outcome, text=f"there was no whole reply within {self.timeout:g} s")
            self._settle(account, call, outcome, round((time.monotonic() - began) * 1000))
        finally:
            self._sent -= 1
            self.limiter.leave()
            self._settled.set()
        if isinstance(outcome, Reply):
            self._answered = True
            self.limiter.went_well()
        elif outcome.kind == "rate":
            self.limiter.complained(entered, outcome.after)
        return outcome

    async def _message(self, talk: Sequence[Message], hear: Hears | None) -> Any:
        """The message that has come whole; ValueError if it has not, for half a reply is none."""
        pieces = hear is not None and not self._whole
        if hear is not None and pieces:
            message = await streamed(self.model, talk, hear)
        else:
            message = await self.model.ainvoke(list(talk))
            if hear is not None:
                tell(message, hear)
        check_whole(self.model, message, pieces=pieces)
        return message

    async def _noted(
        self, talk: Sequence[Message], account: Account, request: int, attempt: int
    ) -> tuple[int, float]:
        """Wait for leave and note the call. Gives its number and the moment of leave, to be given back.

        Near a cap it waits for calls in flight, which may use less than they could.
        """
        read = most_tokens(text for _, text in talk)
        cost = None if self.price is None else self.price.cost(read, self.reply_tokens)
        while True:
            entered = await self.limiter.enter()
            try:
                if self.stopped:
                    raise Stopped(self.stopped)
                tokens = read + self.reply_tokens
                call = account.note(request=request, attempt=attempt, tokens=tokens, cost=cost)
                self._sent += 1
                return call, entered
            except Spent as spent:
                self.limiter.leave()
                if spent.final or not self._sent:
                    self._stop(str(spent))
                    raise Stopped(self.stopped) from None
            except BaseException:
                self.limiter.leave()
                raise
            self._settled.clear()
            await self._settled.wait()

    def _stop(self, why: str) -> None:
        self.stopped = self.stopped or why
        self._settled.set()
        self.limiter.finish()

    def _settle(self, account: Account, call: int, outcome: Reply | Fault, ms: int) -> None:
        if isinstance(outcome, Reply):
            known = outcome.tokens_in is not None and outcome.tokens_out is not None
            cost = None
            if known and self.price is not None:
                cost = self.price.cost(outcome.tokens_in or 0, outcome.tokens_out or 0)
            account.settle(
                call,
                outcome=outcome.finish,
                tokens_in=outcome.tokens_in,
                tokens_out=outcome.tokens_out,
                cost=cost,
                ms=ms,
                error="",
                thoughts=outcome.thoughts,
                revision=outcome.revision,
            )
            return
        nothing, free = (0, 0.0) if outcome.unbilled else (None, None)
        account.settle(
            call,
            outcome="infra_error",
            tokens_in=nothing,
            tokens_out=nothing,
            cost=free,
            ms=ms,
            error=outcome.text,
        )


@contextmanager
def _untraced() -> Iterator[Any]:
    from langsmith import tracing_context  # comes with langchain-core

    with tracing_context(enabled=False):
        yield
