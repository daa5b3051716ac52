"""Text that is safe to show, and small helpers for plain English.

World files, model replies, player input and old saves are untrusted. Their raw text is stored; what is shown
goes through `sanitise` first.
"""

import re
from collections.abc import Iterable

# A terminal takes these whole: a string command with its payload (OSC, DCS, SOS, PM, APC), a control sequence
# (CSI), any other escape. A payload that nobody ends is dropped to the end of its line, no further: an
# unfinished title must not swallow the rest of a scene.
_STRING_COMMAND = (
    r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x18\x1a\x1b\x9c\n]*(?:\x1b\\|[\x07\x18\x1a\x9c])?"
)
_CONTROL_SEQUENCE = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
_OTHER_ESCAPE = r"\x1b[ -/]*[0-~]?"
_ESCAPES = re.compile(f"{_STRING_COMMAND}|{_CONTROL_SEQUENCE}|{_OTHER_ESCAPE}")

_LINE_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")

# Characters that act or hide instead of showing: C0 but for \n, DEL, C1, every format character (Cf: bidi
# controls, zero-width marks, joiners, tags), and those that show as nothing (fillers, variation selectors).
# Spelled out and not taken from unicodedata, whose tables differ between Python versions.
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f"
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def sanitise(text: str, *, newlines: bool = True) -> str:
    """The text with everything gone that would act on a terminal or hide in it. Never raises; idempotent.

    Escape sequences go with their payload. Every kind of line end becomes "\\n", or a space where `newlines`
    is False; a tab becomes a space; a lone surrogate becomes U+FFFD, so that the result can be encoded.
    Joiners go too: an emoji made of several shows as several.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text)
    text = _ESCAPES.sub("", text)
    text = _UNSEEN.sub("", text.replace("\t", " "))
    text = _SURROGATES.sub("\ufffd", text)
    return text if newlines else text.replace("\n", " ")


def wrap(text: str, width: int) -> str:
    """The text with lines of at most `width` characters (at least 1), broken at spaces where possible.

    Every line end stays, so paragraphs and lists keep their shape; a line that starts with spaces goes on
    under its first word. Counts characters, not terminal cells.
    """
    return "\n".join(_wrapped(line, max(width, 1)) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    body = line.lstrip(" ")
    indent = " " * (len(line) - len(body))
    if len(indent) * 2 > width:  # too deep to leave room for words
        indent = ""
    import textwrap

    lines = textwrap.wrap(
        body, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, tabsize=1
    )
    return "\n".join(lines)


def nearest(word: str, options: Iterable[str]) -> str | None:
    """The option most like a mistyped word, for "did you mean"; None where nothing is close. Ignores case."""
    import difflib

    by_folded = {option.casefold(): option for option in sorted(options)}
    # Comparing takes time quadratic in the length, and no name here is longer than this.
    close = difflib.get_close_matches(word.casefold()[:80], by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close else None


_SOUNDS_LIKE_VOWEL = re.compile(r"hour|honest|honou?r|heir|8|11\b|18\b|[aeiou]")
_SOUNDS_LIKE_CONSONANT = re.compile(r"uni(?![mn])|us(?:e|ual|ur)|ut(?:e|il|op)|uk|eu|ewe|one\b|once\b")


def article(noun: str) -> str:
    """ "a" or "an", whichever goes before the noun (or the adjective before it), by its sound."""
    start = noun.lstrip(" \"'‘“(").lower()
    if _SOUNDS_LIKE_VOWEL.match(start) and not _SOUNDS_LIKE_CONSONANT.match(start):
        return "an"
    return "a"


_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def count_word(n: int) -> str:
    """A number as it is written in prose: "two", from thirteen on "13"."""
    return _NUMBERS[n - 1] if 1 <= n <= len(_NUMBERS) else str(n)


def join_words(items: Iterable[str], conj: str = "and") -> str:
    """The items as one phrase: "", "a", "a and b", "a, b and c"."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conj} {words[-1]}"


def capital(text: str) -> str:
    """The text with its first letter a capital and the rest as it was. Quotes and spaces before it stay."""
    for place, char in enumerate(text):
        if char.isalnum():
            return text[:place] + char.upper() + text[place + 1 :]
    return text
