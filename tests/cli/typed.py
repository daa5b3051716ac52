"""What a person types who plays as a mind does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from session.cases import decides, live_of

from normquest.episode.records import Decision, Record, Request
from normquest.norms.english import render
from normquest.norms.rules import rule_from
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.world.words import lexicon_of

SURE = 75
"""How sure the person is of what it states, in per cent."""


class Typing:
    """A mind that notes what would have to be typed for each answer."""

    def __init__(self, mind: Any, world: Any) -> None:
        self.mind, self.lexicon = mind, lexicon_of(world)
        self.lines: list[str] = []

    def decide(self, request: Request, records: Sequence[Record]) -> Decision:
        decision: Decision = self.mind.decide(request, records)
        value = decision.value
        match request.kind:
            case "act" | "attribution":
                self.lines.append(str(value))
            case "notice" | "belief":
                self.lines.append("" if value is None else str(value))
            case "forecast" | "recognition" | "counterfactual":
                self.lines.append({True: "y", False: "n", None: ""}[value])
            case "continue":
                self.lines.append("")
            case "statement":
                said = (
                    ["none"]
                    if value["rule"] is None
                    else [render(rule_from(value["rule"]), self.lexicon), ""]
                )
                self.lines += [*said, "as I see it", "", str(SURE), ""]
        return decision


def typed_as(mind: str, seed: int = 1, **switches: Any) -> list[str]:
    """All that is typed in an episode in which a person does as the mind does."""
    return typed(live_of(mind, seed, **switches))


def typed(live: Live) -> list[str]:
    """The same for any episode of a mind that has not begun."""
    typing = Typing(decides(live), live.case.home.world)
    drive_now(live, typing)
    return typing.lines
