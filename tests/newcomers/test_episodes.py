"""Whole episodes of the real client: what it is sent is what anyone reads, and nothing else."""

import pytest

from newcomers.brains import Chat, sensible
from newcomers.playing import chat, client, decisions, live_for, outcomes, requests, served, waited
from newcomers.server import Answer, Server
from normquest.episode.records import Request
from normquest.newcomers import chat_newcomer
from normquest.newcomers.chat.messages import NO_ANSWER
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.models.making import make_model
from normquest.newcomers.models.spec import ModelSpec
from normquest.session.driving import drive


def sense(asked: Chat) -> Answer:
    return Answer(sensible(asked))


def test_a_real_client_plays_an_episode_to_its_end() -> None:
    live, server = served(sense)
    assert live.status == "done" and set(outcomes(live)) == {"ok"}
    put = [r for r in requests(live) if r.kind != "continue"]
    assert len(server.calls) == len(put) == sum(d.calls for d in decisions(live))
    assert {d.calls for d in decisions(live, "continue")} == {0}


@pytest.mark.parametrize("prompt", sorted(TEMPLATES))
def test_every_observation_reaches_the_model_word_for_word_and_in_order(prompt: str) -> None:
    live, server = served(sense, prompt=prompt, switches={"attribution": True, "recognition": True})
    whole = "\n\n".join(said for role, said in server.calls[-1].messages if role == "user")
    at = 0
    for request in requests(live):
        at = whole.index(request.observation.text, at) + len(request.observation.text)
    put = [r for r in requests(live) if r.kind != "continue"]
    for request, call in zip(put, server.calls, strict=True):
        assert request.observation.text in call.last and request.question in call.last
        assert call.kind == request.kind
        if request.kind == "act":
            assert call.choices == {c.text: c.number for c in request.observation.choices}


def test_replies_stand_between_the_messages() -> None:
    live, server = served(sense)
    said = [text for role, text in server.calls[-1].messages if role == "assistant"]
    assert said == [d.raw for d in decisions(live) if d.calls][:-1] and NO_ANSWER not in said
    roles = [role for role, _ in server.calls[-1].messages]
    assert roles[0] == "system" and roles[1::2] == ["user"] * len(roles[1::2])


def test_what_is_hidden_is_not_sent() -> None:
    live, server = served(sense)
    sent = "\n".join(said for call in server.calls for _, said in call.messages)
    for word in ("violated", "custom -1", "facts", "seen_by", "Truth"):
        assert word not in sent
    assert live.case.norm is not None


def test_a_model_goes_on_from_the_log_as_if_nothing_had_been() -> None:
    """Every call of an episode that was stopped and taken up again says what it would have said."""
    _, undisturbed = served(sense)
    with Server(sense) as server:
        live = chat(client(server.url), upto="elsewhere")
        other = live_for()
        other.again(None)
        for decision in decisions(live):
            other.again(decision)
        newcomer = chat_newcomer(client(server.url), other.case)
        waited(drive(other, newcomer))
    assert [call.messages for call in server.calls] == [call.messages for call in undisturbed.calls]


def test_where_there_is_only_one_act_no_model_is_called() -> None:
    from dataclasses import replace

    live = live_for()
    newcomer = chat_newcomer(make_model(ModelSpec("fake:first")), live.case)
    live.begin()
    request = live.request
    assert request is not None
    other = live_for()
    act = next(r for r in requests(chat(make_model(ModelSpec("fake:first")))) if r.kind == "act")
    only: Request = replace(act, observation=replace(act.observation, choices=act.observation.choices[2:3]))
    decision = waited(newcomer.decide(only, other.seen))
    assert (decision.value, decision.calls, decision.outcome) == (3, 0, "ok")


def test_settings_reach_the_server() -> None:
    spec = ModelSpec("openai:made-up", temperature=0.5, top_p=0.9, max_tokens=77, seed=5, args={"user": "u"})
    with Server(sense) as server:
        from dataclasses import replace

        chat(make_model(replace(spec, base_url=server.url)), upto="act")
    data = server.calls[0].data
    assert (data["model"], data["temperature"], data["top_p"], data["seed"]) == ("made-up", 0.5, 0.9, 5)
    assert data["max_completion_tokens"] == 77 and data["user"] == "u" and not data.get("stream")


def test_langsmith_is_told_nothing_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small sibling of the long test with a listener at LangSmith's address."""
    from langsmith import utils

    from normquest.newcomers.models.fake import FakeChat
    from normquest.newcomers.models.scripts import Script

    traced: list[bool | str] = []

    class Listening(FakeChat):
        def _generate(self, *args: object, **more: object) -> object:  # type: ignore[override]
            traced.append(utils.tracing_is_enabled())
            return super()._generate(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(utils, "get_env_var", lambda name, default=None, **_: "true")
    assert utils.tracing_is_enabled() is True
    chat(Listening(script=Script(for_all=("act: 1",))), upto="act")
    assert traced and not any(traced)
