"""Newcomers by name: the scripted minds, and people. Chat models have settings too: see `session.models`."""

from __future__ import annotations

from normquest.episode.case import Case
from normquest.episode.records import Config, EpisodeKey
from normquest.minds.scripted import MINDS
from normquest.newcomers.models.naming import is_model
from normquest.session.driving import Mind, Newcomer
from normquest.session.errors import SessionError, unknown

HUMAN = "human"
"""The name of every person; who it is stands in the key as the participant."""


def check_newcomer(name: str) -> None:
    """Raises SessionError, with the nearest name, for one that `run` cannot send."""
    if name == HUMAN:
        raise SessionError(
            "--newcomer human",
            "a person cannot be sent through many communities at once",
            "a scripted mind",
            "A person plays with `normquest play`",
            usage=True,
        )
    if is_model(name):
        raise SessionError(
            f"--newcomer {name[:60]}",
            "this is a chat model",
            "a scripted mind",
            f"Send a model with --model {name[:60]}",
            usage=True,
        )
    if name not in MINDS:
        raise unknown("--newcomer", "newcomer", name, MINDS, "Give one of them")


def newcomer_of(name: str, case: Case, key: EpisodeKey, config: Config) -> Mind | Newcomer:
    """A newcomer for one episode. Raises SessionError as `check_newcomer` does."""
    check_newcomer(name)
    return MINDS[name](case, key)
