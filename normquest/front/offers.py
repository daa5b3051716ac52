"""What a lexicon offers for each part of a rule, as menus. People and models choose from the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from normquest.front.menu import Item
from normquest.norms.english import render_condition
from normquest.norms.language.acts import USUAL_VARIABLE, kind_of_slot
from normquest.norms.language.shapes import OTHER, PLAIN, Shape
from normquest.norms.language.values import KIND_OF, Kind, styles_of
from normquest.norms.rules import ActPattern, Now, Test, Window
from normquest.world.builtin import BUILTIN_TAGS, GO, WAIT
from normquest.world.lexicon import ActWords, Lexicon

_SLOT = re.compile(r"\{(\w+)\}")
_READS = {"wearing": "wearing ", "holding": "holding "}
_SOMEONE = ("someone", "somebody", "anyone", "anybody")
_STATES = ("one", "present", "place", "hour")

Detail = Test | tuple[str, str]
"""A test of an act, or a variable that it binds: (slot, name)."""


def forms(plain_only: bool = False) -> list[Item[Shape]]:
    """Every form of sentence."""
    shapes = PLAIN if plain_only else (*PLAIN, *OTHER)
    two = "Two rules, both in force"
    return [Item(two if shape.form == "both" else shape.menu, shape) for shape in shapes]


def acts(lexicon: Lexicon) -> list[Item[ActPattern]]:
    """Kinds of act (any way of doing them counts) and single acts.

    Last come kinds that are worded as a single act is, and going and waiting: few rules are about these.
    """
    tags = [Item(_open(words), ActPattern(tag=tag), "kinds of act") for tag, words in lexicon.tags.items()]
    verbs = [Item(_open(words), ActPattern(verb=verb), "acts") for verb, words in lexicon.verbs.items()]
    single = {item.text for item in verbs}

    def seldom(item: Item[ActPattern]) -> int:
        if item.value.tag in BUILTIN_TAGS or item.value.verb in (GO, WAIT):
            return 2
        return int(item.value.tag is not None and item.text in single)

    return sorted([*tags, *verbs], key=seldom)


def _open(words: ActWords) -> str:
    return _SLOT.sub("…", words.base)


def details(pattern: ActPattern, lexicon: Lexicon) -> list[Item[Detail]]:
    """What can be said of such an act: of what it is done to, by whom, where, when, before whom, how."""
    words = (lexicon.verbs if pattern.verb is not None else lexicon.tags)[pattern.verb or pattern.tag or ""]
    slots = [slot for slot in _SLOT.findall(words.base) if slot in USUAL_VARIABLE]
    nouns = {slot: words.nouns.get(slot, slot) for slot in slots}
    if nouns.get("addressee") in ("addressee", "person", *_SOMEONE):
        nouns["addressee"] = "towards whom"
    kinds = {slot: kind_of_slot(slot, noun, lexicon.place_noun) for slot, noun in nouns.items()}
    if kinds.get("target") == "place":
        nouns["target"] = "where to"
    named = {s: n if list(nouns.values()).count(n) == 1 else f"{n} ({s})" for s, n in nouns.items()}
    items: list[Item[Detail]] = []
    for slot, group in named.items():
        items += _tests(slot, group, lexicon, kinds[slot])
        items.append(Item("a particular one", (slot, USUAL_VARIABLE[slot]), group))
    if "addressee" in slots:
        items += _tests("style", "manner", lexicon)
    items += _tests("actor", "who does it", lexicon)
    items += _tests("present", "who else is there", lexicon)
    items += _tests("place", lexicon.place_noun, lexicon)
    items += _tests("hour", "hour", lexicon)
    return items


def _tests(subject: str, group: str, lexicon: Lexicon, kind: Kind | None = None) -> Iterator[Item[Detail]]:
    for name, attribute in lexicon.attributes.items():
        if (kind or KIND_OF[subject]) in attribute.of and (subject != "hour" or name == "hour"):
            for value, text in attribute.values.items():
                test = Test.model_validate({"subject": subject, "attribute": name, "value": value})
                yield Item(f"{_READS.get(attribute.reads, '')}{text}", test, group)


def states(lexicon: Lexicon, subjects: tuple[str, ...] = _STATES) -> list[Item[Now]]:
    """What can hold at a moment: of oneself, of others there, of the place, of the hour."""
    groups = {"one": "oneself", "present": "others there", "place": lexicon.place_noun, "hour": "hour"}
    return [
        Item(render_condition(now, lexicon), now, groups[subject])
        for subject in subjects
        for item in _tests(subject, "", lexicon)
        if isinstance(item.value, Test)
        for now in [Now(test=item.value)]
    ]


def windows() -> list[Item[Window]]:
    """How far back a past act counts."""
    return [
        Item("since entering", "since_entering"),
        Item("today", "today"),
        Item("at any time", "ever"),
        Item("within one's last so many turns: 4 3 is within the last three", "within"),
    ]


def styles(lexicon: Lexicon) -> list[Item[str]]:
    """Ways to speak."""
    return [Item(text, style) for style, text in styles_of(lexicon).items()]
