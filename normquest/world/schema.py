"""The parts of a world file. A world is data: nothing in it is executed.

Two settings share verbs, attributes and norms: `home`, where the newcomer
watches and acts, and `elsewhere`, where it must apply what it learned. What a
norm speaks of (attributes, roles, tags, hours) exists in both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from normquest.world.lexicon import Reads
from normquest.world.terms import EffectModel, Scalar, Strict, TermModel, TestModel, as_tuple

ID = r"^[a-z][a-z0-9_]{0,39}$"
Id = Annotated[str, Field(pattern=ID)]
Flag = Annotated[bool, Field(strict=True)]
Whole = Annotated[int, Field(strict=True)]
"""Strict: neither "yes" nor 1 is true, and neither "12" nor 12.0 is 12."""
Name = Field(min_length=1, max_length=80)
Prose = Field(min_length=1, max_length=1200)
SlotName = Literal["thing", "target", "addressee", "style"]
Reach = Literal["held", "here", "near", "exit", "any"]
RESERVED = ("at", "kind", "holds", "name", "id", "members")
"""Attribute names that the engine keeps for itself."""


class Attribute(Strict):
    """A property that people can see and a norm can speak of.

    `of`: what carries it. `reads`: how its values stand in a sentence. `values`:
    id → words. `tokens`: groups of like values that a mirror may swap.
    """

    of: tuple[Literal["thing", "place", "person"], ...]
    reads: Reads = "adjective"
    values: dict[Id, str] = Field(min_length=1, max_length=24)
    tokens: tuple[tuple[Id, ...], ...] = ()

    _of = field_validator("of", mode="before")(as_tuple)


class Words(Strict):
    """How a verb or tag reads: "dye {thing} in {target}", "dyed …", "dyeing …", and what fills its slots."""

    base: str = Name
    past: str = Name
    ing: str = Name
    nouns: dict[SlotName, str] = Field(default_factory=dict)


class Kind(Strict):
    """A kind of thing. `spare` more of it exist unseen, for `make`."""

    name: str = Name
    plural: str | None = None
    portable: Flag = True
    attributes: dict[Id, Scalar] = Field(default_factory=dict)
    spare: Whole = Field(default=0, ge=0, le=12)


class Slot(Strict):
    """What may fill a slot of a verb: kinds (or person, place), how near, and further tests.

    In `where` the candidate stands under the slot's own name.
    """

    kind: tuple[Id, ...] = ()
    reach: Reach = "near"
    where: tuple[TestModel, ...] = ()
    values: dict[Id, str] = Field(default_factory=dict)

    _kind = field_validator("kind", mode="before")(as_tuple)
    _where = field_validator("where", mode="before")(as_tuple)


class Fails(Strict):
    """A legal attempt that comes to nothing when the tests hold."""

    when: tuple[TestModel, ...]
    say: str = Prose

    _when = field_validator("when", mode="before")(as_tuple)


class Says(Strict):
    """Wordings of a happening: to the one who does it, to others, and as seen dimly.

    `{actor}`, `{thing}`, `{target}`, `{addressee}`, `{style}`, `{place}` are filled in.
    """

    you: tuple[str, ...] = Field(min_length=1, max_length=8)
    other: tuple[str, ...] = Field(min_length=1, max_length=8)
    dim: str | None = None

    _many = field_validator("you", "other", mode="before")(as_tuple)


class Verb(Words):
    """A kind of act: its slots, when it is legal, what it changes, how it reads.

    `rite`: needs no goal and costs only a turn, so a norm may ask for it.
    """

    tags: tuple[Id, ...] = Field(min_length=1, max_length=8)
    slots: dict[SlotName, Slot] = Field(default_factory=dict)
    when: tuple[TestModel, ...] = ()
    fails: tuple[Fails, ...] = ()
    do: tuple[EffectModel, ...] = ()
    says: Says
    synonyms: tuple[str, ...] = ()
    rite: Flag = False

    _many = field_validator("tags", "when", "do", "synonyms", "fails", mode="before")(as_tuple)


class Place(Strict):
    """Somewhere to be: name with its article ("the vat room"), wordings of its prose, exits, attributes."""

    name: str = Name
    prose: tuple[str, ...] = Field(min_length=1, max_length=6)
    exits: tuple[Id, ...] = ()
    attributes: dict[Id, Scalar] = Field(default_factory=dict)

    _many = field_validator("prose", "exits", mode="before")(as_tuple)


class Thing(Strict):
    """A thing at a place, on another thing, or held by a person. `name` without article."""

    kind: Id
    at: Id
    name: str | None = None
    attributes: dict[Id, Scalar] = Field(default_factory=dict)


class Person(Strict):
    """A resident. Its display name is drawn; `habits` are wordings of what it idly does."""

    at: Id
    attributes: dict[Id, Scalar] = Field(default_factory=dict)
    errands: tuple[Id, ...] = Field(min_length=1, max_length=16)
    sanctions: Flag = True
    habits: tuple[str, ...] = ()

    _many = field_validator("errands", "habits", mode="before")(as_tuple)


class Errand(Strict):
    """A routine: a list of goals, each an act of some kind to be done in this order.

    A step is an act pattern such as `{tag: dyeing, target.colour: rose}`.
    """

    steps: tuple[dict[str, str], ...] = Field(min_length=1, max_length=6)


class Task(Strict):
    """What the newcomer is asked to do. `goal` tests must all hold; `turns` is the budget."""

    title: str = Name
    brief: str = Prose
    goal: tuple[TestModel, ...] = Field(min_length=1, max_length=6)
    turns: Whole = Field(ge=4, le=60)
    start: Id
    parts: tuple[TermModel, TermModel] | None = None
    """Done and wanted, as two terms, for a progress bar."""

    _goal = field_validator("goal", mode="before")(as_tuple)


class Vary(Strict):
    """What a draw changes: `shuffle` an attribute (or `at`) among entities, or `pick` one of some values."""

    shuffle: Id | None = None
    among: tuple[Id, ...] = ()
    pick: str | None = None
    values: tuple[Scalar, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Vary:
        if (self.shuffle is None) == (self.pick is None):
            raise ValueError("vary: give either 'shuffle' with 'among', or 'pick' with 'values'")
        if self.shuffle is not None and len(self.among) < 2:
            raise ValueError("vary: 'shuffle' needs at least two entities in 'among'")
        if self.pick is not None and len(self.values) < 2:
            raise ValueError("vary: 'pick' needs at least two 'values'")
        return self


class WorldRule(Strict):
    """A world rule: for · every · at · when · do. `say` is told to those who are there."""

    for_: Id | None = Field(default=None, alias="for")
    every: Whole | None = Field(default=None, ge=1, le=99)
    at: Id | None = None
    when: tuple[TestModel, ...] = ()
    do: tuple[EffectModel, ...] = Field(min_length=1)
    say: str | None = None

    _many = field_validator("when", "do", mode="before")(as_tuple)


class Setting(Strict):
    """A place with its people, things, verbs, errands and tasks."""

    name: str = Name
    arrival: str = Prose
    places: dict[Id, Place] = Field(min_length=2, max_length=16)
    things: dict[Id, Thing] = Field(max_length=60)
    people: dict[Id, Person] = Field(min_length=1, max_length=16)
    names: tuple[str, ...] = Field(min_length=1, max_length=60)
    verbs: tuple[Id, ...] = Field(min_length=1, max_length=40)
    errands: dict[Id, Errand] = Field(min_length=1, max_length=40)
    tasks: dict[Id, Task] = Field(min_length=1, max_length=12)
    vary: tuple[Vary, ...] = ()
    rules: tuple[WorldRule, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Setting:
        if len(self.names) < len(self.people):
            raise ValueError(f"names: {len(self.people)} people need as many names, {len(self.names)} given")
        return self


class Hour(Strict):
    """A named hour: how it reads ("in the forenoon") and its length in turns."""

    reads: str = Name
    turns: Whole = Field(default=8, ge=1, le=99)


class Sanction(Strict):
    """A form of reaction. `{sanctioner}` and `{target}` are filled in; `turns` of exclusion follow."""

    say: tuple[str, ...] = Field(min_length=1, max_length=6)
    you: tuple[str, ...] = Field(min_length=1, max_length=6)
    turns: Whole = Field(default=0, ge=0, le=2)

    _many = field_validator("say", "you", mode="before")(as_tuple)


class Sight(Strict):
    """When an act is seen from another place: `here` is the watcher's place, `place` the act's."""

    full: tuple[TestModel, ...] = ()
    dim: tuple[TestModel, ...] = ()

    _many = field_validator("full", "dim", mode="before")(as_tuple)


class Norm(Strict):
    """A template of norms: a rule in which `$name` stands for any of `params[name]`."""

    family: str
    rule: dict[str, Any]
    params: dict[Id, tuple[str | Whole, ...]] = Field(default_factory=dict)

    @field_validator("params", mode="before")
    @classmethod
    def _wrap(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: (v,) if isinstance(v, str | int) else v for name, v in value.items()}


Moment = Literal[
    "arrival",
    "scene",
    "forecast",
    "sanction",
    "turn",
    "statement",
    "evidence",
    "sure",
    "elsewhere",
    "debrief",
]
"""When a tutorial has something to say: at the first of each."""


class World(Strict):
    """A whole world file.

    `lessons` make it a tutorial: what is said to a person beside the play at the first of each moment. They
    never stand in an observation, a brief or a question: those are the same words for people and models, and
    a model in a tutorial world is told no lesson.
    """

    normquest: Whole = Field(ge=1, le=1)
    """The version of the format."""
    id: Id
    title: str = Name
    about: str = Prose
    lessons: dict[Moment, str] = Field(default_factory=dict)
    attributes: dict[Id, Attribute] = Field(default_factory=dict)
    styles: dict[Id, str] = Field(default_factory=dict)
    hours: dict[Id, Hour] = Field(min_length=1, max_length=8)
    tags: dict[Id, Words] = Field(min_length=1, max_length=40)
    kinds: dict[Id, Kind] = Field(min_length=1, max_length=40)
    tokens: tuple[tuple[Id, ...], ...] = ()
    """Groups of like tags, or of like kinds, that a mirror may swap."""
    verbs: dict[Id, Verb] = Field(min_length=1, max_length=40)
    lists: tuple[Id, ...] = ()
    ties: dict[Id, Scalar] = Field(default_factory=dict)
    facts: dict[Id, TermModel] = Field(default_factory=dict)
    sight: Sight = Sight()
    sanctions: dict[Id, Sanction] = Field(min_length=1, max_length=12)
    purse: Whole = Field(default=0, ge=0, le=999)
    home: Setting
    elsewhere: Setting
    norms: dict[Id, Norm] = Field(min_length=1, max_length=80)
