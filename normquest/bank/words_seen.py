"""What can be told apart in a community: the vocabulary that its people's acts show."""

from __future__ import annotations

from collections.abc import Iterable

from normquest.community.build import Community
from normquest.norms.edits import Vocabulary
from normquest.norms.events import Event
from normquest.norms.rules import ActPattern, Now, Test

_SLOTS = ("thing", "target", "addressee", "style")


def vocabulary(community: Community, events: Iterable[Event]) -> Vocabulary:
    """Tests that are sometimes true and sometimes not, by tag; conditions of the moment; rites.

    Values come from what was seen, in sorted order, so that the same events
    give the same vocabulary everywhere.
    """
    seen: dict[str, dict[str, set[str]]] = {}
    here: dict[str, set[str]] = {}
    rite_tags: set[str] = set()
    for event in events:
        if event.kind != "act" or event.act is None:
            continue
        for tag in event.tags:
            slots = seen.setdefault(tag, {})
            for slot in _SLOTS:
                for attribute, value in (event.facts.get(slot) or {}).items():
                    if attribute in ("held_by", "holds") or not isinstance(value, str):
                        continue
                    slots.setdefault(f"{slot}.{attribute}", set()).add(value)
        if community.verbs[event.act.verb].rite:
            rite_tags.update(event.tags)
        for attribute, value in (event.facts.get("place") or {}).items():
            here.setdefault(f"place.{attribute}", set()).add(value)
        for facts in (event.facts.get("people") or {}).values():
            for attribute, value in facts.items():
                if attribute == "holds":
                    here.setdefault("one.holds", set()).update(value)
                elif isinstance(value, str):
                    here.setdefault(f"present.{attribute}", set()).add(value)
                    here.setdefault(f"one.{attribute}", set()).add(value)
    here["hour"] = set(community.world.hours)
    tests = {
        tag: {key: tuple(sorted(values)) for key, values in sorted(slots.items()) if len(values) > 1}
        for tag, slots in sorted(seen.items())
    }
    conditions = []
    for key in sorted(here):
        subject, _, attribute = key.partition(".")
        # The newcomer has no role or attire of its own: a rule on the bearer's would never bind it.
        if subject == "one" and attribute != "holds":
            continue
        if len(here[key]) > 1 or attribute == "holds":
            for value in sorted(map(str, here[key])):
                test = Test(subject=subject, attribute=attribute or "hour", value=value)  # type: ignore[arg-type]
                conditions.append(Now(test=test))
    rites = [ActPattern(tag=tag) for tag in sorted(rite_tags)]
    for tag in sorted(rite_tags):
        for key, values in tests.get(tag, {}).items():
            subject, _, attribute = key.partition(".")
            for value in values:
                test = Test(subject=subject, attribute=attribute, value=value)  # type: ignore[arg-type]
                rites.append(ActPattern(tag=tag, tests=(test,)))
    return Vocabulary(
        tests=tests, conditions=tuple(conditions), rites=tuple(rites), styles=tuple(community.world.styles)
    )
