"""Conditions: "one is a steward", "the hall is not roofed", "it is dusk", "one has bowed today".

What holds of the bearer stands in one of four moods: of "one", of "they", as
what one "must" keep, and after "who".
"""

from __future__ import annotations

from typing import Literal, cast

from normquest.norms.language.acts import IN, PLACE, PRESENT, Writer, read_act, write_act
from normquest.norms.language.book import Phrasebook
from normquest.norms.language.nouns import read_none, read_noun, read_own, write_none, write_noun
from normquest.norms.language.scan import Read, Scan, unique
from normquest.norms.language.spans import Pronoun, read_window, write_window
from normquest.norms.language.tokens import ARTICLE, spelled, words
from normquest.norms.language.values import KIND_OF
from normquest.norms.rules import Condition, Now, Past, Subject, Test
from normquest.text import article

Mood = Literal["one", "they", "must", "who"]

_HAS = {"one": "one has", "they": "they have"}

# Per mood: how to say is, wears, holds, and their denials.
_VERBS: dict[Mood, dict[str, tuple[str, str]]] = {
    "one": {
        "be": ("one is", "one is not"),
        "wearing": ("one wears", "one does not wear"),
        "holding": ("one holds", "one does not hold"),
    },
    "they": {
        "be": ("they are", "they are not"),
        "wearing": ("they wear", "they do not wear"),
        "holding": ("they hold", "they do not hold"),
    },
    "must": {
        "be": ("one must be", "one must not be"),
        "wearing": ("one must wear", "one must not wear"),
        "holding": ("one must hold", "one must not hold"),
    },
    "who": {
        "be": ("who is", "who is not"),
        "wearing": ("who wears", "who does not wear"),
        "holding": ("who holds", "who does not hold"),
    },
}
# Per mood: whose attribute, and the verb behind the attribute's name.
_SPELLED_OUT: dict[Mood, tuple[str, str, str]] = {
    "one": ("one's", "is", "is not"),
    "they": ("their", "is", "is not"),
    "must": ("one's", "must be", "must not be"),
    "who": ("whose", "is", "is not"),
}


def _be(book: Phrasebook, test: Test) -> str | None:
    """What stands after "is", for what has a natural wording as adjective or noun."""
    word = book.natural(KIND_OF[test.subject], test.attribute, test.value)
    if word is None or word.reads not in ("adjective", "noun"):
        return None
    return f"{article(word.text)} {word.text}" if word.reads == "noun" else word.text


def write_state(book: Phrasebook, now: Now, mood: Mood) -> str:
    """What holds of the bearer."""
    test = now.test
    said = _be(book, test)
    if said is not None:
        return f"{_VERBS[mood]['be'][now.negated]} {said}"
    word = book.natural("person", test.attribute, test.value)
    if word is not None and word.reads in ("wearing", "holding"):
        return f"{_VERBS[mood][word.reads][now.negated]} {word.text}"
    owner, *verbs = _SPELLED_OUT[mood]
    value = book.value_text(test.attribute, test.value)
    return f"{owner} {spelled(test.attribute)} {verbs[now.negated]} {value}"


def read_state(scan: Scan, at: int, mood: Mood) -> Read[Now]:
    """Everything that can hold of the bearer, from here."""
    found: Read[Now] = []
    for reads, verbs in _VERBS[mood].items():
        for negated, verb in enumerate(verbs):
            for start in scan.any_text(at, verb):
                found += _nows("one", _read_value(scan, start, "one", reads), bool(negated))
    owner, *verbs_own = _SPELLED_OUT[mood]
    for start in scan.any_text(at, owner):
        for negated, verb in enumerate(verbs_own):
            found += _nows("one", read_own(scan, start, verb), bool(negated))
    return unique(found)


def _nows(subject: str, read: Read[tuple[str, str]], negated: bool) -> Read[Now]:
    subject_ = cast(Subject, subject)
    return [
        (Now(test=Test(subject=subject_, attribute=a, value=v), negated=negated), end) for (a, v), end in read
    ]


