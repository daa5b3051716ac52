"""Models by name: who offers them, what is said where something is missing, scripts for trying things out."""

import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from newcomers.playing import chat, outcomes, statements
from normquest.newcomers.models import making
from normquest.newcomers.models.errors import ModelTrouble
from normquest.newcomers.models.fake import FakeChat
from normquest.newcomers.models.making import check_model, make_model
from normquest.newcomers.models.naming import split_name
from normquest.newcomers.models.providers import PROVIDERS
from normquest.newcomers.models.spec import RESERVED, ModelSpec, spec_from


@pytest.mark.parametrize(
    ("text", "provider", "name"),
    [
        ("openai:gpt-4.1", "openai", "gpt-4.1"),
        ("OpenAI/gpt-4.1", "openai", "gpt-4.1"),
        ("ollama:llama3.1:8b", "ollama", "llama3.1:8b"),
        ("openai:org/model:tag", "openai", "org/model:tag"),
        ("openai/org/model", "openai", "org/model"),
        ("fake:/tmp/a.json", "fake", "/tmp/a.json"),
    ],
)
def test_a_name_has_a_provider_in_front(text: str, provider: str, name: str) -> None:
    assert split_name(text) == (provider, name)


@pytest.mark.parametrize(
    "text", ["", "gpt-4", "openai:", ":x", "/x", "a b:c", "openai:x\x1b[31m", "o:" + "x" * 999]
)
def test_what_names_no_model(text: str) -> None:
    with pytest.raises(ModelTrouble, match="names no model"):
        split_name(text)


def test_colon_and_slash_are_the_same_episode() -> None:
    assert spec_from("openai/x").data() == spec_from("openai:x").data()


def test_an_unknown_provider_is_answered_with_the_nearest() -> None:
    with pytest.raises(ModelTrouble, match="Did you mean openai"):
        check_model(ModelSpec("opnai:x"))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_missing_package_gives_the_line_that_installs_it(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "find_spec", lambda _: None)
    with pytest.raises(ModelTrouble) as raised:
        check_model(ModelSpec(f"{provider}:x"))
    line = str(raised.value).partition("Install it with: ")[2]
    assert line.startswith(f"{sys.executable} -m pip install") and line.rstrip(".'").endswith(f"[{provider}]")


