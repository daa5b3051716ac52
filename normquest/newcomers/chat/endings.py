"""How a reply ended, as its provider gives it, and whether it has come whole at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from normquest.newcomers.models.providers import PROVIDERS
from normquest.text import sanitise

Finish = Literal["ok", "truncated", "refusal"]

REASONS = ("finish_reason", "stop_reason", "done_reason")
"""Where providers say why a reply ended."""

LONGEST_REVISION = 120
"""Characters of a revision's name that are kept."""

_TRUNCATED = frozenset({"length", "max_tokens", "max_output_tokens", "model_context_window_exceeded"})
_REFUSED = frozenset(
    {"content_filter", "refusal", "safety", "prohibited_content", "blocklist", "spii", "recitation"}
)
_TELLERS = frozenset(provider.module for provider in PROVIDERS.values())
_IN_PIECES = PROVIDERS["ollama"].module
"""This client makes a whole reply of pieces itself, and takes a line that broke off for the end."""


REVISIONS = ("model_name", "model_version", "model", "system_fingerprint")
"""Where providers say which revision of a model answered; a name alone may mean another one next month."""


def told_last(messages: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """What the pieces of a reply say under these names, the last word of each."""
    found: dict[str, Any] = {}
    for message in messages:
        about = getattr(message, "response_metadata", None) or {}
        found |= {name: about[name] for name in names if about.get(name)}
    return found


def revision_of(message: Any) -> str:
    """The revision that answered, as its provider names it, and its fingerprint if any; "" if untold."""
    told = told_last([message], REVISIONS)
    mark = told.pop("system_fingerprint", "")
    name = next((told[one] for one in REVISIONS if one in told), "")
    return sanitise(" ".join(str(part) for part in (name, mark) if part), newlines=False)[:LONGEST_REVISION]


def reasons_in(messages: Sequence[Any]) -> dict[str, Any]:
    """What the pieces of a reply say of why it ended, the last word of each kind."""
    return told_last(messages, REASONS)


def finish_of(message: Any) -> Finish:
    """Whether the reply is one, was cut short by a limit, or was refused by the provider."""
    about = getattr(message, "response_metadata", None) or {}
    reason = str(next(iter(reasons_in([message]).values()), "")).rpartition(".")[2].lower()
    if (getattr(message, "additional_kwargs", None) or {}).get("refusal"):
        return "refusal"
    if reason in _REFUSED or _blocked(about):
        return "refusal"
    return "truncated" if reason in _TRUNCATED else "ok"


def _blocked(about: Mapping[str, Any]) -> bool:
    """Whether the question itself was turned down, as Google puts it: there is then no reply at all."""
    feedback = about.get("prompt_feedback")
    return bool(isinstance(feedback, Mapping) and feedback.get("block_reason"))


def check_whole(model: Any, message: Any, *, pieces: bool) -> None:
    """Raises ValueError for a reply that its provider never ended, or that is none.

    `pieces`: it was asked for as a stream. Clients of other makes, which need not pass the reason on, are
    believed.
    """
    module = type(model).__module__.partition(".")[0]
    if module not in _TELLERS or reasons_in([message]) or finish_of(message) != "ok":
        return
    if pieces or module == _IN_PIECES:
        raise ValueError("the stream ended before the reply did")
    if not str(message.text):
        raise ValueError("the answer holds no reply")
