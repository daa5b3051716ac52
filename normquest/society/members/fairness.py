"""Motives in a game of sharing: what one offers, and below what one takes nothing."""

from __future__ import annotations

from collections.abc import Mapping

from normquest.society.games.fairness import REJECT, FairnessGame
from normquest.society.members.base import Mind
from normquest.society.members.evidence import approved, levels
from normquest.society.members.motives import SHARED
from normquest.society.view import View
from normquest.streams import Stream


class Selfish(Mind):
    """Offers as little as can be accepted by one who gains by it, takes anything, says nothing."""

    name = "selfish"

    def wants(self, view: View) -> float:
        return 1.0 if _game(view).variant == "ultimatum" else 0.0

    def limit(self, view: View, rng: Stream) -> float:
        return 0.0

    def holds(self, view: View, rng: Stream) -> float | None:
        return None


class Strategic(Mind):
    """Offers just more than the most it saw rejected; as a dictator, what keeps it well rated."""

    name = "strategic"

    def wants(self, view: View) -> float:
        rules = view.rules
        if _game(view).variant == "dictator":
            at_stake = rules.selection and rules.ratings_count and view.round != rules.rounds
            return (approved(view) or 0.0) if at_stake else 0.0
        rejected = [
            level
            for past in view.past
            if past.table is not None and past.table.value("response") == REJECT
            for level in levels(view, past).values()
        ]
        return max(rejected, default=0.0) + 1.0

    def limit(self, view: View, rng: Stream) -> float:
        return 1.0

    def holds(self, view: View, rng: Stream) -> float | None:
        return approved(view)


def _game(view: View) -> FairnessGame:
    game = view.rules.game
    assert isinstance(game, FairnessGame)
    return game


MINDS: Mapping[str, Mind] = {**SHARED, **{mind.name: mind() for mind in (Strategic, Selfish)}}
"""The motives of a game of sharing by name."""
