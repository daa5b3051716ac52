"""Whether act patterns, in errands and in norms, can be met in a setting.

A pattern is checked as it stands in the file: `{tag: dyeing, target.colour: rose}`. The rule language proper
lives above this package; what is checked here is that its words exist, and exist where they are needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from normquest.world.builtin import all_tags, all_verbs
from normquest.world.checks.names import Kinds
from normquest.world.checks.supply import Supply
from normquest.world.errors import shortened
from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.schema import SlotName, Verb, World

ACT_SUBJECTS = ("actor", "addressee", "thing", "target", "style", "place", "hour", "present")
STATE_SUBJECTS = ("one", "place", "hour", "present")
_CLASSES: Mapping[str, tuple[str, ...]] = {
    "actor": ("person",),
    "addressee": ("person",),
    "present": ("person",),
    "one": ("person",),
    "thing": ("thing",),
    "target": ("thing", "place"),
    "place": ("place",),
}

Values = Mapping[str, Sequence[str | int]]
"""What each `$parameter` may stand for."""


def is_test(key: str) -> bool:
    """Whether a key of a pattern or condition is a test: `target.colour`, or `hour`, which has but a name."""
    return "." in key or key == "hour"


@dataclass(frozen=True)
class Patterns:
    """Checks patterns and conditions against the settings in which they must be possible."""

    world: World
    supplies: Sequence[Supply]
    report: Report
    home: FieldPath = ()
    """The path of the template that has the parameters."""
    params: Values = field(default_factory=dict)

    def pattern(self, pattern: Mapping[str, object], path: FieldPath) -> None:
        """Check an act pattern: its verb or tag, its tests, its variables."""
        kinds = [key for key in ("verb", "tag") if key in pattern]
        if len(kinds) != 1:
            self.report.add(path, "an act is named by 'verb' or by 'tag'", ("one of the two",))
            return
        acts = self._acts(kinds[0], pattern[kinds[0]], (*path, kinds[0]))
        for key, value in pattern.items():
            if key == kinds[0]:
                continue
            if not is_test(key):
                self._variable(key, value, (*path, key))
            elif self.known_test(key, value, ACT_SUBJECTS, (*path, key)) and acts is not None:
                self._possible(key, value, acts, path)
        if acts is not None:
            self._slots(pattern, acts, path)

    def condition(self, key: str, value: object, path: FieldPath) -> None:
        """Check one test of the moment, such as `place.cover: roofed`."""
        if self.known_test(key, value, STATE_SUBJECTS, path):
            self._there(key, value, path)

    def style(self, value: object, path: FieldPath) -> None:
        """Check the name of a style."""
        for name, here in self.each(value, path):
            if name not in self.world.styles:
                self.report.unknown(here, "style", name, self.world.styles)

    def each(self, value: object, path: FieldPath) -> list[tuple[str, FieldPath]]:
        """The names that a value stands for, with where they stand: itself, or those of its parameter."""
        if not isinstance(value, str):
            self.report.add(path, f"expected a name, not {shortened(value)}")
            return []
        if not value.startswith("$"):
            return [(value, path)]
        if value[1:] not in self.params:
            self.report.unknown(path, "parameter", value, [f"${name}" for name in self.params])
            return []
        found: list[tuple[str, FieldPath]] = []
        for number, name in enumerate(self.params[value[1:]]):
            here = (*self.home, "params", value[1:], number)
            if isinstance(name, str):
                found.append((name, here))
            else:
                self.report.add(here, f"expected a name, as {value} stands for one, not {name}")
        return found

    def known_test(self, key: str, value: object, subjects: Sequence[str], path: FieldPath) -> bool:
        """Check that a test's subject, attribute and values exist at all."""
        subject, _, attribute = key.partition(".")
        attribute = attribute or "name"
        if subject not in subjects:
            known = [f"{s}.{attribute}" for s in subjects]
            self.report.add(path, f"'{subject}' is not what can be tested here", known, key, key=True)
            return False
        legal = self._legal(subject, attribute)
        if legal is None:
            known = [f"{subject}.{name}" for name in self._attributes(subject)]
            self.report.add(path, f"'{subject}' has no '{attribute}' to test", known, key, key=True)
            return False
        names = self.each(value, path)
        wrong = [(name, here) for name, here in names if name not in legal]
        for name, here in wrong:
            self.report.unknown(here, subject if attribute == "name" else attribute, name, legal)
        return bool(names) and not wrong

    def _legal(self, subject: str, attribute: str) -> Sequence[str] | None:
        if subject in ("hour", "style"):
            names = self.world.hours if subject == "hour" else self.world.styles
            return tuple(names) if attribute == "name" else None
        if attribute == "kind":
            return tuple(self.world.kinds) if subject in ("thing", "target") else None
        if attribute == "holds":
            return tuple(self.world.kinds) if _CLASSES[subject] == ("person",) else None
        declared = self.world.attributes.get(attribute)
        if declared is None or not set(declared.of) & set(_CLASSES[subject]):
            return None
        return tuple(declared.values)

    def _attributes(self, subject: str) -> list[str]:
        if subject in ("hour", "style"):
            return ["name"]
        known = [*self.world.attributes, "kind", "holds"]
        return sorted(name for name in known if self._legal(subject, name) is not None)

    def _acts(self, key: str, value: object, path: FieldPath) -> Sequence[Mapping[str, Verb]] | None:
        """The verbs that fit in each setting, by name; None after noting that some setting has none."""
        names = self.each(value, path)
        known = all_verbs(self.world) if key == "verb" else all_tags(self.world)
        for name, here in names:
            if name not in known:
                self.report.unknown(here, key, name, known)
                return None
        found: list[Mapping[str, Verb]] = []
        for supply in self.supplies:
            fitting: dict[str, Verb] = {}
            for name, here in names:
                verbs = supply.names.verbs
                fit = {v: verbs[v] for v in verbs if name in (verbs[v].tags if key == "tag" else (v,))}
                if not fit:
                    message = "is not among the verbs" if key == "verb" else "is the tag of no verb"
                    self.report.add(here, f"'{name}' {message} of {supply.names.label}")
                    return None
                fitting |= fit
            found.append(fitting)
        return found if names else None

    def _variable(self, key: str, value: object, path: FieldPath) -> None:
        if key not in ("addressee", "thing", "target"):
            known = ["verb", "tag", "addressee", "thing", "target", *(f"{s}.…" for s in ACT_SUBJECTS)]
            self.report.add(path, f"an act has no '{shortened(key)}'", known, key, key=True)
        elif not (isinstance(value, str) and value.startswith("?") and len(value) > 1):
            self.report.add(path, f"'{key}' alone takes a variable", ("a variable such as ?who",))

    def _slots(
        self, pattern: Mapping[str, object], acts: Sequence[Mapping[str, Verb]], path: FieldPath
    ) -> None:
        """Some verb in each setting must have all the slots that the pattern speaks of."""
        subjects = {key.partition(".")[0] for key in pattern} & {"thing", "target", "addressee", "style"}
        for supply, verbs in zip(self.supplies, acts, strict=True):
            if not any(subjects <= set(verb.slots) for verb in verbs.values()):
                listed = ", ".join(sorted(subjects))
                message = f"no such verb of {supply.names.label} has all the slots tested: {listed}"
                self.report.add(path, message)

    def _possible(self, key: str, value: object, acts: Sequence[Mapping[str, Verb]], path: FieldPath) -> None:
        """The values tested must be met with in each setting, in a slot by what may fill it."""
        subject, _, attribute = key.partition(".")
        here = (*path, key)
        if subject not in ("thing", "target", "addressee", "style"):
            self._there(key, value, here)
            return
        for supply, verbs in zip(self.supplies, acts, strict=True):
            having = [verb for verb in verbs.values() if subject in verb.slots]
            for name, spot in self.each(value, here) if having else ():
                if not any(self._fills(supply, verb, subject, attribute, name) for verb in having):
                    message = f"nothing that can fill '{subject}' in {supply.names.label} is ever '{name}'"
                    self.report.add(spot, message)

    def _fills(self, supply: Supply, verb: Verb, subject: str, attribute: str, value: str) -> bool:
        if subject == "style":
            slot = verb.slots["style"]
            return value in slot.values or not slot.values
        kinds = supply.names.slot(verb, cast(SlotName, subject))
        return not kinds or bool(kinds & supply.carriers(attribute, value))

    def _there(self, key: str, value: object, path: FieldPath) -> None:
        """The values tested of a person, place or hour must be met with in each setting."""
        subject, _, attribute = key.partition(".")
        if subject == "hour":
            return
        wanted: Kinds = frozenset(_CLASSES[subject])
        for supply in self.supplies:
            for name, here in self.each(value, path):
                if not wanted & supply.carriers(attribute, name):
                    what = "nobody" if "person" in wanted else "no place"
                    self.report.add(here, f"{what} in {supply.names.label} ever has {attribute} '{name}'")
