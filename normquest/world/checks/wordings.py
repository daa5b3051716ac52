"""Whether wordings have room for exactly what can be filled in."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from normquest.world.nodes import FieldPath
from normquest.world.report import Report
from normquest.world.schema import Verb, Words, World

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_SLOTS = ("thing", "target", "addressee", "style")


def placeholders(text: str) -> list[str]:
    """The names in braces, in order."""
    return _PLACEHOLDER.findall(text)


def check_wording(text: str, allowed: Collection[str], path: FieldPath, report: Report) -> None:
    """Note placeholders that nothing fills, and braces that belong to none."""
    for name in placeholders(text):
        if name not in allowed:
            known = sorted(f"{{{a}}}" for a in allowed)
            report.add(path, f"nothing fills {{{name}}} here", known or ["no placeholder"], f"{{{name}}}")
    if set(_PLACEHOLDER.sub("", text)) & {"{", "}"}:
        report.add(path, "a brace without its other half")


def check_needed(text: str, needed: Iterable[str], path: FieldPath, report: Report) -> None:
    """Note placeholders that a wording must have and lacks."""
    for name in needed:
        if name not in placeholders(text):
            report.add(path, f"{{{name}}} is missing in this wording")


def check_wordings(world: World, report: Report) -> None:
    """Check every wording of a world."""
    for tag, words in world.tags.items():
        _phrases(words, _SLOTS, ("tags", tag), report)
        _alike(words, ("tags", tag), report)
    for name, verb in world.verbs.items():
        _verb(verb, ("verbs", name), report)
    for name, sanction in world.sanctions.items():
        for field, texts, needed in (
            ("say", sanction.say, ("sanctioner", "target")),
            ("you", sanction.you, ("sanctioner",)),
        ):
            for number, text in enumerate(texts):
                path: FieldPath = ("sanctions", name, field, number)
                check_wording(text, ("sanctioner", "target"), path, report)
                check_needed(text, needed, path, report)
    _without(world, report)


def _phrases(words: Words, slots: Collection[str], path: FieldPath, report: Report) -> None:
    for field, text in _voices(words).items():
        check_wording(text, slots, (*path, field), report)
    for slot in words.nouns:
        if slot not in placeholders(words.base):
            report.add((*path, "nouns", slot), f"the wording has no {{{slot}}}", key=True)


def _voices(words: Words) -> dict[str, str]:
    return {"base": words.base, "past": words.past, "ing": words.ing}


def _alike(words: Words, path: FieldPath, report: Report) -> None:
    """The three wordings must speak of the same slots; the one that differs from the others is at fault."""
    base, past, ing = (set(placeholders(text)) - {"style"} for text in _voices(words).values())
    if not base == past == ing:
        field = "ing" if base == past else "past" if base == ing else "base"
        report.add((*path, field), "base, past and ing must have the same placeholders")


def _verb(verb: Verb, path: FieldPath, report: Report) -> None:
    _phrases(verb, tuple(verb.slots), path, report)
    # A style may stand behind the act, as it does in rules; everything else an act is told apart by.
    spoken = [slot for slot in verb.slots if slot != "style"]
    for field, text in _voices(verb).items():
        check_needed(text, spoken, (*path, field), report)
    parts = ("actor", "place", *verb.slots)
    for told, texts in (("you", verb.says.you), ("other", verb.says.other)):
        for number, text in enumerate(texts):
            check_wording(text, parts, (*path, "says", told, number), report)
    for number, text in enumerate(verb.says.other):
        check_needed(text, ("actor",), (*path, "says", "other", number), report)
    if verb.says.dim is not None:
        check_wording(verb.says.dim, ("place",), (*path, "says", "dim"), report)
    for number, fails in enumerate(verb.fails):
        check_wording(fails.say, parts, (*path, "fails", number, "say"), report)


def _without(world: World, report: Report) -> None:
    """Texts that are shown as they stand, or with little filled in."""
    for path, text in _plain_texts(world):
        check_wording(text, (), path, report)
    for label, setting in (("home", world.home), ("elsewhere", world.elsewhere)):
        for name, thing in setting.things.items():
            kind = world.kinds.get(thing.kind)
            inherited = kind.attributes if kind is not None else {}
            has = [a for a in {**inherited, **thing.attributes} if a in world.attributes]
            if thing.name is not None:
                check_wording(thing.name, has, (label, "things", name, "name"), report)
        for person, who in setting.people.items():
            for number, habit in enumerate(who.habits):
                check_wording(habit, ("actor", "place"), (label, "people", person, "habits", number), report)
        for number, rule in enumerate(setting.rules):
            if rule.say is not None:
                allowed = () if rule.for_ is None else ("it",)
                check_wording(rule.say, allowed, (label, "rules", number, "say"), report)


def _plain_texts(world: World) -> Iterable[tuple[FieldPath, str]]:
    yield ("title",), world.title
    yield ("about",), world.about
    for name, attribute in world.attributes.items():
        for value, words in attribute.values.items():
            yield ("attributes", name, "values", value), words
    for name, kind in world.kinds.items():
        yield ("kinds", name, "name"), kind.name
    for name, hour in world.hours.items():
        yield ("hours", name, "reads"), hour.reads
    for name, style in world.styles.items():
        yield ("styles", name), style
    for label, setting in (("home", world.home), ("elsewhere", world.elsewhere)):
        yield (label, "name"), setting.name
        yield (label, "arrival"), setting.arrival
        for name, place in setting.places.items():
            yield (label, "places", name, "name"), place.name
            for number, prose in enumerate(place.prose):
                yield (label, "places", name, "prose", number), prose
        for name, task in setting.tasks.items():
            yield (label, "tasks", name, "title"), task.title
            yield (label, "tasks", name, "brief"), task.brief
        for number, person in enumerate(setting.names):
            yield (label, "names", number), person
