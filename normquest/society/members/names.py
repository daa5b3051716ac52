"""Members by name: `conditional`, with lapses `conditional~0.05`, a mixture `internalised/imitator~0.05`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

HUMAN = "human"
"""A person in a seat."""

_SCRIPTED = re.compile(r"(?P<minds>[a-z][a-z_-]*(?:/[a-z][a-z_-]*)*)(?:~(?P<lapse>0?\.[0-9]+|0|1))?")


@dataclass(frozen=True, slots=True)
class Spec:
    """A scripted member: its minds, one of which is drawn each round, and how often it acts at random
    instead.
    """

    minds: tuple[str, ...]
    lapse: float = 0.0


def reads(mind: str) -> bool:
    """Whether a member is one that is sent text: a person, or a chat model (provider:name)."""
    return mind == HUMAN or is_model(mind)


def is_model(mind: str) -> bool:
    """Whether a member is a chat model (provider:name)."""
    return ":" in mind


@lru_cache(maxsize=1024)
def spec_of(mind: str) -> Spec:
    """A scripted member's minds and lapse rate. Raises ValueError for a name that says neither."""
    found = _SCRIPTED.fullmatch(mind)
    if found is None:
        raise ValueError(f"'{mind[:40]}' is no scripted member; expected such as imitator, or imitator~0.05")
    return Spec(tuple(found["minds"].split("/")), float(found["lapse"] or 0))


def family(mind: str) -> str:
    """The family of a member in analyses: a scripted mind without its lapse rate, a model by its name."""
    return mind if reads(mind) else "/".join(spec_of(mind).minds)
