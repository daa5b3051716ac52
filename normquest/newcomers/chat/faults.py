"""What can go wrong with a call, sorted by what it means for the next one, whoever the provider is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal

from normquest.text import sanitise

Kind = Literal[
    "rate",  # too many calls: wait, then again
    "quota",  # the account is used up: no call will do
    "timeout",
    "server",
    "connection",
    "reply",  # an answer that is none: no choices, no JSON
    "access",  # key, permission or name of the model: no call will do
    "request",  # the provider does not like what it was asked
    "overflow",  # more text than the model takes
    "refusal",
]

AGAIN: frozenset[Kind] = frozenset({"rate", "timeout", "server", "connection", "reply"})
"""Kinds after which the same call may go well."""
HOPELESS: frozenset[Kind] = frozenset({"quota", "access"})
"""Kinds after which no other call of the run will go well either."""

_QUOTA = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|credit balance|quota_?exceeded|PerDay", re.I
)
_FILTERED = re.compile(r"content_filter|content_policy|ResponsibleAIPolicy|content management policy", re.I)
_TOO_LONG = re.compile(
    r"context_length_exceeded|context window|prompt is too long|maximum context length|exceeds the context",
    re.I,
)
_DELAY = re.compile(r"retry[_ ]?(?:after|delay|in)\W{0,12}(?:seconds\W{0,4})?([0-9]{1,6}(?:\.[0-9]+)?)", re.I)
_KEY = re.compile(r"\b(?:sk|key|pk|AIza)[-_][\w*.-]{6,}")
_LONGEST = 300
_WAITS = (
    "timeout",
    "connecterror",
    "connectionerror",
    "networkerror",
    "protocolerror",
    "readerror",
    "closed",
)


@dataclass(frozen=True)
class Fault:
    """A call that came to nothing. `after`: seconds that the provider asks to wait; `status`: HTTP's."""

    kind: Kind
    text: str
    after: float | None = None
    status: int | None = None

    @property
    def unbilled(self) -> bool:
        """Whether the call surely used nothing: the provider turned it down."""
        return self.status is not None and 400 <= self.status < 500


def fault_of(error: Exception) -> Fault:
    """What a client raised, classified. Raises nothing; what is not known counts as a broken answer."""
    status = _status(error)
    said = _said(error)
    after = _after(error, said) if status in (429, 503, 529) or status is None else None
    return Fault(_kind(error, status, said), _shown(error, said), after, status)


def _kind(error: Exception, status: int | None, said: str) -> Kind:
    from langchain_core import exceptions as core  # loaded already: a client of it has failed

    if isinstance(error, core.ContextOverflowError) or (status in (400, 413, 422) and _TOO_LONG.search(said)):
        return "overflow"
    if isinstance(error, core.ModelRefusalError) or (status in (400, 422) and _FILTERED.search(said)):
        return "refusal"
    if status == 402 or (status in (403, 429) and _QUOTA.search(said)):
        return "quota"
    if status == 429 or isinstance(error, core.ModelRateLimitError):
        return "rate"
    if status in (401, 403, 404) or isinstance(
        error, core.ModelAuthenticationError | core.ModelPermissionDeniedError | core.ModelNotFoundError
    ):
        return "access"
    names = " ".join(kind.__name__.lower() for kind in type(error).__mro__)
    if isinstance(error, TimeoutError | core.ModelTimeoutError) or "timeout" in names or status == 408:
        return "timeout"
    if status is not None:
        return "server" if status >= 500 or status in (409, 425) else "request"
    if isinstance(error, core.ModelConnectionError | OSError) or any(word in names for word in _WAITS):
        return "connection"
    return "reply"


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen and len(seen) < 8:
        seen.add(id(one))
        yield one
        one = one.__cause__


def _status(error: Exception) -> int | None:
    for one in _chain(error):
        for name in ("status_code", "code", "status"):
            value = getattr(one, name, None)
            if isinstance(value, int) and 100 <= value < 600:
                return value
    return None


def _said(error: Exception) -> str:
    parts: list[str] = []
    for one in _chain(error):
        parts += [str(one), *(str(getattr(one, name, None) or "") for name in ("code", "type", "body"))]
    return " ".join(parts)[:4000]


def _after(error: Exception, said: str) -> float | None:
    """Seconds to wait, as a header, a date or a sentence gives them."""
    for one in _chain(error):
        headers: Any = getattr(getattr(one, "response", None), "headers", None)
        if headers is None:
            continue
        for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            found = _seconds(str(headers.get(name) or ""), scale)
            if found is not None:
                return found
    spoken = _DELAY.search(said)
    return float(spoken[1]) if spoken else None


def _seconds(text: str, scale: float) -> float | None:
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", text.strip()):
        return float(text) * scale
    try:
        when = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max((when - datetime.now(UTC)).total_seconds(), 0.0)


def _shown(error: Exception, said: str) -> str:
    """The error in a line that may be stored and shown: without keys."""
    text = " ".join(sanitise(str(error), newlines=False).split()) or "no more is known"
    return _KEY.sub("[key]", f"{type(error).__name__}: {text}")[:_LONGEST]
