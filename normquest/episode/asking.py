"""Putting a request, and ending an episode: the last line of every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from normquest.episode.records import Observation, Record, Request, RequestKind
from normquest.episode.state import EpisodeState, Step
from normquest.norms.events import Event, Stage


def page(stage: Stage, title: str, prose: str, lines: Sequence[str] = ()) -> Observation:
    """A page that shows no place: a title, prose, lines."""
    return Observation(stage, 0, title, prose, tuple(lines), (), (), (), "", "")


def ask(
    state: EpisodeState,
    records: Sequence[Record],
    kind: RequestKind,
    observation: Observation,
    *,
    question: str = "",
    about: int | None = None,
    options: tuple[str, ...] = (),
    **changes: Any,
) -> Step:
    """The step that asks this; `changes` are those of the state, beside the request."""
    request = Request(
        seq=state.asked,
        kind=kind,
        stage=state.stage,
        observation=observation,
        question=question,
        about=about,
        attempt=state.attempt,
        options=options,
    )
    after = replace(state, asked=state.asked + 1, request=request, **changes)
    return Step(after, (*records, request), request)


def over(state: EpisodeState, records: Sequence[Record]) -> Step:
    """The end of the episode."""
    after = replace(state, phase="done", stage="debrief", request=None)
    end = Event(seq=state.seq, turn=0, stage="debrief", kind="stage")
    return Step(after, (*records, end), None)
