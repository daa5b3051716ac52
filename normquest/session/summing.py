"""What is stored of an episode once it is over, so that a report need not draw its community again."""

from __future__ import annotations

import json
from typing import Any

from normquest.episode.case import Case
from normquest.episode.records import Status
from normquest.norms.english import render
from normquest.norms.rules import rule_data
from normquest.session.drawing import NO_NORM, family_of
from normquest.session.live import Ending, Live
from normquest.session.rows.data import row_data
from normquest.session.rows.making import RowMaker
from normquest.world.words import lexicon_of

DONE: Status = "done"
STOPPED: Status = "stopped"


def summed(live: Live, tokens: int | None = None) -> Ending:
    """The norm in full, and the episode's row for the measures; `tokens` that it took, if that is known."""
    maker, status = maker_of(live.case), STOPPED if live.request is not None else DONE
    number = str(live.number)
    row = maker.row(live.key, live.config, live.records, episode=number, status=status, tokens=tokens)
    ending: Ending = json.loads(json.dumps({"norm": norm_data(live.case), "row": row_data(row)}))
    return ending  # as it will be read back: with lists for tuples


def norm_data(case: Case) -> dict[str, Any]:
    """The norm: family, English sentence, rule."""
    if case.norm is None:
        return {"family": NO_NORM, "english": None, "rule": None}
    english = render(case.norm, lexicon_of(case.home.world))
    return {"family": family_of(case), "english": english, "rule": rule_data(case.norm)}


def maker_of(case: Case) -> RowMaker:
    """The row maker that all episodes of a case share."""
    key = "row maker"
    if key not in case.home.cache:
        case.home.cache[key] = RowMaker(case)
    maker: RowMaker = case.home.cache[key]
    return maker
