"""What the parser knows before it sees a choice: words, how each verb can begin, commands, the last act.

Nothing here tells what is where: a grammar holds the setting's own words and what the newcomer has read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from normquest.community.build import Community
from normquest.norms.events import Act
from normquest.text import sanitise

Words = tuple[str, ...]

ARTICLES = frozenset({"a", "an", "the", "some", "any"})
FILLERS = frozenset({"at", "by", "for", "from", "in", "into", "of", "on", "onto", "to", "towards", "with"})
"""Small words that may be left out or mistaken for one another. Not up, down, off: these tell verbs apart."""

COMMANDS: Mapping[str, str] = {
    "help": "what one can type",
    "look": "the place and what can be done, once more",
    "examine": "one person or thing: /examine Maud",
    "inventory": "what you hold",
    "state": "say which rule you think they keep",
    "notes": "your notebook",
    "log": "what has happened so far",
    "quit": "stop here; everything is saved",
}
"""Typed with a slash in front. None of them costs a turn."""

ALIASES: Mapping[str, str] = {
    "?": "help",
    "exit": "quit",
    "q": "quit",
    "l": "look",
    "x": "examine",
    "i": "inventory",
    "inv": "inventory",
    "notebook": "notes",
    "transcript": "log",
}
BARE = ("help", "look", "examine", "inventory", "quit", "exit")
"""Commands that need no slash where no act is meant."""

_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = re.compile("['’ʼ]")


def spoken(text: str) -> Words:
    """The words that count: no case, accents, marks or articles."""
    plain = unicodedata.normalize("NFKD", sanitise(text, newlines=False).casefold())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    words = _WORD.findall(_APOSTROPHES.sub("", letters))
    return tuple(word for word in words if word not in ARTICLES)


@dataclass(frozen=True)
class Grammar:
    """What can be said in one setting.

    `heads` gives for each verb the words it can begin with, its own first and
    then its synonyms. `styles` are the words of ways to do things. `known`
    holds single words that are no riddle to the newcomer: it decides only what a
    refusal says. `last` is the newcomer's last act, for "again".
    """

    heads: Mapping[str, tuple[Words, ...]]
    styles: Mapping[str, str] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    going: frozenset[str] = frozenset({"go"})
    waiting: frozenset[str] = frozenset({"wait"})
    last: Act | None = None
    commands: Mapping[str, str] = field(default_factory=lambda: COMMANDS)

    def after(self, last: Act | None, seen: Iterable[str] = ()) -> Grammar:
        """The same once an act was done and these texts were read."""
        return replace(self, last=last, known=self.known.union(*(spoken(text) for text in seen)))

    def style(self, act: Act) -> str:
        """The words of the way in which an act is done, or the empty string."""
        style = act.slot("style")
        return self.styles.get(style, "") if style is not None else ""

    def verb_words(self) -> frozenset[str]:
        """The first word of every way to begin."""
        return frozenset(head[0] for heads in self.heads.values() for head in heads if head)


def grammar_of(community: Community, last: Act | None = None, seen: Iterable[str] = ()) -> Grammar:
    """The grammar of a community's setting. `seen`: texts that the newcomer has read, names above all."""
    key = "grammar"
    if key not in community.cache:
        community.cache[key] = _grammar(community)
    grammar: Grammar = community.cache[key]
    return grammar.after(last, seen)


def _grammar(community: Community) -> Grammar:
    world, heads = community.world, {}
    for name, verb in community.verbs.items():
        ways = (spoken(verb.base.partition("{")[0]), *(spoken(synonym) for synonym in verb.synonyms))
        heads[name] = tuple(dict.fromkeys(way for way in ways if way))
    nouns = [text for kind in world.kinds.values() for text in (kind.name, kind.plural or "")]
    values = [text for attribute in world.attributes.values() for text in attribute.values.values()]
    given = {
        style: words
        for verb in community.verbs.values()
        for slot in verb.slots.values()
        for style, words in slot.values.items()
    }
    styles = {**given, **world.styles}

    def tagged(tag: str) -> frozenset[str]:
        return frozenset(name for name, verb in community.verbs.items() if tag in verb.tags)

    return Grammar(
        heads=heads,
        styles=styles,
        known=frozenset(word for text in (*nouns, *values, *styles.values()) for word in spoken(text)),
        going=tagged("moving") | {"go"},
        waiting=tagged("waiting") | {"wait"},
    )
