"""Societies for tests: loaded once, changed where a test needs it, played by scripted members."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from normquest import settings
from normquest.society.conditions import condition_from
from normquest.society.loader import LoadedSociety, load_society
from normquest.society.members.scripted import reply
from normquest.society.records import ENGINE, Config, Record, Reply, SocietyKey
from normquest.society.schema import Society
from normquest.society.state import Request, Step
from normquest.society.step import advance, begin

R = TypeVar("R")
FILES = sorted((settings.worlds_folder() / "societies").glob("*.yaml"))
Answers = Callable[[Request], Any]


@cache
def loaded(name: str = "commons") -> LoadedSociety:
    """A society that comes with the program."""
    return load_society(settings.worlds_folder() / "societies" / f"{name}.yaml")


def society(name: str = "commons", **changes: Any) -> Society:
    """The same with these fields of its file changed, each with the fields in it."""
    data = loaded(name).society.model_dump()
    for key, value in changes.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) else value
    return Society.model_validate(data)


def started(
    members: str, condition: str = "E+SL+SS", seed: int = 1, of: Society | None = None, **switches: Any
) -> Step:
    """The first step of a society of these members."""
    config = Config(condition_from(condition), **switches)
    key = SocietyKey(ENGINE, "hash", seed, condition, members, config.hash())
    return begin(key, config, of or society())


def to_the_end(step: Step, seed: int = 1, answers: Answers | None = None) -> tuple[list[Record], Step]:
    """Play on with scripted members; `answers` may give a reply's value instead, or None to let them."""
    records = list(step.records)
    while step.requests:
        step = advance(step.state, [_replied(request, seed, answers) for request in step.requests])
        records += step.records
    return records, step


def _replied(request: Request, seed: int, answers: Answers | None) -> Reply:
    value = answers(request) if answers is not None else None
    if isinstance(value, Reply):
        return value
    return reply(request, seed) if value is None else Reply(request.seq, "", value)


def played(members: str, condition: str = "E+SL+SS", seed: int = 1, **more: Any) -> list[Record]:
    """All records of a society of scripted members."""
    return to_the_end(started(members, condition, seed, **more), seed)[0]


def only(kind: type[R], records: Iterable[object]) -> list[R]:
    """Those of one kind."""
    return [record for record in records if isinstance(record, kind)]
