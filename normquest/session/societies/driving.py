"""Taking a society of scripted members to its end."""

from __future__ import annotations

from normquest.session.societies.live import LiveSociety
from normquest.society.members.scripted import reply


def drive_now(live: LiveSociety) -> None:
    """Play on until the end. Every phase is in the log before the next is asked for."""
    if live.status == "running" and live.state is None:
        live.begin()
    seed = live.key.seed
    while live.requests:
        live.take([reply(request, seed) for request in live.requests])
