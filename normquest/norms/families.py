"""To which family a rule belongs, and how much it says."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Both,
    Condition,
    Deadline,
    Maintenance,
    Meta,
    Past,
    Precedence,
    Prohibition,
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
)
from normquest.text import nearest

FAMILIES: dict[str, str] = {
    "attribute": "what a thing is like decides: not this kind of act with such a thing",
    "place": "where one is decides: forbidden in one kind of place, or everywhere but there",
    "hour": "the hour decides: forbidden at one hour of the day, or at every other",
    "role": "who one is, who is addressed or who is there decides",
    "relation": "what has passed between these two decides: the same person or thing, by name",
    "precedence": "something must, or must not, have been done before the act",
    "deadline": "after the act something else must be done within a number of turns",
    "maintenance": "something must be kept up as long as certain conditions hold",
    "quantity": "only so many times a day or an hour",
    "alternation": "not twice running by the same person: another must have done it in between",
    "reciprocity": "not again towards the same person before something has been given back",
    "speech": "a way of speaking that certain acts of speech require",
    "defeasible": "what one wears or holds decides: a token lifts the rule, or brings it on",
    "repair": "a breach is forgiven if it is made good within a number of turns",
    "meta": "who must, or alone may, rebuke others for breaking a custom that all know",
    "composition": "two rules, or one with several conditions",
}
"""Every family with what it is about, in one line."""

_OF_FORM: dict[type[Rule], str] = {
    Repair: "repair",
    Maintenance: "maintenance",
    Quantity: "quantity",
    Alternation: "alternation",
    Reciprocity: "reciprocity",
    Speech: "speech",
    Meta: "meta",
    Both: "composition",
}
_TOKENS = ("holds", "wears")


def family(rule: Rule) -> str:
    """The rule's family: by its form, variables and conditions; else by what its act pattern tests."""
    if isinstance(rule, Precedence | Deadline):
        others = rule.first if isinstance(rule, Precedence) else rule.then
        if _bound(rule.act, *others):
            return "relation"
        return "composition" if len(others) > 1 else rule.form
    if isinstance(rule, Prohibition):
        conditions = (*rule.when, *rule.unless)
        if _bound(rule.act, *(c.act for c in conditions if isinstance(c, Past))):
            return "relation"
        if len(conditions) > 1:
            return "composition"
        return _of_condition(conditions[0]) if conditions else _of_act(rule)
    return _OF_FORM[type(rule)]


def _bound(*acts: ActPattern) -> bool:
    """Whether the patterns have a variable in common."""
    variables = [variable for act in acts for variable in {name for _, name in act.binds}]
    return len(variables) > len(set(variables))


def _of_condition(condition: Condition) -> str:
    if isinstance(condition, Past):
        return "precedence"
    test = condition.test
    if test.subject in ("place", "hour"):
        return test.subject
    return "defeasible" if test.subject == "one" and test.attribute in _TOKENS else "role"


def _of_act(rule: Prohibition) -> str:
    """Of a bare prohibition: what its act pattern tests besides the things used."""
    subjects = {test.subject for test in rule.act.tests}
    for subject in ("place", "hour"):
        if subject in subjects:
            return subject
    if subjects & {"actor", "addressee", "present"} or rule.bearer != "actor":
        return "role"
    return "attribute"


def describe_family(name: str) -> str:
    """One line on what the family is about. Raises ValueError for a name that is none."""
    if name not in FAMILIES:
        close = nearest(name, FAMILIES)
        hint = f"; nearest: {close}" if close else ""
        raise ValueError(f"'{name}' is no family; expected {', '.join(FAMILIES)}{hint}")
    return FAMILIES[name]


def size(rule: Rule) -> int:
    """How many parts a rule has: what a prior that favours short rules counts.

    One for the form and one for each of: kind of act, test, variable,
    condition, denial, window that is not the usual, bearer other than the actor.
    The custom of a meta rule is told to all, so it costs one, however long.
    """
    match rule:
        case Prohibition():
            guards = _conditions(rule.when) + _conditions(rule.unless)
            return 1 + _acts(rule.act) + guards + (rule.bearer != "actor")
        case Repair():
            return 1 + _acts(rule.act, *rule.then) + _conditions(rule.when) + _conditions(rule.unless)
        case Precedence():
            return 1 + _acts(rule.act, *rule.first) + (rule.window != "since_entering") + rule.negated
        case Deadline():
            return 1 + _acts(rule.act, *rule.then) + (rule.bearer != "actor")
        case Maintenance():
            return 1 + rule.keep.size + _conditions(rule.during)
        case Quantity() | Alternation():
            return 1 + _acts(rule.act)
        case Reciprocity():
            return 1 + _acts(rule.act, rule.back)
        case Speech():
            return 2 + _acts(rule.act)
        case Meta():
            return 2 + _acts(rule.rebuke) + rule.by.size
        case Both():
            return 1 + sum(size(part) for part in rule.rules)


def _acts(*acts: ActPattern) -> int:
    return sum(act.size + len(act.binds) for act in acts)


def _conditions(conditions: Sequence[Condition]) -> int:
    return sum(
        c.size + len(c.act.binds) + (c.window != "since_entering") if isinstance(c, Past) else c.size
        for c in conditions
    )
