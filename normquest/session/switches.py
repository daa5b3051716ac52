"""Conditions of an experiment as they are typed: `key=value`, typed and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from normquest.bank.draw import LEVELS
from normquest.episode.records import ARMS, Config
from normquest.session.errors import SessionError, unknown
from normquest.text import join_words, nearest

OWN_OPTION = ("arm", "model")
"""Fields of a configuration that are no switches: the arm has an option, a model its own settings."""

BOUNDS: Mapping[str, tuple[float, float]] = {
    "miss": (0, 1),
    "false_alarm": (0, 1),
    "delay": (0, 3),
    "scenes": (0, 1000),
    "payoff_task": (-1000, 1000),
    "payoff_offence": (-1000, 1000),
}
"""Between which numbers a switch may lie, both included."""

_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def switch_names() -> tuple[str, ...]:
    """The names of all switches, in the order of the configuration."""
    return tuple(field.name for field in fields(Config) if field.name not in OWN_OPTION)


def config_from(switches: Iterable[str], *, arm: str = "both", level: str | None = None) -> Config:
    """The configuration of an arm with switches such as `miss=0.1`; `level` goes before a switch so named.

    Raises SessionError for an unknown arm, level or switch (naming the nearest), for a value that is none of
    its kind, and for a switch given twice.
    """
    if arm not in ARMS:
        raise unknown("--arm", "arm", arm, ARMS, "README.md says what each arm shows")
    values: dict[str, Any] = {}
    for text in switches:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise _wrong(text, "it has no =", "key=value, such as miss=0.1")
        if name not in switch_names():
            raise unknown("--switch", "switch", name, switch_names(), "Give one of them as key=value")
        if name in values:
            raise _wrong(text, f"{name} is given twice", "each switch once")
        values[name] = _value(name, value.strip(), text)
    if level is not None:
        values["level"] = _level(level, "--level")
    return Config(arm=arm, **values)


def checked(data: Mapping[str, Any]) -> Config:
    """A stored configuration. Raises SessionError if this version does not know it."""
    try:
        return Config(**data)
    except TypeError as error:
        raise SessionError(
            "a stored configuration",
            f"this version does not know it ({error})",
            "the switches of this version",
            "Use the version of NormQuest that made it",
        ) from None


def _wrong(text: str, what: str, expected: str) -> SessionError:
    return SessionError(f"--switch {text[:60]}", what, expected, "Correct the switch", usage=True)


def _level(value: str, where: str) -> str:
    if value not in LEVELS:
        raise unknown(where, "level", value, LEVELS, "Give one of them")
    return value


def _value(name: str, value: str, text: str) -> Any:
    if name == "level":
        return _level(value, "--switch level")
    kind: Any = get_type_hints(Config)[name]
    if get_origin(kind) in (Union, UnionType):
        if value.casefold() in ("none", "all", ""):
            return None
        kind = next(one for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is Literal:
        options = get_args(kind)
        if value not in options:
            close = nearest(value, options)
            hint = f" (did you mean {close}?)" if close else ""
            raise _wrong(text, f"'{value[:40]}' is none of its values{hint}", join_words(options, "or"))
        return value
    if kind is bool:
        if value.casefold() not in (*_YES, *_NO):
            raise _wrong(text, f"'{value[:40]}' is neither true nor false", "true or false")
        return value.casefold() in _YES
    return _number(name, kind, value, text)


def _number(name: str, kind: type[int] | type[float], value: str, text: str) -> float:
    low, high = BOUNDS[name]
    what = "a whole number" if kind is int else "a number"
    try:
        number = kind(value)
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        raise _wrong(text, f"'{value[:40]}' is no such number", f"{what} from {low:g} to {high:g}")
    return number
