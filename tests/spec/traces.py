"""Loads verdicts.yaml, strictly: an unknown key, a duplicate one or an impossible finding is an error."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import yaml

from normquest.norms.events import Event, Result
from normquest.norms.rules import Rule, rule_from

from .notation import Director, SpecError, only, seen_with_gaps

PATH = Path(__file__).with_name("verdicts.yaml")
FILE_KEYS = {"verbs", "traces", "opportunities"}
NEEDED = {"id", "family", "why", "rule", "people", "events", "findings"}
TRACE_KEYS = NEEDED | {"places", "things", "token_mirror", "polarity_mirror", "view"}
FINDING_KEYS = {"result", "bearer", "opened", "closed"}
FAMILIES = (
    "attribute",
    "place",
    "hour",
    "role",
    "relation",
    "precedence",
    "deadline",
    "maintenance",
    "quantity",
    "alternation",
    "reciprocity",
    "speech",
    "defeasible",
    "repair",
    "meta",
    "composition",
    "bearer",
    "failed",
    "stage",
)


@dataclass(frozen=True)
class Expected:
    """One finding as the contract has it: indexes of events, `closed` None while open."""

    result: Result
    bearer: str
    opened: int
    closed: int | None

    @property
    def emitted(self) -> int:
        """The event at which the monitor must say so."""
        return self.opened if self.closed is None else self.closed


Findings = tuple[Expected, ...]


@dataclass(frozen=True)
class TokenMirror:
    """The rule with the values a and b of an attribute swapped, on the same events."""

    attribute: str
    a: str
    b: str
    findings: Findings


@dataclass(frozen=True)
class View:
    """The same events as somebody saw them who did not see everything."""

    why: str
    events: tuple[Event, ...]
    findings: Findings


@dataclass(frozen=True)
class Trace:
    """One rule on one stretch of life, with what must be found."""

    id: str
    family: str
    why: str
    rule: Rule
    events: tuple[Event, ...]
    findings: Findings
    token_mirror: TokenMirror | None
    polarity_mirror: Findings | None
    views: tuple[View, ...]


@dataclass(frozen=True)
class OpportunityCase:
    """Decision points `(turn, instance, tempting, keepable, violated)` and the opportunities in them,
    `(instance, first, last, outcome)`.
    """

    id: str
    why: str
    moments: tuple[tuple[int, str, bool, bool, bool], ...]
    opportunities: tuple[tuple[str, int, int, str], ...]


class _Loader(yaml.SafeLoader):
    """YAML in which a duplicate key is an error."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = {str(key) for key in keys if keys.count(key) > 1}
        if twice:
            raise SpecError(f"{PATH.name}{node.start_mark}: given twice: {', '.join(sorted(twice))}")
        return super().construct_mapping(node, deep)


def _file() -> dict[str, Any]:
    with PATH.open(encoding="utf-8") as stream:
        return only(yaml.load(stream, _Loader), FILE_KEYS, PATH.name)  # a SafeLoader


def traces() -> tuple[Trace, ...]:
    """All traces, in the order of the file."""
    data = _file()
    found = tuple(_trace(raw, data["verbs"]) for raw in data["traces"])
    ids = [trace.id for trace in found]
    if twice := {i for i in ids if ids.count(i) > 1}:
        raise SpecError(f"two traces are called {', '.join(sorted(twice))}")
    return found


def _trace(raw: Any, verbs: dict[str, list[str]]) -> Trace:
    where = f"trace {raw.get('id', raw) if isinstance(raw, dict) else raw!r}"
    if missing := NEEDED - set(only(raw, TRACE_KEYS, where)):
        raise SpecError(f"{where}: {', '.join(sorted(missing))} is missing")
    if raw["family"] not in FAMILIES:
        raise SpecError(f"{where}: '{raw['family']}' is no family; expected one of {', '.join(FAMILIES)}")
    events = Director(raw, verbs, where).events(raw["events"])
    people = frozenset(raw["people"])

    def findings(lines: Any, part: str) -> Findings:
        return _findings(lines, len(events), people, f"{where}, {part}")

    token = polarity = None
    if "token_mirror" in raw:
        part = only(raw["token_mirror"], {"attribute", "a", "b", "findings"}, f"{where}, token_mirror")
        token = TokenMirror(
            part["attribute"], part["a"], part["b"], findings(part["findings"], "token_mirror")
        )
    if "polarity_mirror" in raw:
        part = only(raw["polarity_mirror"], {"findings"}, f"{where}, polarity_mirror")
        polarity = findings(part["findings"], "polarity_mirror")
    views = []
    for number, part in enumerate(raw.get("view", ())):
        label = f"{where}, view {number}"
        only(part, {"why", "unseen", "hidden", "findings"}, label)
        seen = seen_with_gaps(events, part.get("unseen", []), part.get("hidden", {}), label)
        views.append(View(part["why"], seen, findings(part["findings"], f"view {number}")))
    return Trace(
        id=raw["id"],
        family=raw["family"],
        why=raw["why"],
        rule=rule_from(raw["rule"]),
        events=events,
        findings=findings(raw["findings"], "findings"),
        token_mirror=token,
        polarity_mirror=polarity,
        views=tuple(views),
    )


def _findings(lines: Any, length: int, people: frozenset[str], where: str) -> Findings:
    found = []
    for line in lines:
        if set(only(line, FINDING_KEYS, where)) != FINDING_KEYS:
            raise SpecError(f"{where}: a finding has result, bearer, opened and closed; here {line!r}")
        expected = Expected(**line)
        if expected.result not in get_args(Result) or expected.bearer not in people:
            raise SpecError(f"{where}: no such result or bearer: {line!r}")
        if (expected.closed is None) != (expected.result == "open"):
            raise SpecError(f"{where}: open, and only open, has no closing event: {line!r}")
        if not 0 <= expected.opened <= expected.emitted < length:
            raise SpecError(f"{where}: opened or closed at no event: {line!r}")
        found.append(expected)
    if [f.emitted for f in found] != sorted(f.emitted for f in found):
        raise SpecError(f"{where}: findings are not in the order in which they are emitted")
    return tuple(found)


def opportunity_cases() -> tuple[OpportunityCase, ...]:
    """The cases of section `opportunities`."""
    cases = []
    for raw in _file()["opportunities"]:
        where = f"opportunity case {raw.get('id')}"
        only(raw, {"id", "why", "moments", "opportunities"}, where)
        moments = []
        for line in raw["moments"]:
            only(line, {"turn", "instance", "tempting", "keepable", "violated"}, where)
            moments.append(
                (line["turn"], line["instance"], line["tempting"], line["keepable"], line["violated"])
            )
        expected = []
        for line in raw["opportunities"]:
            only(line, {"instance", "first", "last", "outcome"}, where)
            expected.append((line["instance"], line["first"], line["last"], line["outcome"]))
        cases.append(OpportunityCase(raw["id"], raw["why"], tuple(moments), tuple(expected)))
    return tuple(cases)