def _read_value(scan: Scan, at: int, subject: str, reads: str) -> Read[tuple[str, str]]:
    kind = KIND_OF[subject]
    if reads != "be":
        table = [word for word in scan.book.table(kind, "wearing", "holding") if word.reads == reads]
        return scan.one_of(at, [((w.attribute, w.value), w.words, w.text) for w in table])
    named = scan.book.table(kind, "adjective", "noun")
    start = at + 1 if scan.words[at : at + 1] == (ARTICLE,) else at
    return scan.one_of(start, [((w.attribute, w.value), w.words, w.text) for w in named])


def write_condition(writer: Writer, condition: Condition, pronoun: Pronoun) -> str:
    """The condition as a clause."""
    if isinstance(condition, Past):
        done = write_act(writer, condition.act, "past")
        denied = " not" if condition.negated else ""
        return f"{_HAS[pronoun]}{denied} {done} {write_window(condition.window, condition.n, pronoun)}"
    book, test, is_ = writer.book, condition.test, "is not" if condition.negated else "is"
    match test.subject:
        case "one":
            return write_state(book, condition, pronoun)
        case "present":
            write = write_none if condition.negated else write_noun
            return f"{write(book, PRESENT, [(test.attribute, test.value)])} is present"
        case "hour" if (word := book.natural("hour", test.attribute, test.value)) and word.reads == "hour":
            return f"it {is_} {word.bare}"
    thing = _noun_of(book, test.subject)
    said = _be(book, test)
    if said is not None:
        return f"the {thing} {is_} {said}"
    value = book.value_text(test.attribute, test.value)
    return f"the {thing}'s {spelled(test.attribute)} {is_} {value}"


def _noun_of(book: Phrasebook, subject: str) -> str:
    return book.place_noun if subject == "place" else subject


def read_condition(scan: Scan, at: int) -> Read[Condition]:
    """Every condition from here, in whatever pronoun."""
    found: Read[Condition] = [*read_state(scan, at, "one"), *read_state(scan, at, "they")]
    for negated, is_ in enumerate(("is", "is not")):
        for start in scan.any_text(at, f"it {is_}"):
            hours = [((w.attribute, w.value), words(w.bare), w.bare) for w in scan.book.table("hour", "hour")]
            found += _nows("hour", scan.one_of(start, hours), bool(negated))
        for subject in ("place", "hour"):
            noun = _noun_of(scan.book, subject)
            for start in scan.any_text(at, f"the {noun} {is_}"):
                found += _nows(subject, _read_value(scan, start, subject, "be"), bool(negated))
            for start in scan.any_text(at, f"the {noun}'s"):
                found += _nows(subject, read_own(scan, start, is_), bool(negated))
    present = [
        ((said[0], False), end)
        for (said, name), end in read_noun(scan, at, PRESENT)
        if len(said) == 1 and not name
    ]
    nobody = [((said[0], True), end) for said, end in read_none(scan, at, PRESENT) if len(said) == 1]
    for (pair, negated_), middle in (*present, *nobody):
        for end in scan.any_text(middle, "is present"):
            found += _nows("present", [(pair, end)], negated_)
    if scan.free:
        found += _read_free(scan, at)
    return unique([*found, *_read_past(scan, at)])


def _read_free(scan: Scan, at: int) -> Read[Condition]:
    """ "At dusk" and "in a dark place", without "it is" or "the place is"."""
    hours = [((w.attribute, w.value), words(w.text), w.text) for w in scan.book.table("hour", "hour")]
    found: Read[Condition] = [*_nows("hour", scan.one_of(at, hours), False)]
    for start in scan.any_text(at, *IN):
        places = [
            (said[0], end)
            for (said, name), end in read_noun(scan, start, PLACE)
            if len(said) == 1 and not name
        ]
        found += _nows("place", places, False)
    return found


def _read_past(scan: Scan, at: int) -> Read[Condition]:
    found: Read[Condition] = []
    for has in _HAS.values():
        for negated, text in enumerate((has, f"{has} not")):
            for start in scan.any_text(at, text):
                for act, middle in read_act(scan, start, "past"):
                    for (window, n), end in read_window(scan, middle):
                        found.append((Past(act=act, window=window, n=n, negated=bool(negated)), end))
    return found
