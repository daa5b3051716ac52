"""The providers that NormQuest knows: which package each takes, and how its client wants the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Settings = Mapping[str, Any]
Arguments = dict[str, Any]


@dataclass(frozen=True)
class Provider:
    """A provider: its client class, the extra of NormQuest that brings it, and the variables that hold a key.

    `keys` is empty where none is needed; any one of them will do. `arguments` turns settings into the
    client's, with its own retries off.
    """

    name: str
    module: str
    client: str
    extra: str
    keys: tuple[str, ...]
    arguments: Callable[[Settings], Arguments]


def _renamed(settings: Settings, **names: str) -> Arguments:
    return {names.get(name, name): value for name, value in settings.items()}


def _openai(settings: Settings) -> Arguments:
    return {**settings, "max_retries": 0}


def _anthropic(settings: Settings) -> Arguments:
    # This provider takes no seed.
    return {**{name: value for name, value in settings.items() if name != "seed"}, "max_retries": 0}


def _ollama(settings: Settings) -> Arguments:
    out = _renamed(settings, max_tokens="num_predict")
    out["client_kwargs"] = {"timeout": out.pop("timeout"), **out.get("client_kwargs", {})}
    return out


def _google(settings: Settings) -> Arguments:
    # This client counts attempts, not retries; 0 is taken for its own default of five.
    return {**_renamed(settings, max_tokens="max_output_tokens"), "max_retries": 1}


_OPENAI, _ANTHROPIC, _GOOGLE = (
    ("OPENAI_API_KEY",),
    ("ANTHROPIC_API_KEY",),
    ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
)

PROVIDERS: Mapping[str, Provider] = {
    one.name: one
    for one in (
        Provider("openai", "langchain_openai", "ChatOpenAI", "openai", _OPENAI, _openai),
        Provider("anthropic", "langchain_anthropic", "ChatAnthropic", "anthropic", _ANTHROPIC, _anthropic),
        Provider("ollama", "langchain_ollama", "ChatOllama", "ollama", (), _ollama),
        Provider("google", "langchain_google_genai", "ChatGoogleGenerativeAI", "google", _GOOGLE, _google),
    )
}
