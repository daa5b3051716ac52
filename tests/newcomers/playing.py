"""Episodes of a chat model on the case made by hand: the real client against a server, or a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from langchain_core.language_models import BaseChatModel
from session.cases import drawing, world

from newcomers.server import Answer, Brain, Server
from normquest.episode.case import Case
from normquest.episode.records import Decision, Outcome, Request, Statement
from normquest.newcomers import chat_newcomer
from normquest.newcomers.chat.calling import Patience
from normquest.newcomers.models.making import make_model
from normquest.newcomers.models.scripts import Script
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.drawing import Drawing, key_of
from normquest.session.driving import drive
from normquest.session.live import Live
from normquest.session.running import Bill, Item, Means, Order, run
from normquest.session.running.aside import the_loop
from normquest.session.switches import config_from
from normquest.session.worlds import world_file
from normquest.store import open_store

T = TypeVar("T")

SHORT = {"forecast": False, "elicitation": "off"}
"""Episodes that ask for acts only."""

QUICK = Patience(tries=3, rate_tries=6, first=0.01, longest=0.05)
"""Patience for tests: the same, in no time."""


def waited(work: Coroutine[Any, Any, T], seconds: float = 60) -> T:
    """What a coroutine gives, from the one loop in which models are called."""
    return asyncio.run_coroutine_threadsafe(work, the_loop()).result(seconds)


@cache
def client(url: str, **more: Any) -> BaseChatModel:
    """The real client of OpenAI for a server."""
    return make_model(ModelSpec("openai:made-up", base_url=url, args=more))


def scripted(*replies: str, **by_kind: list[str]) -> BaseChatModel:
    """A model that replies by a script."""
    from normquest.newcomers.models.fake import FakeChat

    return FakeChat(script=Script({k: tuple(v) for k, v in by_kind.items()}, replies))


def live_for(seed: int = 1, case: Case | None = None, **switches: Any) -> Live:
    """An episode of a model that nobody keeps, not yet begun."""
    config = replace(config_from(()), **switches)
    drawn = drawing(seed) if case is None else Drawing(seed, case)
    return Live(key_of(world(), drawn, config, "openai:made-up"), config, drawn.case)


def chat(model: BaseChatModel, seed: int = 1, upto: str = "", **how: Any) -> Live:
    """An episode that the model has played: to its end, or until a stage begins."""
    live = live_for(seed, how.pop("case", None), **how.pop("switches", {}))
    newcomer = chat_newcomer(model, live.case, **{"timeout": 5.0, "patience": QUICK, **how})

    class Until:
        async def decide(self, request: Request, records: Any) -> Decision:
            if request.stage == upto:
                return Decision(request.seq, "", None, "budget")
            return await newcomer.decide(request, records)

    waited(drive(live, Until()))
    return live


@cache
def shared() -> Server:
    """One server for all short episodes: a client of its own for each would take most of the time."""
    return Server(lambda _: Answer("")).__enter__()


def served(brain: Brain, **how: Any) -> tuple[Live, Server]:
    """The same with the real client and a server that answers as `brain` says."""
    server = shared()
    server.brain, server.calls = brain, []
    return chat(client(server.url), **how), server


def requests(live: Live, kind: str = "") -> list[Request]:
    """The requests of a kind."""
    return [r for r in live.records if isinstance(r, Request) and kind in ("", r.kind)]


def decisions(live: Live, kind: str = "") -> list[Decision]:
    """The decisions on requests of a kind."""
    asked = {r.seq for r in requests(live, kind)}
    return [d for d in live.records if isinstance(d, Decision) and d.request in asked]


def statements(live: Live) -> list[Statement]:
    """All statements."""
    return [r for r in live.records if isinstance(r, Statement)]


def outcomes(live: Live, kind: str = "") -> list[Outcome]:
    """How the requests of a kind were answered."""
    return [d.outcome for d in decisions(live, kind)]


def first(count: int, fault: Answer, then: Brain) -> Brain:
    """The same answer so many times, then sense."""
    left = [count]

    def brain(asked: Any) -> Answer:
        left[0] -= 1
        return fault if left[0] >= 0 else then(asked)

    return brain


def instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws take no time, in runs of models."""
    draw: Callable[..., Any] = lambda source, seed, config: drawing(seed, config.norm_free)  # noqa: E731
    monkeypatch.setattr("normquest.session.running.chatting.draw_case", draw)
    monkeypatch.setattr("normquest.session.running.work.draw_case", draw)
    monkeypatch.setattr("normquest.newcomers.chat.calling.Patience", lambda: QUICK)


def order(url: str, seeds: int, *, timeout: float = 5.0, **switches: Any) -> Order:
    """A run of the real client, as many seeds."""
    spec = ModelSpec("openai:made-up", base_url=url, timeout=timeout, max_tokens=50)
    config = replace(config_from(()), **switches)
    return Order((world_file(world()),), tuple(range(1, seeds + 1)), (config,), (spec.name,), models=(spec,))


def ran(path: Path, wanted: Order, **means: Any) -> list[Item]:
    """All items of a run but the bill."""
    items = run(wanted, path / "n.db", name="test", means=Means(**means))
    return [item for item in items if not isinstance(item, Bill)]


def calls_of(path: Path) -> list[tuple[str, str, int | None]]:
    """Status, outcome and tokens read of all calls that were noted."""
    with open_store(path / "n.db", readonly=True) as store:
        rows = store._conn.execute("SELECT status, outcome, tokens_in FROM model_calls ORDER BY id")
        return [tuple(row) for row in rows]
