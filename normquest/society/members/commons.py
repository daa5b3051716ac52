"""Motives in a commons: the same act can rest on one's own belief, on others' approval, on gain or on
imitation.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

from normquest.society.forms import Form
from normquest.society.games.commons import CommonsGame
from normquest.society.members.base import Mind, Said, at_random, whole
from normquest.society.members.evidence import approved, levels, own_belief, scale_of, typical
from normquest.society.state import Request
from normquest.society.view import View
from normquest.streams import Stream, below

_PATIENCE = 10
"""Rounds that a strategic member expects to come where their number is not told."""


class CommonsMind(Mind):
    """Puts in what it wants to, as a whole number."""

    def moves(self, request: Request, rng: Stream) -> Any:
        return whole(self.wants(request.view), scale_of(request.view))

    def wants(self, view: View) -> float:
        """How much it would put in."""
        raise NotImplementedError


class Internalised(CommonsMind):
    """Acts on its own belief, whatever others do or think."""

    name = "internalised"

    def wants(self, view: View) -> float:
        return own_belief(view)

    def holds(self, view: View, rng: Stream) -> float | None:
        return own_belief(view)


class NeOnly(CommonsMind):
    """Acts on what it thinks that others approve, whatever they do."""

    name = "ne-only"

    def wants(self, view: View) -> float:
        return approved(view) or 0.0

    def holds(self, view: View, rng: Stream) -> float | None:
        return approved(view)


class Conditional(CommonsMind):
    """Needs both: others who do it and others who approve. It goes as far as the lesser of the two."""

    name = "conditional"

    def wants(self, view: View) -> float:
        held = approved(view)
        return 0.0 if held is None else min(held, typical(view))

    def holds(self, view: View, rng: Stream) -> float | None:
        return approved(view)


class Strategic(CommonsMind):
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


class Imitator(CommonsMind):
    """Does what it saw its mates do in the last round."""

    name = "imitator"

    def wants(self, view: View) -> float:
        return typical(view)

    def holds(self, view: View, rng: Stream) -> float | None:
        return typical(view)

    def reference(self, view: View, rng: Stream) -> float | None:
        now = levels(view)
        return fsum(now.values()) / len(now) if now else None


class Selfish(CommonsMind):
    """Puts in nothing, unless that pays, says nothing, and rates everybody alike: ratings earn it nothing."""

    name = "selfish"

    def wants(self, view: View) -> float:
        game = view.rules.game
        assert isinstance(game, CommonsGame)
        return game.endowment if game.multiplier / len(view.group) > 1 else 0.0

    def holds(self, view: View, rng: Stream) -> float | None:
        return None


class Random(CommonsMind):
    """Draws everything."""

    name = "random"

    def moves(self, request: Request, rng: Stream) -> Any:
        return at_random(request.form, rng)

    def holds(self, view: View, rng: Stream) -> float | None:
        return float(below(rng, int(scale_of(view)) + 1))

    def rates(self, view: View, form: Form, rng: Stream) -> tuple[float, ...]:
        return tuple(round(2 * rng.random() - 1, 3) for _ in form.about)

    def reports(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        top = int(form.most)
        return {"ee": below(rng, top + 1), "ne": below(rng, top + 1)}

    def notices(self, view: View, form: Form, rng: Stream) -> str:
        return str(at_random(form, rng))


class Adversary(Said):
    """Puts in what little its tendency says, and speaks for its anchor."""

    name = "adversary"

    def moves(self, request: Request, rng: Stream) -> Any:
        return whole(own_belief(request.view), scale_of(request.view))


class Confederate(Said):
    """Acts and speaks as an intervention says."""

    name = "confederate"

    def moves(self, request: Request, rng: Stream) -> Any:
        return request.view.me.act


MINDS: Mapping[str, Mind] = {
    mind.name: mind()
    for mind in (
        Internalised, NeOnly, Conditional, Strategic, Imitator, Selfish, Random, Adversary, Confederate,
    )
}  # fmt: skip
"""The motives of a commons by name."""
