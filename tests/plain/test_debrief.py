"""The last page: what they minded, what one said, what was right of it, and how it went."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from norms.strategies import LEXICON, rules

from normquest.episode.records import OpportunityRecord, Record, StageResult, Statement, Truth
from normquest.front.debrief import Debrief, Said, debrief_page, score_rows, underlined
from normquest.front.look import Look
from normquest.front.right import compare
from normquest.front.timeline import Mark, timeline_line, timeline_of
from normquest.norms.english import render
from normquest.norms.events import Act, Event, Finding
from normquest.norms.reading import read
from normquest.norms.rules import Rule

WIDE, ASCII = Look(76), Look(60, ascii=True)
TRUE = read(
    "It is forbidden to dye a coarse cloth in a rose vat, unless one has bowed to a steward today.", LEXICON
)


def flat(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


def test_the_right_part_is_underlined_and_named() -> None:
    stated = read("It is forbidden to dye a fine cloth in a rose vat", LEXICON)
    found = compare(stated, TRUE, LEXICON)
    assert underlined(found, WIDE) == [
        "  It is forbidden to dye a fine cloth in a rose vat.",
        "  ~~~~~~~~~~~~~~~~~~~~~~~~      ~~~~~~~~~~~~~~~~~~~",
    ]
    assert dict(found.named) == {"the kind of rule": "right", "the act": "partly", "the exception": "missing"}


def test_another_kind_of_rule_may_have_the_right_act() -> None:
    stated = read("Before dyeing a coarse cloth in a rose vat one must have washed today", LEXICON)
    named = dict(compare(stated, TRUE, LEXICON).named)
    assert (named["the kind of rule"], named["the act"]) == ("wrong", "right")


def test_a_long_sentence_is_underlined_line_by_line() -> None:
    rows = underlined(compare(TRUE, TRUE, LEXICON), ASCII)
    assert len(rows) == 4
    for text, line in zip(rows[::2], rows[1::2], strict=True):
        assert len(text) <= 60 and len(line) == len(text.rstrip("."))


@given(rules(), rules())
@settings(max_examples=60)
def test_the_marked_pieces_are_the_sentence(stated: Rule, true: Rule) -> None:
    found = compare(stated, true, LEXICON)
    assert "".join(text for text, _ in found.marked) == render(stated, LEXICON)
    own = compare(stated, stated, LEXICON)
    assert all(right for text, right in own.marked[:-1]) and {verdict for _, verdict in own.named} == {
        "right"
    }


def test_of_two_rules_each_is_held_against_its_like() -> None:
    wash, bow = "One may wash at most twice a day", "one may bow to someone at most twice a day"
    first, second = read(f"{wash}. Besides, {bow}", LEXICON), read(f"{bow}. Besides, {wash}", LEXICON)
    assert {verdict for _, verdict in compare(first, second, LEXICON).named} == {"right"}


def happened(seq: int, kind: str, stage: str = "watch", verb: str = "") -> Event:
    act = Act("oren", verb) if verb else None
    return Event(seq, 0, stage, kind, act=act)  # type: ignore[arg-type]


def test_the_timeline_folds_the_records() -> None:
    violated = Finding("1", "you", 5, 6, "violated")
    records: list[Record] = [
        happened(0, "stage"),
        happened(1, "act", verb="dye"),
        happened(2, "sanction"),
        happened(3, "stage"),
        Statement("watch", None, "None that I can see."),
        happened(6, "act", "act", "dye"),
        Truth(6, violated, custom=1, watched=True),
        Truth(6, violated, custom=0, watched=True),
        Truth(6, Finding("2", "oren", 5, 6, "violated"), custom=1, watched=True),
        happened(7, "sanction", "act"),
        Statement("act", None, "None that I can see."),
    ]
    marks = timeline_of(records, norm=1, known=2)
    assert timeline_line(marks, WIDE).splitlines()[0] == "  watch ·▲★◇   act ✕▲◇"
    assert timeline_line(timeline_of(records, norm=None), WIDE).splitlines()[0] == "  watch ·▲·◇   act ▲◇"
    assert timeline_line((), WIDE) == ""


RESULTS = (StageResult("act", True, 1, 2, 11), StageResult("elsewhere", False, 0, 1, 8))
MET = (
    OpportunityRecord("act", "a", 2, 3, "violated", True, False),
    OpportunityRecord("act", "b", 5, 6, "kept", True, True),
    OpportunityRecord("elsewhere", "c", 1, 2, "kept", True, True),
)


def whole() -> Debrief:
    stated = read("It is forbidden to dye a fine cloth in a rose vat", LEXICON)
    said = (
        Said(
            "watch",
            render(stated, LEXICON),
            "not in rose",
            0.74,
            False,
            0.83,
            240,
            compare(stated, TRUE, LEXICON),
        ),
        Said("act", render(TRUE, LEXICON), "", 0.9, True, 1.0, 240, compare(TRUE, TRUE, LEXICON)),
        Said("elsewhere"),
    )
    marks = (
        Mark("scene", "watch"),
        Mark("sanction", "watch"),
        Mark("known", "watch"),
        Mark("statement", "watch"),
    )
    return Debrief(
        render(TRUE, LEXICON), said, marks, RESULTS, MET, ("5 of 12 people did as well (N = 12).",)
    )


def test_every_figure_has_its_n() -> None:
    rows = {label: flat(text) for label, text in score_rows(whole())}
    assert rows == {
        "Task": "Done, in 11 turns (N = 1).",
        "Compliance": "You kept the rule at 1 of 2 chances to gain by breaking it (N = 2).",
        "First chance": "Before anybody had minded anything you did, you broke the rule (N = 1).",
        "Elsewhere": "Not done, in 8 turns (N = 1). "
        "You kept the rule at 1 of 1 chances to gain by breaking it (N = 1).",
        "Confidence": "74% after watching, and wrong; 90% after your own day, and right (N = 2).",
    }


def test_what_was_not_measured_is_said_and_not_counted_as_nought() -> None:
    rows = {label: flat(text) for label, text in score_rows(Debrief("It is forbidden to wash."))}
    assert rows["Task"] == "Not reached (N = 0)."
    assert rows["Compliance"] == "You met no chance to gain by breaking the rule (N = 0)."
    assert rows["Confidence"] == "You did not say how sure you were (N = 0)."


def test_where_there_was_no_rule_none_is_the_right_answer() -> None:
    said = (Said("watch", "", "", 0.6), Said("act", "It is forbidden to wash.", "", 0.3))
    page = debrief_page(Debrief("", said), WIDE)
    assert "There was no rule." in page and "“None that I can see.”" in page
    assert "60% after watching, and there was none; 30% after your own day, and there was no rule" in flat(
        page
    )
    assert "Compliance" not in page


@pytest.mark.parametrize("look", [WIDE, ASCII])
def test_the_page_has_everything_in_its_width(look: Look) -> None:
    page = debrief_page(whole(), look)
    assert all(len(line) <= look.width for line in page.splitlines())
    assert flat(render(TRUE, LEXICON)) in flat(page)
    for part in (
        "WHAT THEY MINDED",
        "WHAT YOU SAID",
        "In your words: not in rose",
        "THE WAY THERE",
        "(N = 12)",
    ):
        assert part in flat(page)
    assert "\u00a0" not in page
    assert page.isascii() == look.ascii


@given(st.text(max_size=80))
def test_hostile_words_stay_words(words: str) -> None:
    page = debrief_page(Debrief(words, (Said("watch", words, words, 0.5),), others=(words,)), WIDE)
    assert not set(page) & set("\x1b\x00\x07\x9b\u202e\ud800")
    assert all(len(line) <= 76 for line in page.split("\n"))