def test_a_missing_key_is_said_before_anything_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelTrouble, match="OPENAI_API_KEY is not set"):
        make_model(ModelSpec("openai:x"))
    assert make_model(ModelSpec("openai:x", base_url="http://localhost:1/v1"))._llm_type == "openai-chat"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_each_client_takes_the_settings_under_its_own_names(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = PROVIDERS[provider]
    pytest.importorskip(known.module)
    for name in known.keys:
        monkeypatch.setenv(name, "x")
    spec = spec_from(f"{provider}:m", temperature=0.5, top_p=0.9, seed=1, max_tokens=99, timeout=7.0)
    model = make_model(spec)
    fields = {
        name: value for name in type(model).model_fields if (value := getattr(model, name, None)) is not None
    }
    assert (fields["temperature"], fields["top_p"]) == (0.5, 0.9)
    assert 99 in fields.values() and 7.0 in (*fields.values(), fields.get("client_kwargs", {}).get("timeout"))
    assert fields.get("max_retries", 0) in (0, 1)


def test_settings_that_a_client_refuses_are_explained() -> None:
    with pytest.raises(ModelTrouble, match="refuses these settings"):
        make_model(ModelSpec("openai:x", base_url="http://localhost:1/v1", args={"logprobs": "many"}))


def test_the_client_does_not_try_again_by_itself() -> None:
    model: Any = make_model(ModelSpec("openai:x", base_url="http://localhost:1/v1"))
    assert model.max_retries == 0


@pytest.mark.parametrize(
    ("args", "read"),
    [
        (["a=1"], {"a": 1}),
        (["a=0.5", "b=true", "c=low"], {"a": 0.5, "b": True, "c": "low"}),
        (['a={"b": [1]}'], {"a": {"b": [1]}}),
        (["a=x=y", "b="], {"a": "x=y", "b": ""}),
        (["a=NaN"], {"a": "NaN"}),
    ],
)
def test_arguments_are_json_or_text(args: list[str], read: dict[str, Any]) -> None:
    spec = spec_from("openai:x", args=args)
    assert spec.args == read
    json.dumps(spec.data(), allow_nan=False)


@pytest.mark.parametrize(
    "arg", ["", "a", "=1", "a b=1", "api_key=x", "openai_api_key=x", "default_headers={}"]
)
def test_wrong_arguments_and_secrets_are_refused(arg: str) -> None:
    with pytest.raises(ModelTrouble):
        spec_from("openai:x", args=[arg])


@pytest.mark.parametrize("name", RESERVED)
def test_what_has_an_option_of_its_own_is_no_argument(name: str) -> None:
    with pytest.raises(ModelTrouble, match="option of its own"):
        spec_from("openai:x", args=[f"{name}=1"])


@pytest.mark.parametrize(
    "settings",
    [
        {"temperature": -1.0},
        {"temperature": float("nan")},
        {"top_p": 1.5},
        {"max_tokens": 0},
        {"timeout": 0.0},
        {"base_url": "localhost:8000"},
        {"base_url": "http://"},
    ],
)
def test_settings_out_of_bounds(settings: dict[str, Any]) -> None:
    with pytest.raises(ModelTrouble):
        spec_from("openai:x", **settings)


def make(name: str, **settings: Any) -> FakeChat:
    """What an entry point of the tests points to."""
    assert name == "m" and settings == {"temperature": 0.0, "max_tokens": 2048, "timeout": 120.0, "a": 1}
    return make_model(ModelSpec("fake:wait"))  # type: ignore[return-value]


def no_model(name: str, **settings: Any) -> str:
    """An entry point that gives something else."""
    return name


def test_a_package_can_offer_models(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("Lab", "newcomers.test_models:make", "normquest.models"),
        EntryPoint("odd", "newcomers.test_models:no_model", "normquest.models"),
        EntryPoint("gone", "newcomers.nowhere:make", "normquest.models"),
    ]
    monkeypatch.setattr("normquest.newcomers.models.offered.entry_points", lambda group: points)
    model = make_model(spec_from("lab:m", temperature=0.0, args=["a=1"]))
    assert model._llm_type == "normquest-fake"
    with pytest.raises(ModelTrouble, match="a LangChain chat model"):
        make_model(spec_from("odd:m"))
    with pytest.raises(ModelTrouble, match="ModuleNotFoundError"):
        make_model(spec_from("gone:m"))
    with pytest.raises(ModelTrouble, match="gone, google, lab, odd, ollama"):
        check_model(spec_from("other:m"))


def test_a_script_in_a_file(tmp_path: Path) -> None:
    lines, listed, by_kind = tmp_path / "a.txt", tmp_path / "a.json", tmp_path / "b.json"
    lines.write_text("answer: yes\nrule: none\\nsure: 10\n")
    listed.write_text(json.dumps(["act: 1"]))
    by_kind.write_text(json.dumps({"statement": ["rule: none", "rule: nothing"], "act": ["act: wait"]}))
    assert chat(make_model(ModelSpec(f"fake:{lines}")), upto="watch").status == "running"
    assert set(outcomes(chat(make_model(ModelSpec(f"fake:{listed}"))), "act")) == {"ok"}
    live = chat(make_model(ModelSpec(f"fake:{by_kind}")))
    assert set(outcomes(live, "act")) == {"ok"} and set(outcomes(live, "forecast")) == {"parse_error"}
    assert [said.unstatable for said in statements(live)] == [""] * 3


@pytest.mark.parametrize("content", ["", "{", "3", '{"dance": ["x"]}', '{"act": []}', '{"act": [1]}', "[]"])
def test_wrong_scripts_are_explained(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(content)
    with pytest.raises(ModelTrouble, match="Correct the file"):
        check_model(ModelSpec(f"fake:{path}"))


def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelTrouble, match="Did you mean fake:first"):
        check_model(ModelSpec("fake:frist"))
    with pytest.raises(ModelTrouble):
        check_model(ModelSpec(f"fake:{tmp_path}"))
    with pytest.raises(ModelTrouble, match="delay=SECONDS"):
        make_model(ModelSpec("fake:first", args={"dely": 1}))


@pytest.mark.parametrize("name", ["first", "wait", "silent", "prose", "refusal"])
def test_built_in_scripts(name: str) -> None:
    outcome = {"silent": "parse_error", "prose": "parse_error", "refusal": "refusal"}.get(name, "ok")
    live = chat(make_model(ModelSpec(f"fake:{name}")))
    assert live.status == "done" and set(outcomes(live, "act")) == {outcome}
