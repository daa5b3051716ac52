"""A norm's mirrors: the same rule with two like tokens swapped, or turned round.

Both are involutions: the mirror of the mirror is the rule. A newcomer that
does as well with the mirror as with the norm has learned from the evidence and
not from what such norms are usually like.
"""

from __future__ import annotations

from itertools import combinations
from typing import TypeVar

from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Both,
    Deadline,
    Frozen,
    Maintenance,
    Meta,
    Precedence,
    Prohibition,
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
    Test,
)
from normquest.norms.walk import STYLE_ATTRIBUTE, rewrite
from normquest.world.lexicon import Lexicon

R = TypeVar("R", bound=Frozen)

KINDS = ("kind", "holds")
"""Attributes whose values are kinds of thing."""


def swap_tokens(rule: R, attribute: str, a: str, b: str) -> R:
    """The rule with the values `a` and `b` of the attribute swapped everywhere, also inside a custom.

    The style that a speech rule asks for is the attribute `name`.
    """
    swapped = {a: b, b: a}

    def change(part: Frozen) -> Frozen:
        match part:
            case Test() if part.attribute == attribute and part.value in swapped:
                return Test(subject=part.subject, attribute=attribute, value=swapped[part.value])
            case Speech() if attribute == STYLE_ATTRIBUTE and part.style in swapped:
                return Speech(act=part.act, style=swapped[part.style])
        return part

    return rewrite(rule, change)


def token_mirrors(rule: Rule, lexicon: Lexicon) -> list[tuple[str, str, str, Rule]]:
    """Every (attribute, a, b, mirror) where a and b are like tokens and the mirror is another rule."""
    mirrors: list[tuple[str, str, str, Rule]] = []
    for name, attribute in lexicon.attributes.items():
        pairs = {tuple(sorted(pair)) for group in attribute.tokens for pair in combinations(group, 2)}
        for a, b in sorted(pairs):
            mirror = swap_tokens(rule, name, a, b)
            if mirror != rule:
                mirrors.append((name, a, b, mirror))
    return mirrors


def swap_names(rule: R, a: str, b: str) -> R:
    """The rule with two tags, or two kinds of thing, swapped everywhere, also in what somebody holds."""
    swapped = {a: b, b: a}

    def change(part: Frozen) -> Frozen:
        match part:
            case ActPattern() if part.tag in swapped:
                return part.model_copy(update={"tag": swapped[part.tag]})
            case Test() if part.attribute in KINDS and part.value in swapped:
                return Test(subject=part.subject, attribute=part.attribute, value=swapped[part.value])
        return part

    return rewrite(rule, change)


def polarity_mirror(rule: Rule, styles: tuple[str, str] | None = None) -> Rule | None:
    """The rule turned round, or None where it has no other side.

    With exactly one condition, `when` and `unless` change places; Q before P
    becomes no Q before P; keeping C becomes keeping clear of C. A speech rule
    turns only between two given styles.
    """
    match rule:
        case Prohibition() if len(rule.when) + len(rule.unless) == 1:
            return Prohibition(act=rule.act, when=rule.unless, unless=rule.when, bearer=rule.bearer)
        case Repair() if len(rule.when) + len(rule.unless) == 1:
            return Repair(
                act=rule.act, when=rule.unless, unless=rule.when, then=rule.then, within=rule.within
            )
        case Precedence():
            return rule.model_copy(update={"negated": not rule.negated})
        case Maintenance():
            keep = rule.keep.model_copy(update={"negated": not rule.keep.negated})
            return rule.model_copy(update={"keep": keep})
        case Speech() if styles is not None and rule.style in styles and styles[0] != styles[1]:
            return Speech(act=rule.act, style=styles[rule.style == styles[0]])
        case Prohibition() | Repair() | Speech() | Deadline() | Quantity() | Alternation() | Reciprocity():
            return None
        case Meta() | Both():
            return None
