"""What rules are made of: tests, act patterns, and conditions of the moment and of the past.

All are written as small mappings::

    {tag: dyeing, target.colour: rose}              an act pattern
    {has: {verb: bow, addressee.role: steward}, window: since_entering}
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_serializer,
    model_validator,
)

ACT_SUBJECTS = ("actor", "addressee", "thing", "target", "style", "place", "hour", "present")
"""What an act pattern can test. `place` and `hour` are those of the act; `present` is anyone else there."""

STATE_SUBJECTS = ("one", "place", "hour", "present")
"""What a condition can test. `one` is the bearer; `place` is where the bearer is."""

Subject = Literal["actor", "addressee", "thing", "target", "style", "place", "hour", "present", "one"]
Window = Literal["since_entering", "within", "today", "ever"]
BearerKind = Literal["actor", "addressee", "present"]

MOST_TURNS = 12
"""The longest span, in the bearer's own turns, that a rule may speak of."""


class Frozen(BaseModel):
    """A value: hashable, strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Test(Frozen):
    """`subject.attribute` is `value`, for instance `target.colour` is `rose`."""

    __test__ = False  # not a test case, whatever its name suggests to a collector

    subject: Subject
    attribute: str = Field(min_length=1, max_length=40)
    value: str = Field(min_length=1, max_length=40)

    @property
    def key(self) -> str:
        """The left side as it is written: `target.colour`, `hour`."""
        return "hour" if self.subject == "hour" else f"{self.subject}.{self.attribute}"


def _parse_key(key: str, allowed: tuple[str, ...], where: str) -> tuple[str, str]:
    if key in ("hour", "hour.name") and "hour" in allowed:
        return "hour", "hour"  # an hour has nothing but its name
    subject, dot, attribute = key.partition(".")
    if not dot or not attribute or subject not in allowed:
        raise ValueError(
            f"{where}: '{key}' is not a test; expected SUBJECT.ATTRIBUTE with a subject of "
            f"{', '.join(allowed)}, such as '{allowed[0]}.role'"
        )
    return subject, attribute


class ActPattern(Frozen):
    """A kind of act: a verb or a tag, what its parts must be, and variables it binds.

    Written `{tag: taking, thing.kind: bead, addressee: ?who}`. A variable names
    the same person or thing wherever it stands in one rule.
    """

    verb: str | None = None
    tag: str | None = None
    tests: tuple[Test, ...] = ()
    binds: tuple[tuple[str, str], ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "tests" in data or "binds" in data:
            return data
        tests: list[dict[str, str]] = []
        binds: list[tuple[str, str]] = []
        for key, value in data.items():
            if key in ("verb", "tag"):
                continue
            if key in ("addressee", "thing", "target"):
                if not (isinstance(value, str) and value.startswith("?") and len(value) > 1):
                    raise ValueError(f"act pattern: '{key}' takes a variable such as '?who', not {value!r}")
                binds.append((key, value))
                continue
            subject, attribute = _parse_key(str(key), ACT_SUBJECTS, "act pattern")
            if not isinstance(value, str):
                raise ValueError(f"act pattern: '{key}' takes one name, not {value!r}")
            tests.append({"subject": subject, "attribute": attribute, "value": value})
        return {"verb": data.get("verb"), "tag": data.get("tag"), "tests": tests, "binds": binds}

    @model_validator(mode="after")
    def _check(self) -> ActPattern:
        for test in self.tests:
            if test.subject not in ACT_SUBJECTS:
                raise ValueError(f"act pattern: an act has no '{test.subject}'")
        if (self.verb is None) == (self.tag is None):
            raise ValueError("act pattern: give either 'verb' or 'tag', such as {tag: taking}")
        ordered = tuple(
            sorted(self.tests, key=lambda t: (ACT_SUBJECTS.index(t.subject), t.attribute, t.value))
        )
        object.__setattr__(self, "tests", ordered)
        object.__setattr__(self, "binds", tuple(sorted(self.binds)))
        for test in ordered:
            if test.subject not in ACT_SUBJECTS:
                raise ValueError(f"act pattern: an act has no '{test.subject}'")
        keys = [t.key for t in ordered if t.subject != "present"]
        if len(keys) != len(set(keys)):
            raise ValueError("act pattern: the same attribute is tested twice")
        return self

    @model_serializer
    def _write(self) -> dict[str, Any]:
        out: dict[str, Any] = {"verb": self.verb} if self.verb is not None else {"tag": self.tag}
        for test in self.tests:
            out[test.key] = test.value
        for slot, variable in self.binds:
            out[slot] = variable
        return out

    @property
    def size(self) -> int:
        """The number of things it says: one for the kind of act and one a test."""
        return 1 + len(self.tests)


class Now(Frozen):
    """A condition on the moment: `{place.cover: roofed}`, `{not: {present.role: steward}}`."""

    test: Test
    negated: bool = False

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "test" in data:
            return data
        negated = False
        if set(data) == {"not"} and isinstance(data["not"], dict):
            negated, data = True, data["not"]
        if len(data) != 1:
            raise ValueError("condition: expected one test such as {place.cover: roofed}")
        ((key, value),) = data.items()
        subject, attribute = _parse_key(str(key), STATE_SUBJECTS, "condition")
        if not isinstance(value, str):
            raise ValueError(f"condition: '{key}' takes one name, not {value!r}")
        return {"test": {"subject": subject, "attribute": attribute, "value": value}, "negated": negated}

    @model_validator(mode="after")
    def _check(self) -> Now:
        if self.test.subject not in STATE_SUBJECTS:
            raise ValueError(
                f"condition: '{self.test.subject}' belongs to an act; here use {', '.join(STATE_SUBJECTS)}"
            )
        return self

    @model_serializer
    def _write(self) -> dict[str, Any]:
        plain = {self.test.key: self.test.value}
        return {"not": plain} if self.negated else plain

    @property
    def size(self) -> int:
        return 1 + self.negated


class Past(Frozen):
    """A condition on the bearer's past: `{has: PATTERN, window: since_entering}`, `{has_not: …, within: 3}`.

    `n` counts the bearer's own turns before this one and belongs to the window
    `within` alone.
    """

    act: ActPattern
    window: Window
    n: int | None = Field(default=None, ge=1, le=MOST_TURNS)
    negated: bool = False

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if not isinstance(data, dict) or "act" in data:
            return data
        extra = set(data) - {"has", "has_not", "window", "within"}
        if extra:
            raise ValueError(f"past condition: unknown {', '.join(sorted(map(str, extra)))}")
        if ("has" in data) == ("has_not" in data):
            raise ValueError("past condition: give either 'has' or 'has_not'")
        if ("window" in data) == ("within" in data):
            raise ValueError(
                "past condition: give 'window' (since_entering, today, ever) or 'within' (turns)"
            )
        return {
            "act": data.get("has", data.get("has_not")),
            "negated": "has_not" in data,
            "window": data.get("window", "within"),
            "n": data.get("within"),
        }

    @model_validator(mode="after")
    def _check(self) -> Past:
        if (self.window == "within") != (self.n is not None):
            raise ValueError("past condition: 'within' takes a number of turns, the other windows none")
        return self

    @model_serializer
    def _write(self) -> dict[str, Any]:
        out: dict[str, Any] = {"has_not" if self.negated else "has": self.act.model_dump()}
        if self.window == "within":
            out["within"] = self.n
        else:
            out["window"] = self.window
        return out

    @property
    def size(self) -> int:
        return 1 + self.act.size + self.negated


def _condition_kind(value: Any) -> str:
    if isinstance(value, Past) or (isinstance(value, dict) and ({"has", "has_not", "act"} & set(value))):
        return "past"
    return "now"


Condition = Annotated[
    Annotated[Now, Tag("now")] | Annotated[Past, Tag("past")], Discriminator(_condition_kind)
]
