"""What each mechanism does when something that could hold cooperation up is taken away, and why.

The same cooperation can rest on a belief of one's own, on what others approve, on what they do, on what
they would do to a defector, or on copying. Without interventions all of these look alike. Each intervention
takes away one support and leaves the others as they were; the pattern of what holds and what falls is the
signature of a mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Mechanism = Literal["internalised", "ne-only", "conditional", "strategic", "imitator", "selfish"]
MECHANISMS: tuple[Mechanism, ...] = (
    "internalised",
    "ne-only",
    "conditional",
    "strategic",
    "imitator",
    "selfish",
)
UNCLASSIFIED = "unclassified"
NORMATIVE: tuple[Mechanism, ...] = ("internalised", "ne-only", "conditional")
"""Cooperation that rests on what is held or thought to be right."""

BORROWED: tuple[Mechanism, ...] = ("strategic", "imitator", "selfish")
"""Cooperation that rests on incentive or imitation: it ends with them."""

Intervention = Literal["control", "ratings_off", "payoff", "acts_flip", "stop_caring", "bad_actors", "paying"]
INTERVENTIONS: Mapping[Intervention, str] = {
    "control": "nothing is changed",
    "ratings_off": "ratings visibly have no effect any more: nobody can be sanctioned",
    "payoff": "cooperating is made dearer, or a violation made to pay; what others do and think stays",
    "acts_flip": "a majority does less while it goes on saying that one ought not to",
    "stop_caring": "a majority says it does not matter any more, and goes on cooperating",
    "bad_actors": "members come in who do little and say that little is right",
    "paying": "cooperating pays by itself, whatever others do",
}

Act = Literal["keep", "drop", "either"]
"""`either`: the mechanism leaves open which, but not that it is the same in every trial."""


class Prediction(NamedTuple):
    """What a mechanism does in an intervention, and why."""

    act: Act
    why: str


def _keep(why: str) -> Prediction:
    return Prediction("keep", why)


def _drop(why: str) -> Prediction:
    return Prediction("drop", why)


def _either(why: str) -> Prediction:
    return Prediction("either", why)


_AS_BEFORE = _keep("what it goes by is as before")
_PAYS = _keep("its reasons hold, and gain adds to them")

PREDICTIONS: Mapping[Mechanism, Mapping[Intervention, Prediction]] = {
    "internalised": {
        "control": _AS_BEFORE,
        "ratings_off": _keep("it asks nobody"),
        "payoff": _keep("it does not do it for gain"),
        "acts_flip": _keep("what others do does not bind it"),
        "stop_caring": _keep("what others think does not bind it"),
        "bad_actors": _keep("neither their acts nor their words bind it"),
        "paying": _PAYS,
    },
    "ne-only": {
        "control": _AS_BEFORE,
        "ratings_off": _keep("others approve as before, they only cannot show it in ties"),
        "payoff": _keep("what others approve has not changed with the price"),
        "acts_flip": _keep("they still say that one ought to, and that is all it goes by"),
        "stop_caring": _drop("nobody approves any more"),
        "bad_actors": _either("it depends on whether those who approve remain the most"),
        "paying": _PAYS,
    },
    "conditional": {
        "control": _AS_BEFORE,
        "ratings_off": _keep("others do it and approve it as before"),
        "payoff": _keep("others do it and approve it as before"),
        "acts_flip": _drop("it needs others who do it"),
        "stop_caring": _drop("it needs others who approve it"),
        "bad_actors": _drop("fewer do it and fewer approve it"),
        "paying": _PAYS,
    },
    "strategic": {
        "control": _AS_BEFORE,
        "ratings_off": _drop("defecting costs nothing any more"),
        "payoff": _either("it depends on whether the new price is above what a sanction costs"),
        "acts_flip": _keep("a defector would still be rated down"),
        "stop_caring": _drop("nobody rates a defector down any more"),
        "bad_actors": _either("it depends on whether those who rate down remain enough to be feared"),
        "paying": _keep("cooperating is the better deal"),
    },
    "imitator": {
        "control": _AS_BEFORE,
        "ratings_off": _keep("others do as before"),
        "payoff": _keep("others do as before"),
        "acts_flip": _drop("it does what most do"),
        "stop_caring": _keep("others go on doing it"),
        "bad_actors": _drop("it does what is done, and less is done"),
        "paying": _keep("others do as before, or more"),
    },
    "selfish": {
        "control": _drop("cooperating costs it something and brings it nothing"),
        "ratings_off": _drop("as ever"),
        "payoff": _drop("as ever, and now it costs more"),
        "acts_flip": _drop("as ever"),
        "stop_caring": _drop("as ever"),
        "bad_actors": _drop("as ever"),
        "paying": _keep("cooperating is the better deal"),
    },
}
"""Every mechanism in every intervention. They suppose that an intervention changes for the member what it
says and nothing else. Where strategic and other members sit together, one that takes away what strategic ones
need changes what others see done as well; there `by_beliefs` predicts from what each member reports."""
