"""A careless lexicon: the same words for several things, words of the grammar, marks inside words."""

from __future__ import annotations

from normquest.world.lexicon import ActWords, AttributeWords, Lexicon

CARELESS = Lexicon(
    verbs={
        "take": ActWords("take {thing}", "taken {thing}", "taking {thing}", {"thing": "red cloth"}),
        "hand": ActWords(
            "hand {addressee} {thing}", "handed {addressee} {thing}", "handing {addressee} {thing}"
        ),
        "talk": ActWords(
            "talk to {addressee} {style}",
            "talked to {addressee} {style}",
            "talking to {addressee} {style}",
            {"addressee": "someone"},
        ),
        "stay": ActWords("stay at dusk", "stayed at dusk", "staying at dusk"),
        "swap": ActWords("swap {thing} for {target}", "swapped one {thing}", "swapping ({target})"),
    },
    tags={
        "taking": ActWords("take {thing}", "taken {thing}", "taking {thing}"),
        "going": ActWords("go", "gone", "going", {"thing": "", "addressee": "old man"}),
    },
    attributes={
        "colour": AttributeWords(
            "adjective", ("thing", "place"), {"rose": "rose", "red": "red", "dark_red": "dark red"}
        ),
        "scent": AttributeWords("adjective", ("thing",), {"rose": "rose", "dark": "dark", "again": "again"}),
        "kind": AttributeWords(
            "noun", ("thing", "place"), {"rose": "Rose", "cloth": "cloth", "thing": "thing"}
        ),
        "sort": AttributeWords("noun", ("thing",), {"jar": "St. John's, jar", "red_jar": "red jar"}),
        "role": AttributeWords("noun", ("person",), {"man": "old man", "lord": "lord", "one": "the one"}),
        "age": AttributeWords("adjective", ("person",), {"old": "old", "same": "same", "mute": ","}),
        "wears": AttributeWords(
            "wearing", ("person", "thing"), {"hat": "a hat", "cap": "the hat", "and": "a cap and bells"}
        ),
        "carries": AttributeWords(
            "wearing", ("person",), {"bell": "bells", "bells": "a bell", "hat": "some hat"}
        ),
        "holds": AttributeWords("holding", ("person", "place"), {"jar": "a jar", "jars": "jar"}),
        "hour": AttributeWords(
            "hour", ("hour",), {"dusk": "at dusk", "dim": "dusk", "day": "by day", "in_day": "day"}
        ),
        "name": AttributeWords(
            "adverb", ("style",), {"low": "in a low voice", "loud": "loudly", "aloud": "loudly"}
        ),
        "tone": AttributeWords("adjective", ("style",), {"low": "low", "warm": "warm"}),
    },
    place_noun=" ",
)
"""Everything that an author can get wrong but for two verbs or two tags that are worded alike."""
