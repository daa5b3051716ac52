"""The real clients of the other providers, each against a server that speaks its language, whole episodes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel

from newcomers.brains import Chat, sensible
from newcomers.dialects import DIALECTS, Dialect
from newcomers.playing import QUICK, SHORT, chat, decisions, live_for, outcomes, requests, waited
from newcomers.server import Answer, Server
from normquest.newcomers.chat.account import NoAccount
from normquest.newcomers.chat.calling import Caller, Failed
from normquest.newcomers.chat.newcomer import ChatNewcomer
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.chat.replies import Reply
from normquest.newcomers.models.making import make_model
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.driving import drive
from normquest.world.words import lexicon_of


def sense(asked: Chat) -> Answer:
    return Answer(sensible(asked))


class Served:
    """A provider's client and the server it calls."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.server = Server(sense, DIALECTS[name])
        self.server.__enter__()
        self.model = self.client()

    @property
    def dialect(self) -> Dialect:
        return DIALECTS[self.name]

    def client(self, **settings: Any) -> BaseChatModel:
        return make_model(ModelSpec(f"{self.name}:made-up", base_url=self.server.url, timeout=5, **settings))

    def reply(self, answer: Answer, hear: Any = None, model: BaseChatModel | None = None) -> Reply:
        self.server.brain = lambda _: answer
        self.server.calls = []

        async def call() -> Reply:
            caller = Caller(model or self.model, timeout=2, reply_tokens=10, patience=QUICK)
            return await caller.reply([("system", "be brief"), ("human", "x")], NoAccount(), 0, hear=hear)

        return waited(call())

    def fault(self, answer: Answer, hear: Any = None) -> Failed:
        with pytest.raises(Failed) as raised:
            self.reply(answer, hear)
        return raised.value


@pytest.fixture(scope="module", params=sorted(DIALECTS))
def served(request: pytest.FixtureRequest) -> Iterator[Served]:
    one = Served(request.param)
    yield one
    one.server.__exit__()


def ignored(*_: str) -> None:
    """Hears a stream and forgets it."""


def test_the_client_plays_an_episode_to_its_end(served: Served) -> None:
    served.server.brain, served.server.calls = sense, []
    live = chat(served.model)
    assert live.status == "done" and set(outcomes(live)) == {"ok"}
    put = [r for r in requests(live) if r.kind != "continue"]
    assert len(served.server.calls) == len(put)
    for request, call in zip(put, served.server.calls, strict=True):
        assert request.observation.text in call.last and request.question in call.last
    assert served.server.calls[-1].messages[0][0] == "system"


def test_what_is_streamed_is_the_same_episode(served: Served) -> None:
    served.server.brain, served.server.calls = sense, []
    whole = chat(served.model, switches=SHORT)
    heard: list[str] = []
    live = live_for(1, **SHORT)
    caller = Caller(served.model, timeout=5.0, reply_tokens=50, patience=QUICK)
    newcomer = ChatNewcomer(
        caller,
        lexicon_of(live.case.home.world),
        TEMPLATES["plain"],
        NoAccount(),
        lambda part, text: heard.append(text) if part == "text" else None,
    )
    waited(drive(live, newcomer))
    told = [(d.raw, d.value, d.outcome) for d in decisions(live)]
    assert told == [(d.raw, d.value, d.outcome) for d in decisions(whole)]
    assert "".join(heard) == "".join(d.raw for d in decisions(live) if d.calls)


def test_the_settings_reach_the_provider_under_its_own_names(served: Served) -> None:
    model = served.client(temperature=0.5, max_tokens=50, seed=3)
    served.reply(Answer("x"), model=model)
    sent = str(served.server.calls[0].data)
    names = {
        "anthropic": ["'max_tokens': 50", "'temperature': 0.5"],
        "ollama": ["'num_predict': 50", "'temperature': 0.5", "'seed': 3"],
        "google": ["'maxOutputTokens': 50", "'temperature': 0.5", "'seed': 3"],
    }
    assert all(name in sent for name in names[served.name])


