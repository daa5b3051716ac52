"""All that a provider can do wrong, done to the real client: what becomes of it, and of the episode."""

import json
import time
from collections.abc import Callable

import pytest

from newcomers.brains import Chat, sensible
from newcomers.playing import client, decisions, first, outcomes, requests, served
from newcomers.server import Answer, Server, error
from normquest.newcomers.chat.calling import Caller, Failed, Patience
from normquest.newcomers.chat.faults import fault_of


def sense(asked: Chat) -> Answer:
    return Answer(sensible(asked))


PASSING = {
    "429": error(429, "rate_limit_exceeded"),
    "429 with a pause": error(429, "rate_limit_exceeded", retry_after="0.05"),
    "500": error(500),
    "503 with a pause": error(503, retry_after="0.05"),
    "409": error(409),
    "no choices": Answer(body=b'{"id":"x","object":"chat.completion","created":0,"model":"m","choices":[]}'),
    "null for choices": Answer(body=b'{"id":"x","object":"c","created":0,"model":"m","choices":null}'),
    "no JSON": Answer(body=b"<html>Bad Gateway</html>"),
    "half an answer": Answer(body=b'{"id":"x","choi'),
    "an empty body": Answer(body=b""),
    "a list": Answer(body=b"[]"),
    "an error with 200": Answer(body=b'{"error":{"message":"overloaded","code":503}}'),
    "a closed line": Answer(hang_up=True),
}


@pytest.mark.parametrize("fault", PASSING)
def test_what_passes_is_tried_again_and_leaves_no_trace(fault: str) -> None:
    live, server = served(first(2, PASSING[fault], sense), upto="act")
    assert set(outcomes(live)) == {"ok"}
    called = [d.calls for d in decisions(live) if d.calls]
    assert called[0] == 3 and set(called[1:]) == {1} and len(server.calls) == sum(called)


@pytest.mark.parametrize("fault", [name for name in PASSING if not name.startswith("429")])
def test_what_does_not_pass_ends_the_episode_as_an_infrastructure_error(fault: str) -> None:
    live, server = served(lambda _: PASSING[fault])
    assert live.status == "infra_error" and len(server.calls) == 3
    assert not any(d.calls for d in decisions(live)), "an answer that was none must not be in the log"


def test_a_hang_and_a_trickle_are_cut_off() -> None:
    for slow in (Answer("answer: no", delay=30), Answer("answer: no", trickle=0.05)):
        began = time.monotonic()
        live, server = served(lambda _, slow=slow: slow, timeout=0.2)  # type: ignore[misc]
        assert live.status == "infra_error" and len(server.calls) == 3
        assert time.monotonic() - began < 3


HOPELESS = {
    "an exhausted quota": error(429, "insufficient_quota", "You exceeded your current quota"),
    "no money": error(402),
    "a wrong key": error(401, "invalid_api_key", "Incorrect API key provided: sk-abcdef123456"),
    "no permission": error(403),
    "no such model": error(404, "model_not_found"),
    "a request that is disliked": error(400, "unsupported_value", "temperature"),
}


@pytest.mark.parametrize("fault", HOPELESS)
def test_what_is_hopeless_is_not_tried_again(fault: str) -> None:
    live, server = served(lambda _: HOPELESS[fault])
    assert live.status == "infra_error" and len(server.calls) == 1


def test_keys_do_not_get_into_errors() -> None:
    with (
        Server(lambda _: HOPELESS["a wrong key"]) as server,
        pytest.raises(Exception, match="sk-abcdef") as raised,
    ):
        from newcomers.playing import waited

        waited(client(server.url).ainvoke("x"))
    assert "sk-" not in fault_of(raised.value).text  # type: ignore[arg-type]


