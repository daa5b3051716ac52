"""`normquest run --model`: what it prints, what it refuses, and how it ends."""

import json
import sys
from pathlib import Path

import pytest
from cli.conftest import Nq, home, nq

from newcomers.brains import sensible
from newcomers.server import Answer, Server, error
from normquest.store import open_store

__all__ = ["home", "nq"]


def test_a_scripted_model_and_a_mind_in_one_run(nq: Nq, home: Path) -> None:
    args = ("run", "small", "--model", "fake:wait", "--newcomer", "oracle", "--seeds", "1-3")
    result = nq(*args)
    assert result.stdout.splitlines() == [
        "oracle, both: joint success 3 of 3",
        "fake:wait, both: joint success 0 of 3",
    ]
    assert "6 were there already" in nq(*args).stderr
    with open_store(home / "normquest.db", readonly=True) as store:
        models = {head.key.newcomer: head.config["model"] for head in store.episodes()}
        assert models["oracle"] == {} and models["fake:wait"]["prompt"] == "plain"
        assert store.totals().calls > 60
    assert "fake:wait" in nq("report").output


def test_the_real_client_from_the_command_line(nq: Nq) -> None:
    with Server(lambda asked: Answer(sensible(asked))) as server:
        run = ("run", "small", "--model", "openai/made-up", "--base-url", server.url, "--seeds", "1-2")
        more = ("--prompt", "minimal", "--temperature", "0.5", "--model-seed", "3", "--in-flight", "2")
        result = nq(*run, *more, "--json")
    lines = [json.loads(row) for row in result.stdout.splitlines()]
    assert sorted(one["seed"] for one in lines) == [1, 2] and {one["status"] for one in lines} == {"done"}
    assert server.calls[0].data["temperature"] == 0.5 and server.calls[0].data["seed"] == 3
    assert server.calls[0].messages[0][0] == "user", "minimal has no introduction"


def test_other_settings_are_other_episodes(nq: Nq) -> None:
    run = ("run", "small", "--model", "fake:first", "--seeds", "1")
    for more in ((), ("--prompt", "reasons"), ("--temperature", "1"), ("--model-arg", "delay=0.001")):
        assert "1 episodes played" in nq(*run, *more).stderr


def test_a_cap_stops_it_with_a_sentence_and_more_means_go_on(nq: Nq) -> None:
    run = ("run", "small", "--model", "fake:first", "--seeds", "1-3", "--in-flight", "2")
    result = nq(*run, "--cap-calls", "40", code=1)
    assert "fake:first is called no more: 40 calls are made, and the cap is 40." in result.stderr
    assert "left for the same command with more means" in result.stderr
    assert "left" not in nq(*run, "--cap-calls", "4000").stderr


def test_failures_are_told_one_by_one(nq: Nq) -> None:
    with Server(lambda _: error(401, "invalid_api_key", "Incorrect API key provided: sk-abcdef12")) as server:
        run = ("run", "small", "--model", "openai:made-up", "--base-url", server.url, "--seeds", "1-3")
        result = nq(*run, "--in-flight", "1", code=1)
    assert "Failed: small, seed 1, both, openai:made-up:" in result.stderr and "sk-abc" not in result.output
    assert "openai:made-up is called no more" in result.stderr and len(server.calls) == 1


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ((), "--newcomer NAME or --model PROVIDER:NAME"),
        (("--model", "gpt-4"), "PROVIDER:NAME"),
        (("--model", "opnai:x"), "Did you mean openai"),
        (("--newcomer", "openai:x"), "Send a model with --model openai:x"),
        (("--model", "fake:frist"), "Did you mean fake:first"),
        (("--model", "fake:first", "--prompt", "plane"), "Did you mean plain"),
        (("--model", "fake:first", "--temperature", "9"), "0 to 2"),
        (("--model", "fake:first", "--model-arg", "api_key=sk-1"), "environment variable"),
        (("--model", "fake:first", "--model-arg", "seed=1"), "--model-seed"),
        (("--model", "fake:first", "--price", "cheap"), "two numbers"),
        (("--model", "openai:x", "--base-url", "nowhere"), "http://localhost"),
        (("--model", "openai:x", "--base-url", "http://x", "--cap-money", "1"), "--price 0.40,1.60"),
    ],
)
def test_what_is_put_wrongly_is_answered_with_what_would_do(
    nq: Nq, args: tuple[str, ...], expected: str
) -> None:
    assert expected in nq("run", "small", *args, code=2).stderr


def test_a_missing_package_gives_the_line_that_installs_it(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("normquest.newcomers.models.making.find_spec", lambda _: None)
    said = nq("run", "small", "--model", "anthropic:x", code=2).stderr
    assert f"{sys.executable} -m pip install" in said and "[anthropic]" in said
