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

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, model_validator

from normquest.norms.patterns import (
    ACT_SUBJECTS,
    MOST_TURNS,
    STATE_SUBJECTS,
    ActPattern,
    BearerKind,
    Condition,
    Frozen,
    Now,
    Past,
    Subject,
    Test,
    Window,
)

__all__ = [
    "ACT_SUBJECTS",
    "MOST_TURNS",
    "RULE",
    "STATE_SUBJECTS",
    "ActPattern",
    "Alternation",
    "AnyRule",
    "BearerKind",
    "Both",
    "Condition",
    "Deadline",
    "Frozen",
    "Maintenance",
    "Meta",
    "Now",
    "Past",
    "PlainRule",
    "Precedence",
    "Prohibition",
    "Quantity",
    "Reciprocity",
    "Repair",
    "Rule",
    "Speech",
    "Subject",
    "Test",
    "Window",
    "rule_data",
    "rule_from",
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
    Prohibition
    | Precedence
    | Deadline
    | Repair
    | Maintenance
    | Quantity
    | Alternation
    | Reciprocity
    | Speech,
    Field(discriminator="form"),
]


class Both(Frozen):
    """Two rules, both in force."""

    form: Literal["both"] = "both"
    rules: tuple[PlainRule, PlainRule]


Meta.model_rebuild()

Rule = (
    Prohibition
    | Precedence
    | Deadline
    | Repair
    | Maintenance
    | Quantity
    | Alternation
    | Reciprocity
    | Speech
    | Meta
    | Both
)
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