SPOILT: dict[str, tuple[Callable[[Chat], Answer], str, int]] = {
    "an empty reply": (lambda _: Answer(""), "parse_error", 2),
    "null": (lambda _: Answer(None), "parse_error", 2),
    "prose": (lambda _: Answer("There are 3 vats and I would like 2 of them."), "parse_error", 2),
    "half a JSON": (lambda _: Answer('{"act": 1'), "parse_error", 2),
    "a number that is not there": (lambda _: Answer("act: 99"), "invalid_act", 2),
    "an act that is not there": (lambda _: Answer("act: fly to the moon"), "invalid_act", 2),
    "a refusal in words": (lambda _: Answer("I'm sorry, but I can't help with that."), "refusal", 1),
    "a refusal": (lambda _: Answer(None, message={"refusal": "I must decline."}), "refusal", 1),
    "a filter": (lambda _: Answer("", finish="content_filter"), "refusal", 1),
    "a filter of the question": (lambda _: error(400, "content_filter"), "refusal", 1),
    "a truncation": (lambda _: Answer("act: 1", finish="length"), "truncated", 1),
    "too long a conversation": (lambda _: error(400, "context_length_exceeded"), "truncated", 1),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_reply_that_cannot_be_used_is_a_failure_and_costs_a_turn(spoilt: str) -> None:
    answer, outcome, calls = SPOILT[spoilt]
    live, _ = served(lambda asked: answer(asked) if asked.kind == "act" else sense(asked), upto="elsewhere")
    acts = decisions(live, "act")
    assert {(d.outcome, d.value, d.calls) for d in acts} == {(outcome, None, calls)}
    assert len(acts) == live.case.task.turns, "every attempt takes a turn"


def test_an_unusable_reply_is_asked_for_once_more_and_kept() -> None:
    def brain(asked: Chat) -> Answer:
        if asked.kind != "act":
            return sense(asked)
        return Answer("act: 1" if "can't be used" in asked.last else "hm")

    live, server = served(brain, upto="elsewhere")
    assert {(d.outcome, d.value, d.calls) for d in decisions(live, "act")} == {("ok", 1, 2)}
    assert decisions(live, "act")[0].raw == "hm\n[asked again]\nact: 1"
    again = next(call for call in server.calls if "can't be used" in call.last)
    assert again.messages[-2] == ("assistant", "hm") and "no number of the list" in again.last


def test_an_unreadable_statement_is_asked_again_by_the_episode_and_then_unstatable() -> None:
    live, _ = served(lambda asked: Answer("Well.") if asked.kind == "statement" else sense(asked))
    assert outcomes(live, "statement") == ["parse_error"] * 6
    assert [r.attempt for r in requests(live, "statement")] == [0, 1] * 3


def test_a_usage_that_is_missing_is_unknown() -> None:
    for usage in (None, {}, {"total_tokens": 4}):
        with Server(lambda _, usage=usage: Answer("x", usage=usage)) as server:  # type: ignore[misc]
            reply = replied(server)
        assert (reply.tokens_in, reply.tokens_out) == (None, None)
    with Server(lambda _: Answer("x")) as server:
        reply = replied(server)
    assert (reply.tokens_in, reply.tokens_out) == (100, 10)


def replied(server: Server, patience: Patience | None = None):  # type: ignore[no-untyped-def]
    from newcomers.playing import QUICK, waited
    from normquest.newcomers.chat.account import NoAccount

    async def call():  # type: ignore[no-untyped-def]
        caller = Caller(client(server.url), timeout=5, reply_tokens=10, patience=patience or QUICK)
        return await caller.reply([("human", "x")], NoAccount(), 0)

    return waited(call())


def test_a_pause_that_is_asked_for_is_kept() -> None:
    with Server(first(1, error(429, retry_after="0.6"), lambda _: Answer("x"))) as server:
        began = time.monotonic()
        replied(server)
        assert 0.6 <= time.monotonic() - began < 2


def test_nobody_waits_for_hours() -> None:
    with Server(lambda _: error(429, retry_after="36000")) as server, pytest.raises(Failed):
        replied(server)
    assert len(server.calls) == 1


def test_what_is_read_from_hostile_errors_is_bounded() -> None:
    body = json.dumps({"error": {"message": "\x1b[31m" + "x" * 100_000, "code": "y" * 9999}}).encode()
    with Server(lambda _: Answer(status=400, body=body)) as server, pytest.raises(Failed) as raised:
        replied(server)
    assert len(str(raised.value)) <= 300 and "\x1b" not in str(raised.value)


@pytest.mark.parametrize(
    ("headers", "said", "seconds"),
    [
        ({"retry-after": "3"}, "", 3.0),
        ({"retry-after": "0.5"}, "", 0.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, "", 0.25),
        ({"retry-after": "soon"}, "", None),
        ({"retry-after": "-3"}, "", None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, "", 0.0),
        ({}, "429 [retry_delay { seconds: 31 }]", 31.0),
        ({}, 'RESOURCE_EXHAUSTED {"retryDelay": "31s"}', 31.0),
        ({}, "Please retry in 2.5s.", 2.5),
        ({}, "no more of this", None),
    ],
)
def test_how_long_to_wait_is_read_from_headers_dates_and_words(
    headers: dict[str, str], said: str, seconds: float | None
) -> None:
    class Complaint(Exception):
        status_code = 429
        response = type("Response", (), {"headers": headers})

    found = fault_of(Complaint(said))
    assert (found.kind, found.after) == ("rate", seconds)


@pytest.mark.parametrize(
    ("name", "status", "kind"),
    [
        ("ConnectError", None, "connection"),
        ("RemoteProtocolError", None, "connection"),
        ("ReadTimeout", None, "timeout"),
        ("ServerError", 529, "server"),
        ("ClientError", 404, "access"),
        ("KeyError", None, "reply"),
    ],
)
def test_errors_of_other_clients_are_told_apart_by_their_names(
    name: str, status: int | None, kind: str
) -> None:
    error_ = type(name, (Exception,), {"status_code": status} if status else {})
    assert fault_of(error_("x")).kind == kind
