"""Motives that are the same in every game: the same act can rest on one's own belief, on others' approval, on
imitation, or on nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

from normquest.society.forms import SURE, Form
from normquest.society.members.base import Mind, Said, at_random
from normquest.society.members.evidence import approved, levels, own_belief, scale_of, typical
from normquest.society.state import Request
from normquest.society.view import View
from normquest.streams import Stream, below


class Internalised(Mind):
    """Acts on its own belief, whatever others do or think."""

    name = "internalised"

    def wants(self, view: View) -> float:
        return own_belief(view)

    def holds(self, view: View, rng: Stream) -> float | None:
        return own_belief(view)


class NeOnly(Mind):
    """Acts on what it thinks that others approve, whatever they do."""

    name = "ne-only"

    def wants(self, view: View) -> float:
        return approved(view) or 0.0

    def holds(self, view: View, rng: Stream) -> float | None:
        return approved(view)


class Conditional(Mind):
    """Needs both: others who do it and others who approve. It goes as far as the lesser of the two."""

    name = "conditional"

    def wants(self, view: View) -> float:
        held = approved(view)
        return 0.0 if held is None else min(held, typical(view))

    def holds(self, view: View, rng: Stream) -> float | None:
        return approved(view)


class Imitator(Mind):
    """Does what it saw its mates do in the last round."""

    name = "imitator"

    def wants(self, view: View) -> float:
        return typical(view)

    def holds(self, view: View, rng: Stream) -> float | None:
        return typical(view)

    def reference(self, view: View, rng: Stream) -> float | None:
        now = levels(view)
        return fsum(now.values()) / len(now) if now else None


class AtRandom(Mind):
    """Draws what it does, rates, reports and answers."""

    name = "random"

    def moves(self, request: Request, rng: Stream) -> Any:
        return at_random(request.form, rng)

    def rates(self, view: View, form: Form, rng: Stream) -> tuple[float, ...]:
        return tuple(round(2 * rng.random() - 1, 3) for _ in form.about)

    def reports(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        top = int(form.most)
        return {"ee": below(rng, top + 1), "ne": below(rng, top + 1)}

    def believes(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        return {
            "belief": below(rng, int(form.most) + 1),
            "sanction": below(rng, int(SURE) + 1),
        }

    def notices(self, view: View, form: Form, rng: Stream) -> str:
        return str(at_random(form, rng))


class Random(AtRandom):
    """Draws everything, what it says one ought to do as well."""

    def holds(self, view: View, rng: Stream) -> float | None:
        return float(below(rng, int(scale_of(view)) + 1))


class Adversary(Said):
    """Does what little its tendency says, and speaks for its anchor."""

    name = "adversary"

    def wants(self, view: View) -> float:
        return own_belief(view)

    def limit(self, view: View, rng: Stream) -> float:
        return 0.0


class Confederate(Said):
    """Acts and speaks as an intervention says."""

    name = "confederate"

    def wants(self, view: View) -> float:
        return float(view.me.act or 0)

    def limit(self, view: View, rng: Stream) -> float:
        return 0.0


SHARED: Mapping[str, Mind] = {
    mind.name: mind()
    for mind in (Internalised, NeOnly, Conditional, Imitator, Random, Adversary, Confederate)
}
"""These motives by name."""
