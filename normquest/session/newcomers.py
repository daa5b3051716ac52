"""Newcomers by name: the scripted minds, and people. Models are added here."""

from __future__ import annotations

from normquest.episode.case import Case
from normquest.episode.records import Config, EpisodeKey
from normquest.minds.scripted import MINDS
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
    if name not in MINDS:
        raise unknown("--newcomer", "newcomer", name, MINDS, "Give one of them")


def newcomer_of(name: str, case: Case, key: EpisodeKey, config: Config) -> Mind | Newcomer:
    """A newcomer for one episode. Raises SessionError as `check_newcomer` does."""
    check_newcomer(name)
    return MINDS[name](case, key)
