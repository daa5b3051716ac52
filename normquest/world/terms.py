"""The expression language of world files: terms, tests and effects, as data.

Each is a mapping with one key that says what it is::

    is: [thing.colour, rose]        move: [thing, actor]
    count: {kind: cloth, where: [{is: [it.colour, slate]}]}

A dotted name (`thing.colour`) is an attribute of whatever the first part
stands for: a slot of the act, `actor`, `place` (where the actor is), `it`
(inside count, sum and for), or an entity's id. Nothing here is executed as
code; the community compiles it to closures.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

Scalar = bool | int | float | str


class Strict(BaseModel):
    """A part of a world file: frozen, and no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def as_tuple(value: Any) -> Any:
    """One where several may stand: a lone name or mapping is a list of one."""
    return (value,) if isinstance(value, str | dict) else value


class Count(Strict):
    """How many entities of a kind (or `person`, `place`) pass `where`, each standing as `it`."""

    kind: str
    where: tuple[TestModel, ...] = ()

    _where = field_validator("where", mode="before")(as_tuple)


class Sum(Strict):
    """The sum of the term `of` over the entities of a kind that pass `where`."""

    kind: str
    of: TermModel
    where: tuple[TestModel, ...] = ()

    _where = field_validator("where", mode="before")(as_tuple)


Operator = Literal["<", "<=", "==", "!=", ">=", ">"]

TERM_KEYS = ("attribute", "count", "sum", "tie", "fact", "known", "clock", "literal")
TEST_KEYS = ("is", "compare", "in", "listed", "first", "knows", "any", "all", "not")
EFFECT_KEYS = ("set", "add", "move", "make", "remove", "join", "leave", "tie", "learn", "draw", "if")


def _one_key(data: Any, keys: tuple[str, ...], what: str) -> Any:
    if isinstance(data, BaseModel):
        return data
    if not isinstance(data, dict):
        raise PydanticCustomError("one_key", "this is no {what}", {"what": what, "expected": keys})
    if len(data) != 1:
        counted = {"what": what, "shown": ", ".join(map(str, data))[:60] or "none"}
        raise PydanticCustomError("one_key", "every {what} has one key, not {shown}", counted)
    ((key, value),) = data.items()
    if key not in keys:
        context = {"what": what, "expected": keys, "given": str(key)[:60]}
        raise PydanticCustomError("one_key", "there is no {what} '{given}'", context)
    if value is None:
        raise PydanticCustomError("one_key", "'{given}' says nothing", {"given": str(key)})
    return data


class TermModel(Strict):
    """A value. Written as a scalar (`rose`, 3, `thing.colour`) or as a mapping with one key."""

    literal: Scalar | None = None
    attribute: str | None = None
    count: Count | None = None
    sum: Sum | None = None
    tie: tuple[str, str, str] | None = None
    fact: str | None = None
    known: tuple[str, str] | None = None
    clock: Literal["hour", "turn", "day"] | None = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if isinstance(data, bool | int | float):
            return {"literal": data}
        if isinstance(data, str):
            return {"attribute": data} if "." in data else {"literal": data}
        return _one_key(data, TERM_KEYS, "term")


class Compare(Strict):
    """Two numbers compared. Written `[term, op, term]`."""

    left: TermModel
    op: Operator
    right: TermModel

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        if isinstance(data, BaseModel):
            return data
        if not isinstance(data, list | tuple) or len(data) != 3:
            raise PydanticCustomError(
                "one_key", "this is no comparison", {"expected": ('[term, "<", term]',)}
            )
        return {"left": data[0], "op": data[1], "right": data[2]}


class TestModel(Strict):
    """Something that holds or not. A list of tests means all of them.

    is [term, term] · compare [term, op, term] · in [entity, container, place or
    person] · listed [entity, list] · first [entity, list] · knows [person,
    fact] · any, all [tests] · not test.
    """

    __test__ = False

    is_: tuple[TermModel, TermModel] | None = Field(default=None, alias="is")
    compare: Compare | None = None
    in_: tuple[str, str] | None = Field(default=None, alias="in")
    listed: tuple[str, str] | None = None
    first: tuple[str, str] | None = None
    knows: tuple[str, str] | None = None
    any_: tuple[TestModel, ...] | None = Field(default=None, alias="any")
    all_: tuple[TestModel, ...] | None = Field(default=None, alias="all")
    not_: TestModel | None = Field(default=None, alias="not")

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        return _one_key(data, TEST_KEYS, "test")


class Make(Strict):
    """Bring a spare thing of a kind into play."""

    kind: str
    to: str = Field(alias="in")


class If(Strict):
    """Effects that depend on tests: `then` where all of them hold, `else` where not."""

    test: tuple[TestModel, ...]
    then: tuple[EffectModel, ...] = ()
    otherwise: tuple[EffectModel, ...] = Field(default=(), alias="else")

    _many = field_validator("test", "then", "otherwise", mode="before")(as_tuple)


class EffectModel(Strict):
    """A change. `set` [entity.attribute, term] · `add` [entity.attribute, term] · `move` [thing, to] ·
    `make` {kind, in} · `remove` thing · `join`, `leave` [entity, list] · `tie` [kind, a, b, term] ·
    `learn` [person, fact] · `draw` [entity.attribute, [values]] · `if` {test, then, else}.
    """

    set: tuple[str, TermModel] | None = None
    add: tuple[str, TermModel] | None = None
    move: tuple[str, str] | None = None
    make: Make | None = None
    remove: str | None = None
    join: tuple[str, str] | None = None
    leave: tuple[str, str] | None = None
    tie: tuple[str, str, str, TermModel] | None = None
    learn: tuple[str, str] | None = None
    draw: tuple[str, tuple[Scalar, ...]] | None = None
    if_: If | None = Field(default=None, alias="if")

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        return _one_key(data, EFFECT_KEYS, "effect")


for _model in (Count, Sum, TermModel, Compare, TestModel, Make, If, EffectModel):
    _model.model_rebuild()
