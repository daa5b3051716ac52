"""Short questions: will anyone mind, what earned it, did this happen?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from cases import THEN_BOW, UNDER_ROOF, Played, enforcing, made, play

from normquest.episode.case import Case
from normquest.episode.records import ARMS, Record, Request
from normquest.episode.step import recognition_items
from normquest.norms.events import Event

NAMES = ["made", "duty by hand", "place", "rite", "duty"]


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest, drawn: Callable[[str], Case]) -> Case:
    """Every case in turn: two made by hand, three drawn."""
    by_hand = {"made": UNDER_ROOF, "duty by hand": THEN_BOW}
    return made(by_hand[request.param]) if request.param in by_hand else drawn(request.param)


def scene_of(request: Request) -> str:
    """`Scene 3` of a page of the watch."""
    return " ".join(request.observation.place.replace(",", "").split()[:2])


# --- forecast ---------------------------------------------------------------------------------------------


def moments(played: Played) -> list[tuple[str, Any]]:
    """Where forecasts were asked for: the scene, and the act that was last."""
    acts = {e.seq: e.act for e in played.events("watch")}
    return [(scene_of(r), acts.get(-1 if r.about is None else r.about)) for r in played.requests("forecast")]


def test_four_scenes_hold_their_breath_at_the_same_moments_in_every_arm(case: Case) -> None:
    shown = {arm: moments(play(case, "noop", arm=arm, upto="act")) for arm in ARMS}
    for arm, (watch, _) in ARMS.items():
        alike = "blind" if watch == "neutral" else "demonstrations"
        assert shown[arm] == shown[alike]
        assert [where for where, _ in shown[arm]] == [where for where, _ in shown["demonstrations"]]
    assert len(shown["both"]) == 4


def test_it_is_asked_before_the_reaction_to_what_was_done_last(case: Case) -> None:
    played = play(case, "noop", arm="witnessed")
    records = played.records
    for request in played.requests("forecast"):
        at = records.index(request)
        last = next(r for r in reversed(records[:at]) if isinstance(r, Event))
        assert last.kind == "tick"
        following = next(r for r in records[at:] if isinstance(r, Event))
        assert following.kind != "sanction" or following.turn == last.turn


@pytest.mark.parametrize("name", ["made", "place", "rite"])
def test_up_to_the_question_nothing_tells_whether_somebody_will_mind(
    name: str, drawn: Callable[[str], Case]
) -> None:
    """Until then a page is the same with sanctions and without, apart from sanctions of earlier turns."""
    case = made() if name == "made" else drawn(name)

    def pages(arm: str) -> list[list[str]]:
        found = [r.observation for r in play(case, "noop", arm=arm).requests("forecast")]
        lines = [[p.place, p.prose, *(line for line in p.lines if "▲" not in line)] for p in found]
        return [[line.lstrip(" 0123456789") for line in page] for page in lines]

    assert pages("witnessed") == pages("demonstrations") == pages("sham")


@pytest.mark.parametrize("name", ["made", "place"])
def test_some_of_them_are_followed_by_a_reaction_and_some_are_not(
    name: str, drawn: Callable[[str], Case]
) -> None:
    case = made() if name == "made" else drawn(name)
    assert set(play(case, "oracle", arm="witnessed").answered("forecast")) == {True, False}


def test_it_can_be_switched_off_and_the_scenes_are_the_same() -> None:
    on, off = (play(made(), "noop", arm="witnessed", forecast=forecast) for forecast in (True, False))
    assert not off.requests("forecast") and len(on.requests("forecast")) == 4
    assert on.events("watch") == off.events("watch")
    assert len(off.requests("continue", "watch")) == len(made().scenes)


def test_where_nobody_says_a_word_that_is_told_too() -> None:
    pages = [r.observation for r in play(made(), "noop", arm="demonstrations").requests("continue", "watch")]
    assert all(page.lines for page in pages)


def test_what_is_answered_changes_nothing_of_what_follows() -> None:
    def says(word: Any) -> Callable[[Request, Sequence[Record]], Any]:
        return lambda r, _: (
            word if r.kind == "forecast" else ({"rule": None} if r.kind == "statement" else None)
        )

    yes, no = (play(made(), says(word), arm="both") for word in (True, False))
    assert yes.events() == no.events() and yes.requests() == no.requests()


# --- attribution ------------------------------------------------------------------------------------------


def test_after_at_most_four_scenes_with_a_sanction_it_is_asked_what_earned_it(case: Case) -> None:
    played = play(case, "noop", arm="witnessed", attribution=True)
    asked = played.requests("attribution")
    assert 0 < len(asked) <= 4
    for request in asked:
        assert request.about is not None
        mark = next(e for e in played.events() if e.seq == request.about)
        assert mark.kind == "sanction"
        assert "omission" in request.question and "nothing" in request.question


def test_the_line_it_asks_about_has_been_read(case: Case) -> None:
    played = play(case, "noop", arm="witnessed", attribution=True)
    for request in played.requests("attribution"):
        at = played.records.index(request)
        pages = [r.observation.text for r in played.records[: at + 1] if isinstance(r, Request)]
        assert any(f"{request.about:>3}  ▲ sanction" in page for page in pages[-2:])


@pytest.mark.parametrize("arm", ["blind", "demonstrations", "own"])
def test_without_sanctions_there_is_nothing_to_attribute(arm: str) -> None:
    assert not play(made(), "noop", arm=arm, attribution=True).requests("attribution")


def test_it_is_off_unless_switched_on() -> None:
    assert not play(made(), "noop", arm="witnessed").requests("attribution")


# --- recognition ------------------------------------------------------------------------------------------


def items(played: Played) -> list[tuple[str, bool]]:
    """What was asked, and whether it happened."""
    return recognition_items(played.states[0])


def test_half_of_what_is_asked_happened_and_half_did_not(case: Case) -> None:
    for arm, many in (("blind", 4), ("demonstrations", 4), ("witnessed", 6), ("sham", 6)):
        played = play(case, "noop", arm=arm, recognition=True, upto="act")
        asked = items(played)
        assert sorted(truth for _, truth in asked) == [False] * (many // 2) + [True] * (many // 2)
        assert [r.observation.prose for r in played.requests("recognition")] == [text for text, _ in asked]


def test_what_happened_was_read_in_these_words_in_that_scene_and_what_did_not_was_not(case: Case) -> None:
    for arm in ("blind", "demonstrations", "witnessed", "sham"):
        played = play(case, "noop", arm=arm, recognition=True, upto="act")
        pages: dict[str, str] = {}
        for request in played.requests(stage="watch"):
            where = scene_of(request)
            pages[where] = pages.get(where, "") + "\n".join(request.observation.lines) + "\n"
        for text, truth in items(played):
            where, _, what = text.removeprefix("In s").partition(": ")
            assert (f"  {what}\n" in pages[f"S{where}"]) == truth, text


def test_it_asks_who_was_sanctioned_where_sanctions_were_shown() -> None:
    asked = [text for text, _ in items(play(made(), "noop", arm="witnessed", recognition=True))]
    assert sum("clicks her tongue" in text for text in asked) == 2
    hidden = play(made(), "noop", arm="witnessed", recognition=True, replacement=True)
    assert not any("clicks her tongue" in text for text, _ in items(hidden))


def test_it_comes_after_the_watch_and_before_the_statement_and_only_if_switched_on() -> None:
    kinds = [r.kind for r in play(made(), "noop", recognition=True).requests(stage="watch")]
    at = kinds.index("recognition")
    assert set(kinds[at:-1]) == {"recognition"} and kinds[-1] == "statement"
    assert not play(made(), "noop").requests("recognition")


def test_of_acts_the_same_is_asked_whichever_custom_is_the_norm(case: Case) -> None:
    asked = [
        items(play(enforcing(case, norm), "noop", arm="blind", recognition=True, upto="act"))
        for norm in (0, 1)
    ]
    assert asked[0] == asked[1]


def test_with_no_scenes_there_is_nothing_to_ask() -> None:
    played = play(made(), "noop", scenes=0, recognition=True, attribution=True)
    assert {r.kind for r in played.requests(stage="watch")} == {"statement"}