@pytest.mark.parametrize("hear", [None, ignored], ids=["whole", "streamed"])
def test_ends_and_tokens_are_read_alike(served: Served, hear: Any) -> None:
    assert served.reply(Answer("hi you"), hear) == Reply("hi you", "ok", 100, 10, revision="m")
    assert served.reply(Answer("hi", finish="length"), hear).finish == "truncated"
    assert served.reply(Answer("", finish="content_filter"), hear).finish == "refusal"
    unknown = served.reply(Answer("hi", usage=None), hear)
    assert (unknown.tokens_in, unknown.tokens_out) == (None, None)


@pytest.mark.parametrize("hear", [None, ignored], ids=["whole", "streamed"])
def test_reasoning_is_kept_apart_from_the_reply(served: Served, hear: Any) -> None:
    # Ollama's client drops the reasoning unless it is told to ask for it.
    model = served.client(args={"reasoning": True} if served.name == "ollama" else {})
    reply = served.reply(Answer("act: 1", message={"reasoning": "let me think"}), hear, model)
    assert (reply.text, reply.thoughts) == ("act: 1", "let me think")


def test_faults_are_told_apart_in_every_language(served: Served) -> None:
    wrong = served.dialect.error
    told = {
        "rate": wrong(429, "slow down", retry_after="0.05"),
        "quota": wrong(429, "You exceeded your current quota, please check your plan and billing details"),
        "access": wrong(401, "no such key"),
        "server": wrong(500, "broken"),
        "overflow": wrong(400, "prompt is too long: 300000 tokens > 200000 maximum"),
        "request": wrong(400, "temperature is not for this one"),
        "connection": Answer(hang_up=True),
        "reply": Answer(body=b"<html>Bad Gateway</html>"),
        "timeout": Answer("x", delay=30),
    }
    assert {kind: served.fault(answer).fault.kind for kind, answer in told.items()} == {k: k for k in told}
    assert served.fault(wrong(404, "no such model")).fault.kind == "access"
    assert served.fault(wrong(529, "overloaded")).fault.kind == "server"


def test_only_what_may_pass_is_tried_again_and_nobody_else_tries(served: Served) -> None:
    """The client's own retries are off: each call is one that was noted."""
    assert served.fault(served.dialect.error(500, "broken")).calls == len(served.server.calls) == 3
    assert served.fault(served.dialect.error(429, "slow")).calls == len(served.server.calls) == 6
    assert served.fault(served.dialect.error(401, "key")).calls == len(served.server.calls) == 1


def test_a_pause_that_is_asked_for_is_known(served: Served) -> None:
    if served.name == "ollama":
        return  # its client keeps the words of an error and drops the headers
    assert served.fault(served.dialect.error(429, "slow", retry_after="0.05")).fault.after == 0.05


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"candidates": []}'])
def test_an_answer_that_holds_no_reply_is_a_fault_and_not_an_empty_reply(served: Served, body: bytes) -> None:
    assert served.fault(Answer(body=body)).fault.kind == "reply"


def test_half_a_stream_is_no_reply(served: Served) -> None:
    failed: list[str] = []
    answer = Answer("act: 1 but first", cut_off=True)

    def hear(part: str, text: str) -> None:
        if part == "failed":
            failed.append(text)

    if served.name == "ollama":  # its client makes whole replies of a stream as well
        assert served.fault(answer).fault.kind == "reply"
        assert served.fault(answer, hear).fault.kind == "reply"
    else:
        assert served.reply(answer, hear).text == "act: 1 but first", "the whole reply is asked for instead"
        assert [bool(call.data.get("stream")) for call in served.server.calls] == [True, False]
    assert failed[0].endswith("the stream ended before the reply did")


def test_a_question_that_is_blocked_is_a_refusal() -> None:
    google = Served("google")
    body = b'{"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 100}}'
    assert google.reply(Answer(body=body)).finish == "refusal"
    google.server.__exit__()


def test_clients_print_nothing(served: Served, capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    kept, root.handlers = root.handlers, []
    try:
        served.fault(Answer(body=b"{}"))
    finally:
        root.handlers = kept
    assert capfd.readouterr() == ("", "")
