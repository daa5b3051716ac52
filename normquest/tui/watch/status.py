"""The bottom line: what the calls have used, how long they take, where it stands and how fast it goes."""

from __future__ import annotations

from normquest.session.gate import Setting
from normquest.session.watching.source import Used


def used_text(used: Used) -> str:
    """Tokens, cost, latency and retries; what is not known is called unknown."""
    if not used.calls:
        return "no model calls"
    at_least = "" if used.exact else "at least "
    tokens = f"{at_least}{_short(used.tokens_in)} in {_short(used.tokens_out)} out"
    if not used.exact and not used.tokens_in:
        tokens = "tokens unknown"
    at_most = "at most " if used.pending and used.cost else ""  # a call under way counts as what it may use
    cost = "cost unknown" if used.cost is None else f"cost {at_most}{used.cost:.4f}"
    took = "" if used.last_ms is None else f"{used.last_ms / 1000:.1f} s"
    again = f"{used.again} {'retry' if used.again == 1 else 'retries'}"
    return " · ".join(part for part in (tokens, cost, took, again) if part)


def _short(number: int) -> str:
    return f"{number:,}" if number < 100_000 else f"{number / 1000:,.0f}k"


def live_text(turn: int, setting: Setting, pending: bool) -> str:
    """Turn and speed of an episode that is being played."""
    paused = "pausing" if pending else "paused"  # an answer that is under way still comes
    state = paused if setting.paused else "calling" if pending else ""
    return " · ".join(part for part in (f"turn {turn}", f"{setting.speed} speed", state) if part)


def replay_text(turn: int, rate: int, running: bool) -> str:
    """Turn and speed of one that is shown again."""
    return f"turn {turn} · {rate}× · {'playing' if running else 'paused'}"
