"""Names of models: a provider, a colon or a slash, and what the provider calls the model."""

from __future__ import annotations

import re

from normquest.newcomers.models.errors import ModelTrouble
from normquest.text import sanitise

_PARTS = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,39})[:/](\S(?:.*\S)?)")
_LONGEST = 200


def split_name(text: str) -> tuple[str, str]:
    """The provider in small letters, and the model's own name; "openai:x" and "openai/x" are the same.

    Only the first colon or slash parts them, so the name may hold more: "ollama:llama3.1:8b". Raises
    ModelTrouble for anything else.
    """
    found = _PARTS.fullmatch(text.strip())
    if found is None or len(text) > _LONGEST or sanitise(text, newlines=False) != text:
        raise ModelTrouble(
            f"--model {text[:60]}",
            "this names no model",
            "PROVIDER:NAME, such as openai:gpt-4.1-mini, ollama:llama3.1:8b or fake:first",
            "Put the provider in front",
        )
    return found[1].lower(), found[2]


def is_model(text: str) -> bool:
    """Whether this could be a model's name; a scripted mind's has neither a colon nor a slash."""
    return ":" in text or "/" in text
