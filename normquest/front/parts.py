"""Small parts of a rule as they are typed, and a rule with more in it."""

from __future__ import annotations

import re
from typing import Any

from normquest.front.menu import Item, pick_one
from normquest.norms.language.shapes import OTHER, PLAIN, Shape
from normquest.norms.reading import read_rule
from normquest.norms.rules import ActPattern, Now, Rule, rule_data
from normquest.norms.unstatable import Unstatable
from normquest.world.lexicon import Lexicon


def shape_of(rule: Rule) -> Shape:
    """The form of sentence that a rule is written in."""
    for shape in (*PLAIN, *OTHER):
        if shape.form == rule.form and all(getattr(rule, name) == value for name, value in shape.settles):
            return shape
    raise AssertionError(f"no sentence for the form {rule.form}")


def towards_one(pattern: ActPattern) -> ActPattern:
    """The same towards a particular person, who comes up again in the rule."""
    if pattern.binds:
        return pattern
    return ActPattern(verb=pattern.verb, tag=pattern.tag, tests=pattern.tests, binds=(("addressee", "?who"),))


def state(said: str, menu: list[Item[Now]]) -> Now:
    """An entry of a menu of states, denied where "not" stands in front. Raises Unstatable."""
    words = said.split(None, 1)
    if len(words) == 2 and words[0].casefold() == "not":
        return pick_one(words[1], menu).model_copy(update={"negated": True})
    return pick_one(said, menu)


def whole(line: str, most: int, expected: str, least: int = 1) -> int:
    """A whole number in its bounds. Raises Unstatable."""
    if not re.fullmatch(r"[0-9]{1,4}", line.strip()) or not least <= int(line) <= most:
        raise Unstatable(line, (expected,), None, "is no such number")
    return int(line)


def extended(rule: Rule, lexicon: Lexicon, **more: tuple[Any, ...]) -> Rule:
    """The rule with more in its lists, such as `unless=(condition,)`. Raises Unstatable where it has none."""
    data = rule_data(rule)
    for name, values in more.items():
        if not hasattr(rule, name):
            raise Unstatable(name, (), None, "has no place in a rule of this kind")
        data[name] = [*getattr(rule, name), *values]
    made = read_rule(data, lexicon)
    assert made is not None
    return made
