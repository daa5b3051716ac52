"""The words that a statement may be made of, as a model is shown them: all that a person's menus offer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from normquest.norms.english import form_menu, render_condition, render_pattern
from normquest.norms.language.values import KIND_OF, styles_of
from normquest.norms.rules import MOST_TURNS, ActPattern, Now, Test
from normquest.world.lexicon import Lexicon

_SLOT = re.compile(r"\{\w+\}")
_READS = {"wearing": "wearing ", "holding": "holding "}
_SUBJECTS = ("one", "present", "place", "hour")
_KINDS: Mapping[str, str] = {
    "thing": "of things (in front of the noun, or for it)",
    "person": "of people (towards a …; as a …: who does it; in the presence of a …)",
    "place": "of a place (while in a … {place}; where one goes to)",
    "hour": "of the hour",
}


def statement_menu(lexicon: Lexicon) -> str:
    """Forms of sentences, acts, properties, states and times, in the lexicon's order.

    Kinds of acts and single acts with an … for what they are done to, as in `plain.offers`; a test holds the
    two to the same words.
    """
    kinds = "; ".join(_act(words.base, ActPattern(tag=tag), lexicon) for tag, words in lexicon.tags.items())
    acts = "; ".join(
        _act(words.base, ActPattern(verb=verb), lexicon) for verb, words in lexicon.verbs.items()
    )
    parts = [
        _block(
            "The rule must be a sentence of one of these forms; … stands for an act, a property or a time:",
            [*form_menu(), "Two such sentences: the first. Besides, the second"],
        ),
        f"Kinds of acts (any way of doing them counts): {kinds}.",
        f"Single acts: {acts}.",
        _block("What can be said", _properties(lexicon)),
        f"States, for “when …”, “unless …” and “while …” (denied with not): {'; '.join(_states(lexicon))}.",
        "What was done before: one has, or has not, done an act, and how far back that counts: since "
        f"entering; today; at any time; within one's last N turns (N from 1 to {MOST_TURNS}).",
    ]
    return "\n\n".join(part for part in parts if part)


def _act(base: str, pattern: ActPattern, lexicon: Lexicon) -> str:
    """An act with its parts left open, and how it reads when nothing is said of them."""
    opened, written = _SLOT.sub("…", base), render_pattern(pattern, lexicon)
    return opened if opened == written else f"{opened} ({written})"


def _block(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"- {line}" for line in lines)])


def _properties(lexicon: Lexicon) -> list[str]:
    rows = []
    for kind, said in _KINDS.items():
        values = [
            f"{_READS.get(attribute.reads, '')}{text}"
            for name, attribute in lexicon.attributes.items()
            if kind in attribute.of and (kind != "hour" or name == "hour")
            for text in attribute.values.values()
        ]
        if values:
            rows.append(f"{said.format(place=lexicon.place_noun)}: {', '.join(values)}")
    styles = styles_of(lexicon)
    if styles:
        rows.append(f"of the manner of speaking: {', '.join(styles.values())}")
    rows.append("of anything: a particular one (a particular …), which the same … takes up again")
    return rows


def _states(lexicon: Lexicon) -> list[str]:
    found = []
    for subject in _SUBJECTS:
        for name, attribute in lexicon.attributes.items():
            if KIND_OF[subject] in attribute.of and (subject != "hour" or name == "hour"):
                for value in attribute.values:
                    test = Test.model_validate({"subject": subject, "attribute": name, "value": value})
                    found.append(render_condition(Now(test=test), lexicon))
    return found
