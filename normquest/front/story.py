"""An episode as pages that can be leafed through: a request, its answer, and the marks one looks for.

It folds records as they come, and cannot tell a replay from an episode that is being played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from normquest.episode.records import Decision, Record, Request, StageResult, Statement, Truth
from normquest.front.noticing import in_words
from normquest.front.past import scene_of
from normquest.norms.events import NEWCOMER, Event
from normquest.session.rows.stretches import NORM

Sign = Literal["sanction", "violation", "statement"]

HIDDEN: frozenset[Sign] = frozenset({"violation"})
"""Signs that tell the truth, which is a spoiler."""


@dataclass
class Page:
    """A request, what was answered, what was stated with it, and its marks.

    A sanction stands on the page that tells of it, a violation and a statement on the page of the answer.
    """

    request: Request
    answer: Decision | None = None
    statement: Statement | None = None
    signs: set[Sign] = field(default_factory=set)

    def shown(self, truth: bool) -> set[Sign]:
        """The marks that may be seen."""
        return self.signs if truth else self.signs - HIDDEN

    @property
    def stage(self) -> str:
        """The stage it belongs to."""
        return self.request.stage


class Story:
    """The pages so far, and how the stages ended."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.pages: list[Page] = []
        self.results: list[StageResult] = []
        self._reaction = False
        self.fold(records)

    def fold(self, records: Iterable[Record]) -> None:
        """Take in further records."""
        for record in records:
            match record:
                case Request():
                    self.pages.append(Page(record, signs={"sanction"} if self._reaction else set()))
                    self._reaction = False
                case Decision() if self.pages:
                    self.pages[-1].answer = record
                case Statement() if self.pages:
                    self.pages[-1].statement = record
                    self.pages[-1].signs.add("statement")
                case Truth() if self.pages and _own_breach(record):
                    self.pages[-1].signs.add("violation")
                case StageResult():
                    self.results.append(record)
                case Event():
                    self._reaction = self._reaction or record.kind == "sanction"

    def marked(self, start: int, step: Literal[1, -1], truth: bool) -> int | None:
        """The next page (or the one before) with a mark; None where there is none."""
        at = start + step
        while 0 <= at < len(self.pages):
            if self.pages[at].shown(truth):
                return at
            at += step
        return None

    def stated(self, at: int) -> list[Statement]:
        """The statements made up to a page."""
        return [page.statement for page in self.pages[: at + 1] if page.statement is not None]

    def sure(self, at: int) -> list[float | None]:
        """How sure it was on each page up to one: what it said last; None before it said anything."""
        found: list[float | None] = []
        for page in self.pages[: at + 1]:
            said = page.statement
            found.append(said.confidence if said is not None else found[-1] if found else None)
        return found

    def last_said(self, at: int) -> Page | None:
        """The last page before one on which a question was answered."""
        asked = (page for page in reversed(self.pages[:at]) if page.request.kind != "continue")
        return next((page for page in asked if page.answer is not None), None)

    def turn(self, at: int) -> int:
        """The turn of the stage that a page belongs to; questions in between have none of their own."""
        stage = self.pages[at].stage if self.pages else ""
        turns = [page.request.observation.turn for page in self.pages[: at + 1] if page.stage == stage]
        return max(turns, default=0)

    def scene(self, number: int) -> int | None:
        """The page on which a scene of the watch begins, counted from 0; None where it has not come yet."""
        scenes = (
            at for at, page in enumerate(self.pages) if scene_of(page.request.observation) == number + 1
        )
        return next(scenes, None)


def _own_breach(truth: Truth) -> bool:
    finding = truth.finding
    return truth.custom == NORM and finding.bearer == NEWCOMER and finding.result == "violated"


def understood(page: Page) -> str:
    """What was understood of an answer, in words; empty where nothing was."""
    answer, request = page.answer, page.request
    if answer is None or request.kind == "continue":
        return ""
    if page.statement is not None:
        return stated(page.statement)
    value = answer.value
    if request.kind == "act":
        return next((choice.text for choice in request.observation.choices if choice.number == value), "")
    if request.kind == "statement":
        return ""
    beside = in_words(request, value)
    if beside is not None:
        return beside
    return {True: "yes", False: "no", None: "can't tell" if answer.outcome == "ok" else ""}.get(
        value, str(value)
    )


def stated(said: Statement) -> str:
    """A statement in a line."""
    rule = f"“{said.unstatable}” (not in the rule language)" if said.unstatable else f"“{said.english}”"
    return rule if said.confidence is None else f"{rule}, sure to {said.confidence:.0%}"
