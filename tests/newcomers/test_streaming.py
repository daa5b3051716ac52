"""A model that is watched: what it says is heard piece by piece, and what comes of it is the same."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk

from newcomers.brains import Chat, sensible
from newcomers.playing import QUICK, SHORT, client, decisions, live_for, outcomes, scripted, waited
from newcomers.server import Answer, Brain, Server, error
from normquest.newcomers.chat.calling import Caller
from normquest.newcomers.chat.newcomer import ChatNewcomer
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.chat.replies import thoughts_of
from normquest.session.driving import drive
from normquest.session.live import Live
from normquest.world.words import lexicon_of


class Noting:
    """An account that keeps what it is told."""

    def __init__(self) -> None:
        self.noted: list[int] = []
        self.settled: list[dict[str, Any]] = []

    def note(self, *, request: int, **_: Any) -> int:
        self.noted.append(request)
        return len(self.noted)

    def settle(self, call: int, **how: Any) -> None:
        self.settled.append({"call": call, **how})


class Heard:
    """Keeps what was heard, call by call."""

    def __init__(self) -> None:
        self.parts: list[tuple[str, str]] = []

    def __call__(self, part: str, text: str) -> None:
        self.parts.append((part, text))

    def replies(self, part: str = "text") -> list[str]:
        found: list[str] = []
        for kind, text in self.parts:
            if kind == "call":
                found.append("")
            elif kind == part:
                found[-1] += text
        return found


def played(model: Any, heard: Heard | None, **switches: Any) -> tuple[Live, Noting]:
    live, account = live_for(1, **switches), Noting()
    caller = Caller(model, timeout=5.0, reply_tokens=50, patience=QUICK)
    newcomer = ChatNewcomer(caller, lexicon_of(live.case.home.world), TEMPLATES["plain"], account, heard)
    waited(drive(live, newcomer))
    return live, account


def served(brain: Brain, heard: Heard | None, **switches: Any) -> tuple[Live, Noting, Server]:
    with Server(brain) as server:
        live, account = played(client(server.url), heard, **switches)
    return live, account, server


def test_what_is_streamed_is_the_same_episode() -> None:
    def brain(chat: Chat) -> Answer:
        return Answer(sensible(chat))

    heard = Heard()
    whole, quiet, _ = served(brain, None)
    live, account, server = served(brain, heard)
    as_told = [(d.request, d.raw, d.value, d.outcome, d.calls) for d in decisions(live)]
    assert as_told == [(d.request, d.raw, d.value, d.outcome, d.calls) for d in decisions(whole)]
    assert all(call.data["stream"] for call in server.calls)
    assert heard.replies() == [d.raw for d in decisions(live) if d.calls]
    used = [(one["tokens_in"], one["tokens_out"], one["outcome"]) for one in account.settled]
    assert used == [(100, 10, "ok")] * len(account.noted)
    assert account.noted == quiet.noted


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Answer("act: 1", finish="length"), "truncated"),
        (Answer("", finish="content_filter"), "refusal"),
        (Answer("I'm sorry, but I can't help with that."), "refusal"),
        (Answer("I would rather not say."), "parse_error"),
        (Answer("act: 99"), "invalid_act"),
    ],
)
def test_outcomes_are_those_of_whole_replies(answer: Answer, outcome: str) -> None:
    whole, _, _ = served(lambda _: answer, None, **SHORT)
    live, _, _ = served(lambda _: answer, Heard(), **SHORT)
    assert outcomes(live, "act") == outcomes(whole, "act")
    assert outcome in outcomes(live, "act")


def test_half_a_reply_is_none_and_is_asked_for_whole() -> None:
    """A stream that breaks off must not count as a short answer."""

    def brain(chat: Chat) -> Answer:
        return Answer("act: 1 but first", cut_off=bool(chat.data.get("stream")))

    heard = Heard()
    live, account, server = served(brain, heard, **SHORT)
    assert heard.parts[0] == ("call", "") and "failed" in dict(heard.parts)
    assert [bool(call.data.get("stream")) for call in server.calls].count(True) == 1
    assert account.settled[0]["outcome"] == "infra_error"
    assert account.settled[0]["error"].endswith("the stream ended before the reply did")
    assert set(outcomes(live, "act")) == {"ok"}


def test_a_server_that_dislikes_streams_is_asked_for_whole_replies() -> None:
    def brain(chat: Chat) -> Answer:
        return error(400, message="no stream_options here") if chat.data.get("stream") else Answer("act: 1")

    heard = Heard()
    live, _, server = served(brain, heard, **SHORT)
    assert [bool(call.data.get("stream")) for call in server.calls].count(True) == 1
    assert set(outcomes(live, "act")) == {"ok"} and heard.replies()[1:] == [
        d.raw for d in decisions(live, "act") if d.calls
    ]


def test_a_stream_that_hangs_ends_in_time() -> None:
    async def work() -> Any:
        caller = Caller(client(server.url), timeout=0.3, reply_tokens=5, patience=QUICK)
        return await caller.reply([("human", "?")], Noting(), 0, 0, Heard())

    with (
        Server(lambda _: Answer("one two three four", pause=0.2)) as server,
        pytest.raises(Exception) as failed,
    ):
        waited(work())
    assert str(failed.value) == "there was no whole reply within 0.3 s"


def test_a_script_is_heard_word_by_word_with_its_tokens() -> None:
    heard = Heard()
    _, account = played(scripted(act=["I think that\nact: 1"]), heard, **SHORT)
    first = [text for part, text in heard.parts[:6] if part == "text"]
    assert first[:3] == ["I ", "think ", "that\n"]
    assert all(one["tokens_out"] for one in account.settled)


def test_a_model_without_streams_is_heard_at_once() -> None:
    from langchain_core.language_models import FakeMessagesListChatModel

    heard = Heard()
    played(FakeMessagesListChatModel(responses=[AIMessage("act: 1")]), heard, **SHORT)
    assert set(heard.replies()) == {"act: 1"}


@pytest.mark.parametrize(
    "message",
    [
        AIMessage("x", additional_kwargs={"reasoning_content": "so it is"}),
        AIMessage([{"type": "thinking", "thinking": "so it is"}, {"type": "text", "text": "x"}]),
        AIMessage([{"type": "reasoning", "reasoning": "so it is"}]),
        AIMessageChunk([{"type": "reasoning", "summary": [{"type": "summary_text", "text": "so it is"}]}]),
    ],
)
def test_reasoning_is_found_wherever_a_provider_puts_it(message: AIMessage) -> None:
    assert thoughts_of(message) == "so it is"


def test_reasoning_goes_to_the_account_and_not_into_the_reply() -> None:
    from langchain_core.language_models import FakeMessagesListChatModel

    heard = Heard()
    said = AIMessage("act: 1", additional_kwargs={"reasoning_content": "hm"})
    live, account = played(FakeMessagesListChatModel(responses=[said]), heard, **SHORT)
    assert {d.raw for d in decisions(live, "act") if d.calls} == {"act: 1"}
    assert {one["thoughts"] for one in account.settled} == {"hm"}
    assert set(heard.replies("reasoning")) == {"hm"}
    assert thoughts_of(object()) == ""
