"""Information parity: a person in a seat reads the text that a model in it is sent, every line of it."""

from collections import Counter

from front.societies.made import live
from normquest.front.societies.reading import sheet_of
from normquest.newcomers.seats.asking import MANNERS, conversation
from normquest.society.members.scripted import reply
from normquest.society.records import Prompt, Reply
from normquest.society.state import Request


def seat(shock: str = "") -> list[Request]:
    """All that a person is asked in a society; it says and does the least."""
    shocks = {"s": {"after": 2, "count": 2, "who": "standing", "tendency": {"least": 0, "most": 0.2},
                    "anchor": 0.5, "rounds_after": 2}}  # fmt: skip
    played = live("imitator,human,internalised*3", shock=shock, shocks=shocks)
    played.begin()
    found = []
    while played.requests:
        made = []
        for asked in played.requests:
            if asked.view.me.mind != "human":
                made.append(reply(asked, 1))
                continue
            found.append(asked)
            size = len(asked.form.about)
            value = {"talk": "Here.", "contribution": 1, "ratings": (0.5,) * size}.get(asked.kind)
            made.append(Reply(asked.seq, "", value if value is not None else {"ee": 3, "ne": "none"}))
        played.take(made)
    assert [p.text for p in played.records if isinstance(p, Prompt)] == [one.text for one in found]
    return found


def test_a_person_is_shown_what_a_model_is_sent_and_nothing_besides() -> None:
    shown: set[str] = set()
    for asked in [*seat(), *seat("s")]:
        sheet = sheet_of(asked, shown)
        for manner in MANNERS.values():
            _, sent = conversation(asked, manner)[-1]
            assert sent.startswith(f"{asked.text}\n\n")  # behind it stands only how to reply
        lines = [line for line in asked.text.split("\n") if line]
        assert Counter(sheet.lines) == Counter(lines)
        shown |= set(sheet.lines)


def test_what_is_new_comes_first_and_what_was_told_again_stays_there() -> None:
    asked = seat()
    first = sheet_of(asked[0])
    assert first.fresh[0].startswith("You are ") and first.known == ()
    shown = set(first.lines)
    second = sheet_of(asked[1], shown)
    assert second.fresh == () and second.now[0].startswith("It is round 1.") and "You are " in second.known[0]
    shown |= set(second.lines)
    later = next(one for one in asked if one.round == 2)
    assert sheet_of(later, shown).fresh[-1].startswith("Round 1: with ")
    assert all(sheet_of(one).question == tuple(one.text.split("\n\n")[-1].split("\n")) for one in asked)


def test_nothing_that_is_hidden_is_in_what_a_person_reads() -> None:
    for asked in seat("s"):
        view = asked.view
        assert view.me.mind == "human"
        for word in ("imitator", "internalised", "adversary"):
            assert word not in asked.text
