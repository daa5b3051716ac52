"""A model as it was asked for: its name and the settings that decide what it answers."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from normquest.newcomers.models.errors import ModelTrouble
from normquest.newcomers.models.naming import split_name

REPLY_TOKENS = 2048
"""The longest reply, in tokens, unless another is asked for; hidden reasoning counts."""
TIMEOUT = 120.0
"""Seconds that one call may take, unless otherwise asked for."""

RESERVED = {
    "model": "--model",
    "model_name": "--model",
    "temperature": "--temperature",
    "top_p": "--top-p",
    "max_tokens": "--max-tokens",
    "max_completion_tokens": "--max-tokens",
    "max_output_tokens": "--max-tokens",
    "num_predict": "--max-tokens",
    "seed": "--model-seed",
    "base_url": "--base-url",
    "timeout": "--timeout",
    "request_timeout": "--timeout",
    "max_retries": "nothing: failed calls are tried again by NormQuest itself",
    "streaming": "nothing: replies are taken whole",
    "n": "--reps",
}
"""Settings that have an option of their own, and which."""

_SECRET = re.compile(
    r"(^|_)(api_?key|key|secret|password|passwd|token|auth|authorization|headers|credentials)$"
)


@dataclass(frozen=True)
class ModelSpec:
    """A model and its settings. None: whatever the provider does by itself.

    `name` is PROVIDER:NAME. `temperature` from 0 to 2, `top_p` from 0 to 1, `max_tokens` the longest reply,
    `seed` the provider's seed, `args` goes to the client as it is. `base_url` (where the model is) and
    `timeout` (seconds a call) decide nothing that is said, so they are no part of an episode's key.
    """

    name: str
    prompt: str = "plain"
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = REPLY_TOKENS
    seed: int | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    base_url: str | None = None
    timeout: float = TIMEOUT

    def data(self) -> dict[str, Any]:
        """What belongs into an episode's configuration: all that decides what the model says."""
        return {
            "name": self.name,
            "prompt": self.prompt,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
            "args": dict(self.args),
        }

    def settings(self) -> dict[str, Any]:
        """The settings that were made, under the names that entry points get."""
        named = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
            "base_url": self.base_url,
            "timeout": self.timeout,
        }
        return {name: value for name, value in named.items() if value is not None} | dict(self.args)


def spec_from(
    name: str,
    *,
    prompt: str = "plain",
    temperature: float | None = None,
    top_p: float | None = None,
    max_tokens: int = REPLY_TOKENS,
    seed: int | None = None,
    args: Iterable[str] = (),
    base_url: str | None = None,
    timeout: float = TIMEOUT,
) -> ModelSpec:
    """The model that was asked for in words; `args` holds `key=value`. Raises ModelTrouble."""
    provider, own = split_name(name)
    for value, low, high, option in (
        (temperature, 0, 2, "--temperature"),
        (top_p, 0, 1, "--top-p"),
        (timeout, 0.01, 86_400, "--timeout"),
        (max_tokens, 1, 1_000_000, "--max-tokens"),
    ):
        if value is not None and not (math.isfinite(value) and low <= value <= high):
            raise ModelTrouble(option, f"{value} is out of bounds", f"{low} to {high}", "Give another")
    if base_url is not None and not re.fullmatch(r"https?://[^\s/]\S*", base_url):
        raise ModelTrouble(
            f"--base-url {base_url[:60]}",
            "this is no address",
            "one such as http://localhost:8000/v1",
            "Correct the address",
        )
    parsed = dict(map(_argument, args))
    return ModelSpec(
        f"{provider}:{own}", prompt, temperature, top_p, max_tokens, seed, parsed, base_url, timeout
    )


def _argument(text: str) -> tuple[str, Any]:
    """One `key=value`; the value is read as JSON where it is JSON, else as the text it is."""
    key, equals, value = text.partition("=")
    key = key.strip()
    if not equals or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,59}", key):
        raise ModelTrouble(
            f"--model-arg {key[:40]}", "it is no key=value", "such as reasoning_effort=low", "Correct it"
        )
    if _SECRET.search(key.lower()):
        raise ModelTrouble(
            f"--model-arg {key[:40]}",
            "secrets would be stored with the run",
            "the provider's environment variable, such as OPENAI_API_KEY",
            "Set the variable instead",
        )
    if key in RESERVED:
        raise ModelTrouble(
            f"--model-arg {key}", "it has an option of its own", RESERVED[key], "Use that instead"
        )
    try:
        read = json.loads(value, parse_constant=lambda _: value)
    except (ValueError, RecursionError):
        read = value
    return key, read
