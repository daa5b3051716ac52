"""What the row in hand of a statement asks, and what is offered there."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.front import offers
from normquest.front.drafting import asked
from normquest.front.phrases import Phrase
from normquest.front.sheet import Sheet
from normquest.norms.reading import NONE
from normquest.text import capital

_ENTERED = ("rule", "evidence", "words", "sure")
"""Rows in which Enter in the empty line goes on."""

SURE = "The chance that your rule agrees with theirs in at least 19 of 20 test cases."


ADDED = {"w": "when", "u": "unless"}
"""What a key adds to the whole rule."""


def title(sheet: Sheet) -> str:
    """What the row asks."""
    match sheet.at:
        case "form":
            return "What kind of rule?"
        case "rule":
            return "Still this?" if sheet.still else "Is that it?"
        case "evidence":
            return "On what evidence? Space marks a line."
        case "words":
            return "In your own words?"
        case "sure":
            return f"How sure are you? {SURE}"
        case "habits" if sheet.habit is None:
            return "Habits that people keep and nobody minds?"
    return asked(sheet.slot, sheet.building.shape)


def hint(sheet: Sheet, example: str = "") -> str:
    """What stands in the empty line. `example`: a few letters that pick something out of the list."""
    match sheet.at:
        case "form":
            return "Down, or a few letters of it; or a whole sentence"
        case "rule":
            adds = (f"{key} adds {name}" for key, name in adding(sheet).items())
            return " · ".join(("Enter takes it", *adds))
        case "evidence":
            return "Enter goes on · words or a number find a line"
        case "words":
            return "your own words, or nothing: Enter goes on"
        case "sure":
            return "0 to 100, or Left and Right; Enter takes what is marked"
        case "habits" if sheet.habit is None:
            return "Enter hands it in · or a form, or a whole sentence"
    return f"a few letters of it, such as: {example}" if example else "Down, or a few letters of it"


def marked(sheet: Sheet) -> bool:
    """Whether Enter in the empty line takes the first of the list. No form and no part is taken so."""
    return sheet.at in _ENTERED or (sheet.at == "habits" and sheet.habit is None)


def unmarked(sheet: Sheet, example: str = "") -> str:
    """Why Enter in the empty line takes nothing; empty where it does something."""
    if marked(sheet) or sheet.at in ("when", "unless"):
        return ""
    letters = f", such as: {example}" if example else ""
    return f"Nothing is marked yet. Down marks a line; so do a few letters of it{letters}."


def help_(sheet: Sheet, example: str = "") -> str:
    """What can be done in the row, for the help page."""
    rows = "Tab goes to the next row, a click to any; Escape or Backspace takes back what was chosen last."
    match sheet.at:
        case "form" | "habits":
            own = "Choose the form of a rule, or type a whole sentence."
        case "rule":
            more = " and ".join(adding(sheet))
            own = f"Enter takes the rule as it stands{f'; {more} add a condition' if more else ''}."
        case "evidence":
            own = "Up and Down go from line to line, Space marks one; words narrow the list. Enter goes on."
        case "words":
            own = "Whatever you would add; it is kept as it is and not scored."
        case "sure":
            own = f"{SURE} Left and Right move the mark, so does the mouse; or type a number."
        case _:
            such = f", such as: {example}" if example else ""
            own = f"Type the beginnings of a few words{such}. Enter takes what is marked."
    return f"{own} {rows}"


def adding(sheet: Sheet) -> dict[str, str]:
    """The keys that add a condition, and which; not every form has a place for one."""
    return {key: name for key, name in ADDED.items() if sheet.takes(name)}


def keys(sheet: Sheet) -> tuple[str, ...]:
    """Keys that, in the empty line, answer at once."""
    return {"rule": tuple(adding(sheet)), "evidence": (" ",), "sure": ("left", "right")}.get(sheet.at, ())


def offered(sheet: Sheet) -> Sequence[Phrase]:
    """What can be chosen for the row."""
    match sheet.at:
        case "form":
            return _forms(sheet)
        case "rule":
            return _whole(sheet)
        case "evidence":
            return [Phrase(f"{number} {text}", number) for number, text in sorted(sheet.log.items())]
        case "words" | "sure":
            return []
        case "habits" if sheet.habit is None:
            return [Phrase("That is all: hand it in", "enough"), *_shapes()]
        case "when" | "unless":
            return sheet.draft.offered(sheet.at)
    return sheet.building.offered(sheet.slot)


def besides(sheet: Sheet) -> list[Phrase]:
    """What can be taken out again."""
    kept = [phrase for name, phrase in sheet.draft.more if name == sheet.at]
    return [Phrase(f"Without: {phrase.text}", ("without", phrase)) for phrase in kept]


def nothing(sheet: Sheet) -> str:
    """What is said where nothing has the words that are typed."""
    match sheet.at:
        case "form" | "habits" if sheet.habit is None or sheet.at == "form":
            return "No form begins so. Enter reads it as a whole sentence."
        case "words" | "sure":
            return ""
        case "evidence":
            return "No line has these words."
    return "Nothing that a rule can speak of has these words. Fewer letters show more."


def _forms(sheet: Sheet) -> list[Phrase]:
    again = sheet.past.said_none and sheet.stage is not None
    still = [Phrase(f"Still {NONE}", "none")] if again else []
    kept = [Phrase(f"Leave my words as they are: {sheet.refused}", "keep")] if sheet.refused else []
    none = f"{capital(NONE)}."
    started = [Phrase(text, "start") for text in dict.fromkeys(sheet.hypotheses) if text != none]
    return [*kept, *still, *_shapes(), *started, Phrase(capital(NONE), "none")]


def _whole(sheet: Sheet) -> list[Phrase]:
    offered = [Phrase("Yes, still this" if sheet.still else "That is it", "take")]
    offered += [Phrase(f"+ {name} …", name) for name in ("when", "unless") if sheet.takes(name)]
    return [*offered, Phrase("Begin again", "again"), Phrase(capital(NONE), "none")]


def _shapes() -> list[Phrase]:
    return [Phrase(short(item.text), item.value) for item in offers.forms()]


def short(menu: str) -> str:
    """A form's sentence without the conditions that may be added to it."""
    return menu.replace("[, when …]", "").replace("[, unless …]", "")
