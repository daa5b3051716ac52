"""The parts of a society file: every number of what its members do, and which game they play."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from normquest.society.conditions import Condition, ElicitationMode, Variant
from normquest.world.schema import Flag, Id, Name, Prose, Whole
from normquest.world.terms import Strict

Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
MOST_MEMBERS = 5000


class Span(Strict):
    """From `least` to `most`, both included."""

    least: Number
    most: Number

    @model_validator(mode="after")
    def _ordered(self) -> Span:
        if self.least > self.most:
            raise ValueError("'least' is above 'most'")
        return self


class Grouping(Strict):
    """How members are put into groups of `size` where their number does not divide by it.

    smaller: as many groups as it takes, their sizes as even as can be. rest: those left over, drawn at
    random, rest for the round: no act, no payoff, no ratings.
    """

    size: Whole = Field(ge=2, le=100)
    remainder: Literal["smaller", "rest"]


class Talk(Strict):
    """Talk before the acts: `messages` from each member, each cut at `longest` characters."""

    messages: Whole = Field(default=1, ge=1, le=5)
    longest: Whole = Field(default=400, ge=20, le=4000)


class Ties(Strict):
    """Directed weights between all members, and what a rating adds: `praise` or `blame` times its value.

    A weight never falls below `least` nor, where it is given, rises above `most`. A member whose mean
    incoming weight is below `exclusion` is excluded for good where partners are chosen.
    """

    start: Number = Field(ge=0, le=1000)
    praise: Number = Field(ge=0, le=1000)
    blame: Number = Field(ge=0, le=1000)
    exclusion: Number = Field(ge=0, le=1000)
    least: Number = Field(default=0.0, ge=0, le=1000)
    most: Number | None = Field(default=None, ge=0, le=1000)


class Ratings(Strict):
    """Whether group mates are rated after each round, from -1 to 1, and whether they are told who rated
    how.
    """

    asked: Flag
    told: Flag = True


class ConditionSpec(Strict):
    """The condition that holds unless a run asks for another; see `conditions.Condition`."""

    elicitation: ElicitationMode
    learning: Flag
    selection: Flag

    @property
    def condition(self) -> Condition:
        """The same as the engine takes it."""
        return Condition(self.elicitation, self.learning, self.selection)


class Memory(Strict):
    """How many of the last rounds a member is told of again, and of how many what was said in them."""

    rounds: Whole = Field(ge=0, le=1000)
    talk: Whole = Field(ge=0, le=1000)


class Missing(Strict):
    """What becomes of an act that a member gave no usable reply for, after it was asked again once.

    stand_aside: it takes no part in this round's game and has no payoff. repeat: its last act of this kind is
    taken again; before there is one it stands aside. A missing message is silence, a missing rating changes
    no tie, a missing report is none. All are recorded as missing.
    """

    act: Literal["stand_aside", "repeat"]


class Commons(Strict):
    """A public-goods game: whole numbers put in from `endowment`; the sum times `multiplier` is shared
    out.
    """

    kind: Literal["commons"]
    endowment: Whole = Field(ge=1, le=1000)
    multiplier: Number = Field(ge=0, le=100)


class Naming(Strict):
    """A naming game in pairs: a speaker says a word, a hearer says whether it would have said it too.

    Both earn `reward` if so. Members come with the first of the `words` in mind, or draw one where `mixed`.
    """

    kind: Literal["naming"]
    words: tuple[Annotated[str, Name], ...] = Field(min_length=2, max_length=12)
    mixed: Flag = False
    reward: Number = Field(ge=0, le=1000)


class Fairness(Strict):
    """A pie is shared in pairs: a proposer offers a whole number of it.

    ultimatum: the responder takes it or leaves both with nothing. dictator: it is taken.
    """

    kind: Literal["fairness"]
    form: Literal["ultimatum", "dictator"]
    pie: Whole = Field(ge=1, le=1000)


GameSpec = Annotated[Commons | Naming | Fairness, Field(discriminator="kind")]


class Shock(Strict):
    """After round `after`, `count` members are replaced by strangers who act as adversaries.

    `who`: drawn at random, or those of the highest standing. The strangers' tendency is drawn from
    `tendency`; what they hold one ought to do is `anchor` times what prevailed: the mean reported in the last
    round, or where nothing was reported, the mean act. Their ties start fresh. `rounds_after` more rounds
    follow.
    """

    after: Whole = Field(ge=1, le=10_000)
    count: Whole = Field(ge=1, le=MOST_MEMBERS)
    who: Literal["random", "standing"]
    tendency: Span
    anchor: Share
    rounds_after: Whole = Field(ge=1, le=10_000)


class Trials(Strict):
    """Trials of an intervention: from each round of `starts` on, for `lasts` rounds. Announced to all.

    In the first round of a trial members are asked what has changed, so that those who noticed can be told.
    """

    starts: tuple[Annotated[Whole, Field(ge=2, le=10_000)], ...] = Field(min_length=1, max_length=50)
    lasts: Whole = Field(ge=1, le=1000)


class RatingsOff(Trials):
    """Ratings are given, visibly without effect: no tie changes, nobody is excluded, groups are random."""

    kind: Literal["ratings_off"]


class Multiplier(Trials):
    """What is put in is multiplied by another number (in the commons alone)."""

    kind: Literal["multiplier"]
    multiplier: Number = Field(ge=0, le=100)


class Majority(Trials):
    """A majority acts one way while saying that one ought to act another.

    A `share` of the members, drawn at random, put in `act` while the trial lasts and say that one ought to
    put in `says`, or that it does not matter ("none"). Their own memory leaves these rounds out.
    """

    kind: Literal["majority"]
    share: Share
    act: Whole = Field(ge=0, le=1000)
    says: int | Literal["none"]

    @field_validator("says", mode="before")
    @classmethod
    def _says(cls, value: Any) -> Any:
        if value != "none" and (type(value) is not int or not 0 <= value <= 1000):
            raise ValueError("expected a whole number of at least 0, or none")
        return value


class BadActors(Trials):
    """A share of the seats is taken by adversaries while the trial lasts; then those who sat there return."""

    kind: Literal["bad_actors"]
    share: Share
    tendency: Span
    anchor: Share


class Nothing(Trials):
    """Nothing changes, and members are asked all the same: how often a change is noticed that was none."""

    kind: Literal["nothing"]


Intervention = Annotated[
    RatingsOff | Multiplier | Majority | BadActors | Nothing, Field(discriminator="kind")
]


class Society(Strict):
    """A society: who is in it, what they do each round, and what may be done to it.

    `condition`, `variant` are what holds unless a run asks for another; `shocks` and `interventions` happen
    only where a run names them. `expectations` is the scale of both expectations, that of the acts;
    `trial_beliefs`: in the last round of a trial members are asked what they hold right themselves, and how
    likely they would lose by doing nothing.
    """

    society: Literal[1]
    id: Id
    title: str = Name
    about: str = Prose
    members: Whole = Field(ge=2, le=MOST_MEMBERS)
    names: tuple[Annotated[str, Field(min_length=1, max_length=20)], ...] = Field(max_length=200)
    rounds: Whole = Field(ge=1, le=10_000)
    rounds_told: Flag
    groups: Grouping
    tendency: Span
    game: GameSpec
    condition: ConditionSpec
    talk: Talk
    ratings: Ratings
    ties: Ties
    selection_from: Whole = Field(ge=1, le=10_000)
    expectations: Span
    trial_beliefs: Flag = False
    memory: Memory
    missing: Missing
    variant: Variant
    shocks: dict[Id, Shock] = Field(default_factory=dict, max_length=20)
    interventions: dict[Id, Intervention] = Field(default_factory=dict, max_length=40)
