"""The rule language: what a norm can say.

A rule is data. It is written, stored and sent as a small mapping (the same in
YAML, JSON and the database), has one canonical English sentence
(`normquest.norms.english`) and one meaning (`normquest.norms.monitor`).

Act patterns and tests are written compactly::

    {tag: dyeing, target.colour: rose}              an act pattern
    {has: {verb: bow, addressee.role: steward}, window: since_entering}

The discriminator of every union is explicit, so a typing error is reported
once, where it stands.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
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
    Union[Annotated[Now, Tag("now")], Annotated[Past, Tag("past")]], Discriminator(_condition_kind)
]


class Prohibition(Frozen):
    """The act is forbidden when all of `when` hold, unless any of `unless` does.

    The act itself closes its instance: *violated*, or *kept* where only
    `unless` permits it. Where `when` fails the rule says nothing.
    """

    form: Literal["prohibition"] = "prohibition"
    act: ActPattern
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    bearer: BearerKind = "actor"


class Precedence(Frozen):
    """Before the act one must have done one of `first` in the window (or, negated, must not have)."""

    form: Literal["precedence"] = "precedence"
    act: ActPattern
    first: tuple[ActPattern, ...] = Field(min_length=1, max_length=3)
    window: Window = "since_entering"
    n: int | None = Field(default=None, ge=1, le=MOST_TURNS)
    negated: bool = False

    @model_validator(mode="after")
    def _check(self) -> Precedence:
        if (self.window == "within") != (self.n is not None):
            raise ValueError("precedence: the window 'within' takes n, the other windows none")
        return self


class Deadline(Frozen):
    """After the act, the bearer must do one of `then` within its next `within` own turns."""

    form: Literal["deadline"] = "deadline"
    act: ActPattern
    then: tuple[ActPattern, ...] = Field(min_length=1, max_length=3)
    within: int = Field(ge=1, le=MOST_TURNS)
    bearer: BearerKind = "actor"


class Repair(Frozen):
    """Contrary to duty: the act is forbidden, and a breach is forgiven by `then` within `within` own turns.

    Only the unrepaired breach is violated.
    """

    form: Literal["repair"] = "repair"
    act: ActPattern
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    then: tuple[ActPattern, ...] = Field(min_length=1, max_length=3)
    within: int = Field(ge=1, le=MOST_TURNS)


class Maintenance(Frozen):
    """While all of `during` hold of the bearer, `keep` must hold, after one turn of grace.

    One finding a maximal interval; excused if another person broke it.
    """

    form: Literal["maintenance"] = "maintenance"
    keep: Now
    during: tuple[Now, ...] = Field(min_length=1, max_length=3)

    @model_validator(mode="after")
    def _check(self) -> Maintenance:
        if self.keep.test.subject != "one":
            raise ValueError("maintenance: 'keep' must be of what the bearer controls, such as one.wears")
        return self


class Quantity(Frozen):
    """The act at most `most` times a named day (or hour) by one bearer."""

    form: Literal["quantity"] = "quantity"
    act: ActPattern
    most: int = Field(ge=1, le=9)
    per: Literal["day", "hour"] = "day"


class Alternation(Frozen):
    """The act not again by the same person until another has done it."""

    form: Literal["alternation"] = "alternation"
    act: ActPattern


class Reciprocity(Frozen):
    """Not the act again towards the same person before `back` has been done towards that person.

    Both patterns bind the same variable to a person.
    """

    form: Literal["reciprocity"] = "reciprocity"
    act: ActPattern
    back: ActPattern

    @model_validator(mode="after")
    def _check(self) -> Reciprocity:
        if len(self.act.binds) != 1 or {v for _, v in self.act.binds} != {v for _, v in self.back.binds}:
            raise ValueError(
                "reciprocity: both patterns must bind the same one variable, such as addressee: ?who"
            )
        return self


class Speech(Frozen):
    """When doing the act (a kind of speaking), one must use `style`."""

    form: Literal["speech"] = "speech"
    act: ActPattern
    style: str = Field(min_length=1, max_length=40)

    @model_validator(mode="after")
    def _check(self) -> Speech:
        if any(t.subject == "style" for t in self.act.tests):
            raise ValueError("speech: give the style once, in 'style'")
        return self


class Meta(Frozen):
    """Who must, or alone may, rebuke whom for breaking a custom that all are told.

    `must`: each person present who passes `by` and sees `custom` broken must do
    `rebuke` to the offender within `within` own turns. `may`: only persons who
    pass `by` may do `rebuke`.
    """

    form: Literal["meta"] = "meta"
    custom: PlainRule
    rebuke: ActPattern
    by: Now
    modality: Literal["must", "may"] = "must"
    within: int | None = Field(default=None, ge=1, le=MOST_TURNS)

    @model_validator(mode="after")
    def _check(self) -> Meta:
        if (self.modality == "must") != (self.within is not None):
            raise ValueError("meta: 'must' takes 'within' (turns), 'may' does not")
        if self.by.test.subject != "one":
            raise ValueError("meta: 'by' must be of the person, such as one.role")
        return self


PlainRule = Annotated[
    Union[
        Prohibition,
        Precedence,
        Deadline,
        Repair,
        Maintenance,
        Quantity,
        Alternation,
        Reciprocity,
        Speech,
    ],
    Field(discriminator="form"),
]


class Both(Frozen):
    """Two rules, both in force."""

    form: Literal["both"] = "both"
    rules: tuple[PlainRule, PlainRule]


Meta.model_rebuild()

Rule = Union[
    Prohibition,
    Precedence,
    Deadline,
    Repair,
    Maintenance,
    Quantity,
    Alternation,
    Reciprocity,
    Speech,
    Meta,
    Both,
]
AnyRule = Annotated[Rule, Field(discriminator="form")]
RULE: TypeAdapter[Rule] = TypeAdapter(AnyRule)
"""Reads and writes any rule: `RULE.validate_python(mapping)`."""


def rule_from(data: Any) -> Rule:
    """The rule that a mapping describes. Raises pydantic.ValidationError."""
    return RULE.validate_python(data)


def rule_data(rule: Rule) -> dict[str, Any]:
    """The canonical mapping of a rule: defaults left out, so that equal rules are equal data."""
    out: dict[str, Any] = {"form": rule.form}
    for name, field in type(rule).model_fields.items():
        value = getattr(rule, name)
        if name != "form" and value != field.default:
            out[name] = _data(value)
    return out


def _data(value: Any) -> Any:
    if isinstance(value, Frozen):
        return rule_data(value) if hasattr(value, "form") else value.model_dump()  # type: ignore[arg-type]
    if isinstance(value, tuple):
        return [_data(one) for one in value]
    return value
