"""Random rules about the town of `town.py`, short enough to be broken often: `Drafts(rng)`.

`strategies.rules()` covers the whole language; these find something to say in a life of a few turns.
"""

from __future__ import annotations

from random import Random
from typing import Any

from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Both,
    Condition,
    Deadline,
    Maintenance,
    Meta,
    Now,
    Past,
    Precedence,
    Prohibition,
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
)
from norms.town import HOURS

KINDS = [
    ("tag", t) for t in ("dyeing", "honouring", "speaking", "taking", "cleaning", "moving", "dressing")
] + [("verb", v) for v in ("bow", "wash", "greet", "go", "pick", "dye")]
VALUES = {
    "role": ("steward", "abbot", "guest"),
    "age": ("old", "young"),
    "wears": ("grey_sash", "white_sash"),
    "holds": ("bead", "lamp"),
    "colour": ("rose", "slate"),
    "kind": ("bead", "cloth"),
    "name": ("formal", "plain"),
    "cover": ("roofed", "open"),
    "site": ("garden", "shrine"),
    "hour": HOURS,
}
ACT_KEYS = (
    "actor.role", "actor.holds", "addressee.role", "addressee.wears", "thing.colour", "thing.kind",
    "target.colour", "target.cover", "style.name", "place.cover", "hour", "present.role", "present.holds",
)  # fmt: skip
STATE_KEYS = (
    "one.role", "one.wears", "one.holds", "place.cover", "place.site", "hour", "present.role", "present.age",
)  # fmt: skip


class Drafts:
    """Draws rules and their parts from one stream."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def _few(self, draw: Any, most: int, least: int = 0) -> tuple[Any, ...]:
        return tuple(draw() for _ in range(self.rng.randint(least, most)))

    def _test(self, keys: tuple[str, ...]) -> tuple[str, str]:
        key = self.rng.choice(keys)
        return key, self.rng.choice(VALUES[key.rpartition(".")[2]])

    def pattern(self, testing: float = 0.5, binding: float = 0.0, variable: str | None = None) -> ActPattern:
        """A kind of act: each of at most two tests, and a variable, with the given chances."""
        data: dict[str, Any] = dict([self.rng.choice(KINDS)])
        for _ in range(2):
            if self.rng.random() < testing:
                data.update([self._test(ACT_KEYS)])
        if self.rng.random() < binding:
            data[self.rng.choice(("addressee", "addressee", "thing"))] = variable or self.rng.choice(
                ("?who", "?it")
            )
        return ActPattern.model_validate(data)

    def window(self) -> dict[str, Any]:
        """Any window with its number of turns."""
        window = self.rng.choice(("since_entering", "today", "ever", "within"))
        return {"window": window, "n": self.rng.randint(1, 5) if window == "within" else None}

    def now(self, keys: tuple[str, ...] = STATE_KEYS) -> Now:
        """A condition on the moment, denied or not."""
        test = dict([self._test(keys)])
        return Now.model_validate({"not": test} if self.rng.random() < 0.4 else test)

    def past(self, binding: float = 0.0) -> Past:
        """A condition on the past, denied or not."""
        return Past(act=self.pattern(0.25, binding), negated=self.rng.random() < 0.4, **self.window())

    def condition(self, binding: float = 0.0) -> Condition:
        """Either."""
        return self.now() if self.rng.random() < 0.4 else self.past(binding)

    def prohibition(self) -> Prohibition:
        """Of at most two conditions in all, so that it factors."""
        conditions = self._few(self.condition, 2)
        cut = self.rng.randint(0, len(conditions))
        return Prohibition(act=self.pattern(), when=conditions[:cut], unless=conditions[cut:])

    def precedence(self, most: int = 2) -> Precedence:
        """Of one or several first acts; not all factor."""
        first = self._few(lambda: self.pattern(0.25), most, 1)
        return Precedence(act=self.pattern(), first=first, negated=self.rng.random() < 0.4, **self.window())

    def duty(self) -> Deadline | Repair:
        """A deadline, or a repair without conditions."""
        form: Any = self.rng.choice((Deadline, Repair))
        return form(act=self.pattern(0.3), then=(self.pattern(0.25),), within=self.rng.randint(1, 4))

    def tally(self) -> Quantity | Alternation:
        """A rule that counts who has done something."""
        act = self.pattern(0.1)
        if self.rng.random() < 0.4:
            return Alternation(act=act)
        return Quantity(act=act, most=self.rng.randint(1, 3), per=self.rng.choice(("day", "hour")))

    def both(self) -> Both:
        """Two rules, each of any kind that factors, or a tally, or now and then any other."""
        kinds = (self.prohibition, self.prohibition, self.precedence, self.tally, self.duty, self.plain)
        return Both(rules=(self.rng.choice(kinds)(), self.rng.choice(kinds)()))

    def plain(self) -> Any:
        """Any rule that is not made of rules, with variables now and then."""
        rng, some = self.rng, 0.35
        act = self.pattern(0.4, some)
        bearer: Any = rng.choice(("actor", "addressee", "present"))
        then = self._few(lambda: self.pattern(0.25, some), 2, 1)
        when, unless = (self._few(lambda: self.condition(some), 2) for _ in range(2))
        match rng.randrange(9):
            case 0:
                return Prohibition(act=act, when=when, unless=unless, bearer=bearer)
            case 1:
                return Precedence(act=act, first=then, negated=rng.random() < 0.4, **self.window())
            case 2:
                return Deadline(act=act, then=then, within=rng.randint(1, 3), bearer=bearer)
            case 3:
                return Repair(act=act, when=when[:1], unless=unless[:1], then=then, within=rng.randint(1, 3))
            case 4:
                keep = self.now(("one.wears", "one.holds"))
                return Maintenance(keep=keep, during=self._few(self.now, 2, 1))
            case 5:
                return Quantity(act=act, most=rng.randint(1, 3), per=rng.choice(("day", "hour")))
            case 6:
                return Alternation(act=act)
            case 7:
                slot = rng.choice(("addressee", "thing"))
                again, back = (self.pattern(0.2).model_dump() | {slot: "?x"} for _ in range(2))
                return Reciprocity(act=again, back=back)
        tests = dict([self._test(("addressee.role", "place.cover"))]) if rng.random() < 0.5 else {}
        return Speech(act={"tag": "speaking", **tests}, style=rng.choice(VALUES["name"]))

    def rule(self) -> Rule:
        """Any rule of the language."""
        kind = self.rng.random()
        if kind < 0.7:
            return self.plain()
        if kind < 0.85:
            return Both(rules=(self.plain(), self.plain()))
        must = self.rng.random() < 0.8
        rebuke = self.rng.choice(({"verb": "rebuke"}, {"tag": "speaking", "addressee": "?them"}))
        return Meta(
            custom=self.plain(),
            rebuke=rebuke,
            by=self.now(("one.role", "one.age")),
            modality="must" if must else "may",
            within=self.rng.randint(1, 3) if must else None,
        )
