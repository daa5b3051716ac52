"""Scripted members by name, and their replies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from normquest.society.members import commons, fairness, naming
from normquest.society.members.base import Mind, at_random
from normquest.society.members.names import Spec, reads, spec_of
from normquest.society.records import Reply
from normquest.society.state import Request
from normquest.streams import chance, pick, stream

MINDS: Mapping[str, Mapping[str, Mind]] = {
    "commons": commons.MINDS,
    "naming": naming.MINDS,
    "fairness": fairness.MINDS,
}
"""The motives of each game, by its kind and their names."""

FOR_US = ("confederate",)
"""Minds that only an intervention seats."""


def minds_of(game: str) -> tuple[str, ...]:
    """The names that may be asked for in a game."""
    return tuple(name for name in MINDS[game] if name not in FOR_US)


def unknown_minds(game: str, members: Iterable[str]) -> list[str]:
    """Of these members, those whose name says no mind of the game; chat models and people are not asked."""
    bad = []
    for member in dict.fromkeys(members):
        if reads(member):
            continue
        try:
            spec = spec_of(member)
        except ValueError:
            bad.append(member)
            continue
        bad += [name for name in spec.minds if name not in minds_of(game)]
    return bad


def reply(request: Request, seed: int) -> Reply:
    """The reply of whoever sits there, by its mind's name; the same for the same request and seed."""
    view = request.view
    minds = MINDS[view.rules.game.kind]
    spec = spec_of(view.me.mind)
    rng = stream(seed, "member", view.me.id, view.round, request.kind)
    mind = minds[spec.minds[0] if len(spec.minds) == 1 else _drawn(spec, request, seed)]
    if spec.lapse and request.kind in _MOVES and chance(rng, spec.lapse):
        return Reply(request.seq, "", at_random(request.form, rng))
    return Reply(request.seq, "", mind.answer(request, rng))


_MOVES = ("contribution", "word", "answer", "offer", "response")


def _drawn(spec: Spec, request: Request, seed: int) -> str:
    """Which of its minds a mixed member has in this round."""
    return pick(stream(seed, "mixture", request.member, request.round), spec.minds)
