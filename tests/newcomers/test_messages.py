"""The conversation: what stands of earlier replies, and what a scripted reply can tell from it."""

from dataclasses import replace

from newcomers.playing import chat, live_for, requests, scripted
from normquest.episode.records import Decision, Record
from normquest.newcomers.chat.messages import ASKED_AGAIN, LONGEST_REPLY, NO_ANSWER, conversation, replied
from normquest.newcomers.chat.prompts import TEMPLATES, kind_asked


def test_of_a_long_reply_the_end_stays_and_thoughts_go() -> None:
    assert replied("act: 1") == "act: 1"
    assert replied("") == replied(" \n") == NO_ANSWER
    assert replied(f"hm{ASKED_AGAIN}act: 2") == "act: 2"
    assert replied("<think>a lot</think>\nact: 3") == "act: 3"
    long = replied("x" * 10_000 + "act: 4")
    assert long.endswith("act: 4") and len(long) <= LONGEST_REPLY + 10


def test_nothing_that_no_text_should_hold_is_sent_back() -> None:
    assert replied("\ud800\x1b[31mact: 1\x00") == "\ufffdact: 1"
    replied("\ud800" * 9999).encode()


def test_a_request_that_nobody_was_asked_leaves_no_gap() -> None:
    """Only one act to choose from: no call, no message of its own."""
    live = live_for()
    records: list[Record] = list(live.begin())
    first = requests(live)[0]
    second = replace(first, seq=1, kind="act")
    third = replace(first, seq=2, kind="act")
    records += [Decision(0, "", None), second, Decision(1, "", 1), third]
    talk = conversation(third, records, TEMPLATES["minimal"])
    assert [who for who, _ in talk] == ["human"]
    records[-2] = Decision(1, "", None, "parse_error")
    talk = conversation(third, records, TEMPLATES["minimal"])
    assert [who for who, _ in talk] == ["human", "ai", "human"] and talk[1][1] == NO_ANSWER


def test_the_kind_of_every_request_shows_in_its_message() -> None:
    live = chat(scripted("act: 1"), switches={"attribution": True, "recognition": True})
    for template in TEMPLATES.values():
        for place, record in enumerate(live.seen):
            if record in requests(live) and record.kind != "continue":  # type: ignore[union-attr]
                talk = conversation(record, live.seen[:place], template)  # type: ignore[arg-type]
                assert kind_asked(talk[-1][1]) == record.kind  # type: ignore[union-attr]


def test_what_is_to_come_is_not_in_it() -> None:
    live = chat(scripted("act: 1"))
    early = requests(live, "act")[0]
    whole = conversation(early, live.seen, TEMPLATES["plain"])
    upto = conversation(early, live.seen[: live.seen.index(early) + 1], TEMPLATES["plain"])
    assert whole == upto
