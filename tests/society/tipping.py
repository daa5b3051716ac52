"""A committed minority in the naming game: what share of the others says the old word in the end."""

from __future__ import annotations

from normquest.society.records import Move
from normquest.society.schema import Society
from society.playing import only, society, started, to_the_end


def crowd(members: int, rounds: int) -> Society:
    """The naming game with so many members and rounds."""
    of = society("naming", members=members, rounds=rounds)
    return of.model_copy(update={"shocks": {}, "interventions": {}})


def old_word(members: int, share: float, rounds: int, seed: int) -> float:
    """Among those not committed, how many still say the old word in the last five rounds."""
    held = round(share * members)
    of = crowd(members, rounds)
    step = started(f"inventory*{members - held},committed*{held}", "none", seed, of=of)
    records, _ = to_the_end(step, seed)
    said = [
        move.value
        for move in only(Move, records)
        if move.kind == "word" and move.round > rounds - 5 and move.member < members - held
    ]
    return said.count("kea") / len(said)
