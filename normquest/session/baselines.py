"""Scripted minds on the very community that somebody has just played: in memory, kept by nobody."""

from __future__ import annotations

from dataclasses import replace

from normquest.measures.rows import EpisodeRow
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.session.summing import maker_of

BASELINES: dict[str, str] = {
    "oracle": "knows the rule",
    "observer": "reasons from what is shown",
    "imitator": "keeps all that it sees kept",
    "selfish": "minds nothing but its task",
}
"""Cheap minds whose conduct is known, and what they are."""


def played_beside(live: Live, name: str) -> EpisodeRow:
    """A mind's episode on the same case, under the same switches. Takes up to a few seconds.

    Nothing else may use the case meanwhile: it keeps what is worked out once.
    """
    from normquest.minds.scripted import MINDS  # late: numpy is on the clock

    key = replace(live.key, newcomer=name, participant="", rep=0)
    beside = Live(key, live.config, live.case)
    drive_now(beside, MINDS[name](live.case, key))
    return maker_of(live.case).row(key, live.config, beside.records, episode=f"beside {name}")
