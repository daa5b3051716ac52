"""Whether a rule keeps to a world's words, and how it comes to when it nearly does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from normquest.norms.language.tokens import Words, spelled, words
from normquest.norms.language.values import styles_of
from normquest.norms.language.verbs import SLOTS
from normquest.norms.rules import ActPattern, Frozen, Rule, Speech, Test
from normquest.norms.unstatable import Unstatable
from normquest.norms.walk import parts, rewrite
from normquest.text import nearest
from normquest.world.lexicon import Lexicon

_VARIABLE = re.compile(r"\?[a-z0-9_]{1,40}")


def check_vocabulary(rule: Rule, lexicon: Lexicon) -> None:
    """Raises Unstatable where the rule uses a verb, tag, attribute, value or style that the lexicon lacks."""
    for part in parts(rule):
        match part:
            case ActPattern(verb=verb, tag=tag, binds=binds):
                if verb is not None:
                    _known(verb, lexicon.verbs, "is no verb here")
                if tag is not None:
                    _known(tag, lexicon.tags, "is no tag here")
                for slot, variable in binds:
                    _known(slot, SLOTS, "is no part of an act")
                    if not _VARIABLE.fullmatch(variable):
                        raise Unstatable(variable, ("?who", "?thing"), None, "is no variable")
            case Test(attribute=attribute, value=value):
                _known(attribute, lexicon.attributes, "is no property here")
                _known(value, lexicon.attributes[attribute].values, f"is no {spelled(attribute)} here")
            case Speech(style=style):
                _known(style, styles_of(lexicon), "is no style here")


def _known(name: str, known: Iterable[str], problem: str) -> None:
    menu = list(known)
    if name not in menu:
        raise Unstatable(name, menu, nearest(name, menu), problem)


def settle(rule: Rule, lexicon: Lexicon) -> Rule:
    """The rule with names put in the lexicon's ids: a value given by its words, a declared synonym.

    What is not known stays as it is. Raises pydantic.ValidationError where two
    names come to be one that may stand only once.
    """
    synonyms = {words(spelled(other)): words(spelled(own)) for other, own in lexicon.synonyms.items()}

    def named(name: str, known: Mapping[str, str]) -> str:
        """The id of `known` (id → words) that the name means."""
        if name in known:
            return name
        table: dict[Words, str] = {}
        for own, text in known.items():
            table.setdefault(words(spelled(own)), own)
            table.setdefault(words(text), own)
        said = words(spelled(name))
        return table.get(said) or table.get(synonyms.get(said, said)) or name

    verbs = {verb: act.base.split("{")[0] for verb, act in lexicon.verbs.items()}
    tags = {tag: act.base.split("{")[0] for tag, act in lexicon.tags.items()}
    attributes = {name: spelled(name) for name in lexicon.attributes}

    def change(part: Frozen) -> Frozen:
        match part:
            case ActPattern(verb=str(verb)):
                return ActPattern(verb=named(verb, verbs), tests=part.tests, binds=part.binds)
            case ActPattern(tag=str(tag)):
                return ActPattern(tag=named(tag, tags), tests=part.tests, binds=part.binds)
            case Test():
                attribute = named(part.attribute, attributes)
                known = lexicon.attributes.get(attribute)
                value = named(part.value, known.values) if known is not None else part.value
                return Test(subject=part.subject, attribute=attribute, value=value)
            case Speech():
                return Speech(act=part.act, style=named(part.style, styles_of(lexicon)))
        return part

    return rewrite(rule, change)
