"""Motives in a commons, where what is put in is lost to oneself in part."""

from __future__ import annotations

from collections.abc import Mapping

from normquest.society.games.commons import CommonsGame
from normquest.society.members.base import Mind
from normquest.society.members.evidence import approved, scale_of
from normquest.society.members.motives import SHARED
from normquest.society.view import View
from normquest.streams import Stream

_PATIENCE = 10
"""Rounds that a strategic member expects to come where their number is not told."""


class Strategic(Mind):
    """Does what keeps it from being rated down and excluded, where that can happen and is worth its price."""

    name = "strategic"

    def wants(self, view: View) -> float:
        game, rules = view.rules.game, view.rules
        assert isinstance(game, CommonsGame)
        back = game.multiplier / len(view.group)
        if back >= 1:
            return game.endowment
        left = (rules.rounds or view.round + _PATIENCE) - view.round
        if not (rules.selection and rules.ratings_count) or left <= 0:
            return 0.0
        demanded = approved(view) or 0.0
        return demanded if demanded * (1 - back) < self._worth(view) else 0.0

    def _worth(self, view: View) -> float:
        """What a round has been worth to it: what exclusion would take."""
        for past in reversed(view.past):
            for member, value in past.payoffs:
                if member == view.me.id:
                    return value
        return scale_of(view)

    def holds(self, view: View, rng: Stream) -> float | None:
        return approved(view)


class Selfish(Mind):
    """Puts in nothing, unless that pays, says nothing, and rates everybody alike: ratings earn it nothing."""

    name = "selfish"

    def wants(self, view: View) -> float:
        game = view.rules.game
        assert isinstance(game, CommonsGame)
        return game.endowment if game.multiplier / len(view.group) > 1 else 0.0

    def holds(self, view: View, rng: Stream) -> float | None:
        return None


MINDS: Mapping[str, Mind] = {**SHARED, **{mind.name: mind() for mind in (Strategic, Selfish)}}
"""The motives of a commons by name."""
