"""What all scripted members share: how they talk, rate, report, notice and lapse. Motives fill in the
rest.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from normquest.society.changing_words import NO_CHANGE, noticed_text
from normquest.society.forms import SURE, Form
from normquest.society.members.evidence import (
    DOES_NOT_MATTER,
    approved,
    feared,
    last_played,
    levels,
    own_belief,
    rating,
    scale_of,
    stated,
    typical,
)
from normquest.society.state import Request
from normquest.society.view import View
from normquest.streams import Stream, below, pick


class Mind:
    """A motive. Stateless: everything it does follows from the view, and from `rng` where it draws."""

    name = ""

    def answer(self, request: Request, rng: Stream) -> Any:
        """The value of its reply."""
        view, form = request.view, request.form
        match request.kind:
            case "talk":
                return self.says(view, rng)
            case "ratings":
                return self.rates(view, form, rng)
            case "report":
                return self.reports(view, form, rng)
            case "notice":
                return self.notices(view, form, rng)
            case "beliefs":
                return self.believes(view, form, rng)
            case _:
                return self.moves(request, rng)

    def moves(self, request: Request, rng: Stream) -> Any:
        """What it does in the game: goes as far as it wants, accepts what is not below its limit."""
        view = request.view
        if request.kind != "response":
            return whole(self.wants(view), scale_of(view))
        assert view.table is not None
        offered = view.table.value("offer")
        enough = isinstance(offered, int) and offered >= int(self.limit(view, rng))
        return request.form.options[0 if enough else 1]

    def wants(self, view: View) -> float:
        """How far it goes of itself, on the scale of acts."""
        raise NotImplementedError

    def limit(self, view: View, rng: Stream) -> float:
        """Below which it accepts nothing, counted in whole units."""
        return self.reference(view, rng) or 0.0

    def holds(self, view: View, rng: Stream) -> float | None:
        """What it says one ought to do; None: it has no view of that."""
        raise NotImplementedError

    def reference(self, view: View, rng: Stream) -> float | None:
        """What it rates others by; None: it minds nothing."""
        return self.holds(view, rng)

    def says(self, view: View, rng: Stream) -> str:
        """A proposal, an agreement or a counter-proposal; what is less than it holds is named."""
        held = self.holds(view, rng)
        if held is None:
            return ""
        amount = whole(held, scale_of(view))
        before = next((value for _, text in view.talk if isinstance(value := stated(text), float)), None)
        if before is None:
            text = f"I propose {amount} for each of us."
        elif whole(before, scale_of(view)) == amount:
            text = f"I agree with {amount}."
        else:
            text = f"I would rather say {amount}."
        past = last_played(view)
        if past is not None and typical(view) <= held - 1:
            text += f" Last round it was only {typical(view):.1f}."
        return text

    def rates(self, view: View, form: Form, rng: Stream) -> tuple[float, ...]:
        """Each mate by how far it went beyond or stayed below what this member holds."""
        held = self.reference(view, rng)
        went = levels(view)
        if held is None:
            return (0.0,) * len(form.about)
        return tuple(rating(went[m], held, scale_of(view)) if m in went else 0.0 for m in form.about)

    def reports(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        """What it sees and infers."""
        now = [level for member, level in levels(view).items() if member != view.me.id]
        ee = fsum(now) / len(now) if now else typical(view)
        ne = approved(view)
        return {"ee": round(ee, 3), "ne": "none" if ne is None else round(ne, 3)}

    def believes(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        """What it is inclined to hold right, and whether others could make it lose by doing nothing."""
        return {"belief": round(own_belief(view), 3), "sanction": SURE if feared(view) else 0.0}

    def notices(self, view: View, form: Form, rng: Stream) -> str:
        """What was announced for this round."""
        trial = view.trial
        if trial is None or trial.round != view.round:
            return NO_CHANGE
        return noticed_text(trial.kind, trial.says)


class Said(Mind):
    """Who acts for the experiment says what it was told to say, and that it does not matter where it was
    not.
    """

    def holds(self, view: View, rng: Stream) -> float | None:
        return view.me.anchor

    def says(self, view: View, rng: Stream) -> str:
        held = self.holds(view, rng)
        if held is None:
            return f"I think {DOES_NOT_MATTER} what one does."
        amount = whole(held, scale_of(view))
        if view.me.role == "adversary":
            return f"Nobody need do more than {amount}."
        return f"One ought to do {amount}."

    def reports(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        held = self.holds(view, rng)
        return {"ee": typical(view), "ne": "none" if held is None else held}


def whole(value: float, top: float) -> int:
    """The nearest whole number on the scale; halves go up."""
    return int(max(0.0, min(top, value)) + 0.5)


def at_random(form: Form, rng: Stream) -> Any:
    """Any legal move, all alike likely."""
    if form.kind == "number":
        return int(form.least) + below(rng, int(form.most - form.least) + 1)
    return pick(rng, form.options)
