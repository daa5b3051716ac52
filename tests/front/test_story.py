"""Pages, marks, parted replies and bars, folded from records."""

from __future__ import annotations

import re

import pytest
from session.cases import played

from normquest.episode.records import Decision, Request, StageResult, Statement, Truth
from normquest.front.reply import parted
from normquest.front.sparks import sparkline, thinned
from normquest.front.story import Story, understood
from normquest.newcomers.chat.messages import ASKED_AGAIN
from normquest.norms.events import NEWCOMER, Event
from normquest.session.rows.stretches import NORM


def test_a_page_is_a_request_with_all_that_came_of_it() -> None:
    records = played("selfish").records
    story = Story(records)
    requests = [r for r in records if isinstance(r, Request)]
    assert [page.request for page in story.pages] == requests
    answers = [r for r in records if isinstance(r, Decision)]
    assert [page.answer for page in story.pages] == answers
    assert [p.statement for p in story.pages if p.statement] == [
        r for r in records if isinstance(r, Statement)
    ]
    assert story.results == [r for r in records if isinstance(r, StageResult)]


def test_it_folds_the_same_bit_by_bit() -> None:
    records = played("selfish").records
    whole, bits = Story(records), Story()
    for record in records:
        bits.fold([record])
    assert bits.pages == whole.pages and bits.results == whole.results


def test_sanctions_stand_where_they_are_told_and_breaches_where_they_are_chosen() -> None:
    story = Story(played("selfish").records)
    told = [page for page in story.pages if any("▲" in line for line in page.request.observation.lines)]
    assert told and told == [page for page in story.pages if "sanction" in page.signs]
    records = played("selfish").records
    breaches = {
        r.seq
        for r in records
        if isinstance(r, Truth)
        and (r.custom, r.finding.bearer, r.finding.result) == (NORM, NEWCOMER, "violated")
    }
    acts = [r for r in records if isinstance(r, Event) and r.seq in breaches]
    broken = [page for page in story.pages if "violation" in page.signs]
    assert len(broken) == len({(act.stage, act.turn) for act in acts}) and broken
    assert all(page.request.kind == "act" for page in broken)
    assert all("violation" not in page.shown(truth=False) for page in broken)


def test_marks_are_gone_through_and_breaches_only_with_the_truth() -> None:
    story = Story(played("selfish").records)

    def all_marks(truth: bool) -> list[int]:
        found, at = [], -1
        while (at_next := story.marked(at, 1, truth)) is not None:
            found.append(at_next)
            at = at_next
        return found

    hidden, shown = all_marks(False), all_marks(True)
    assert hidden == [n for n, page in enumerate(story.pages) if page.shown(False)]
    assert set(shown) >= set(hidden) and shown == [n for n, page in enumerate(story.pages) if page.signs]
    assert story.marked(shown[-1], -1, True) == shown[-2] and story.marked(shown[-1], 1, True) is None


def test_what_was_understood_is_said_in_words() -> None:
    for page in Story(played("selfish").records).pages:
        if page.request.kind == "act":
            assert page.answer is not None
            named = {c.number: c.text for c in page.request.observation.choices}
            assert understood(page) == named[page.answer.value]
        if page.statement is not None:
            assert page.statement.english in understood(page)


@pytest.mark.parametrize(
    ("raw", "how", "expected"),
    [
        ("act: 3", {}, ("", "act: 3")),
        ("I think.\nSo:\nact: 3", {}, ("I think.\nSo:", "act: 3")),
        ("<think>hm</think>act: 3", {}, ("hm", "act: 3")),
        ("<think>hm", {"coming": True}, ("hm", "")),
        ("<think>hm", {}, ("", "<think>hm")),
        ("I have no idea", {}, ("", "I have no idea")),
        ("I have no", {"thinks": True, "coming": True}, ("I have no", "")),
        ("I have no idea", {"thinks": True}, ("", "I have no idea")),
        ("a\nrule: x\nlines: 1\nsure: 2", {}, ("a", "rule: x\nlines: 1\nsure: 2")),
        (f"prose{ASKED_AGAIN}b\nact: 1", {}, ("b", f"prose{ASKED_AGAIN}act: 1")),
        ("", {}, ("", "")),
    ],
)
def test_a_reply_is_parted_from_what_was_thought(
    raw: str, how: dict[str, bool], expected: tuple[str, str]
) -> None:
    assert parted(raw, **how) == expected


def test_bars_grow_with_chances_in_either_alphabet() -> None:
    assert sparkline([0.0, None, 0.5, 1.0], 10) == "▁ ▅█"
    assert sparkline([0.0, None, 0.5, 1.0], 10, ascii=True) == "_ =#"
    assert sparkline([0.0, 1.0], 1) == "█"
    assert thinned([0.0, 0.1, 0.2, 0.3], 2) == [0.1, 0.3] and thinned([0.5], 9) == [0.5]


def test_turns_go_on_over_questions_and_what_was_said_last_is_found() -> None:
    story = Story(played("selfish", elicitation="turns").records)
    acts = [n for n, page in enumerate(story.pages) if page.request.kind == "act"]
    for at in acts:
        assert story.turn(at) == story.pages[at].request.observation.turn
        if story.pages[at].stage == story.pages[min(at + 1, len(story.pages) - 1)].stage:
            assert story.turn(at + 1) >= story.turn(at)
    asked = [page for page in story.pages if page.request.kind != "continue"]
    assert story.last_said(len(story.pages)) is asked[-1] and story.last_said(0) is None
    asked[-1].answer = None
    assert story.last_said(len(story.pages)) is asked[-2]


def test_a_scene_is_found_where_it_begins() -> None:
    story = Story(played("selfish").records)
    begins = [page for page in story.pages if re.match("Scene [0-9]+ of", page.request.observation.place)]
    assert [story.pages[story.scene(n) or 0] for n in range(len(begins))] == begins and len(begins) > 1
    assert story.scene(len(begins)) is None


def test_how_sure_it_was_goes_on_until_it_says_otherwise() -> None:
    story = Story(played("overconfident").records)
    sure = story.sure(len(story.pages))
    stated = [n for n, page in enumerate(story.pages) if page.statement is not None]
    assert len(sure) == len(story.pages) and set(sure[: stated[0]]) == {None}
    for at in stated:
        said = story.pages[at].statement
        assert said is not None and said.confidence is not None
        assert sure[at] == said.confidence and (at in stated[-1:] or sure[at + 1] == said.confidence)
