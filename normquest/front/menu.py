"""Numbered menus: how they are set, and which items a line picks, by number or by words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

from normquest.community.phrases import spoken
from normquest.front.look import Look, flowing, hanging
from normquest.norms.unstatable import Unstatable
from normquest.text import nearest

T = TypeVar("T")

_NUMBERS = re.compile(r"[0-9]{1,4}(?:[\s]+[0-9]{1,4})*")
_GROUP_COLUMN = 20


@dataclass(frozen=True)
class Item(Generic[T]):
    """One entry; its number is its place in the menu. `group` is what it says something of."""

    text: str
    value: T
    group: str = ""


def listing(items: Sequence[Item[T]], look: Look) -> str:
    """The menu: one entry a line, or, where entries have groups, a paragraph a group."""
    numbered = list(enumerate(items, 1))
    rows: list[str] = []
    column = min(max((len(item.group) for item in items), default=0), _GROUP_COLUMN) + 4
    for group, entries in groupby(numbered, lambda entry: entry[1].group):
        if group:
            units = (f"{number} {item.text}" for number, item in entries)
            rows.append(flowing(look, f"  {group}", units, column))
        else:
            rows += [hanging(look, f"{number:>3}  ", item.text) for number, item in entries]
    return "\n".join(rows)


def pick(line: str, items: Sequence[Item[T]]) -> list[T]:
    """The values that a line picks: numbers with spaces or commas between, or words with commas between.

    Raises Unstatable for what is not in the menu or could be several of it.
    """
    found: list[T] = []
    for part in line.split(","):
        part = part.strip()
        if _NUMBERS.fullmatch(part):
            found += [_numbered(number, items) for number in part.split()]
        elif part:
            found.append(_named(part, items))
    return found


def pick_one(line: str, items: Sequence[Item[T]]) -> T:
    """The one value that a line picks. Raises Unstatable."""
    found = pick(line, items)
    if len(found) != 1:
        problem = "picks more than one" if found else "picks nothing"
        raise Unstatable(line, (f"one number from 1 to {len(items)}, or its words",), None, problem)
    return found[0]


def _numbered(number: str, items: Sequence[Item[T]]) -> T:
    if not 1 <= int(number) <= len(items):
        raise Unstatable(number, (f"a number from 1 to {len(items)}",), None, "is not in the menu")
    return items[int(number) - 1].value


def _named(part: str, items: Sequence[Item[T]]) -> T:
    words = spoken(part)
    exact = [item for item in items if words and words in (spoken(item.text), _all_words(item))]
    partly = [item for item in items if words and _speaks_of(words, _all_words(item))]
    fitting = exact or partly
    if len(fitting) == 1:
        return fitting[0].value
    if fitting:
        numbers = [f"{items.index(item) + 1} {item.group} {item.text}".replace("  ", " ") for item in fitting]
        raise Unstatable(part, numbers, None, "could be several of these")
    texts = [item.text for item in items]
    raise Unstatable(part, texts, nearest(part, texts), "is not in the menu")


def _all_words(item: Item[T]) -> tuple[str, ...]:
    return spoken(f"{item.group} {item.text}")


def _speaks_of(words: tuple[str, ...], known: tuple[str, ...]) -> bool:
    return all(any(one.startswith(word) for one in known) for word in words)
