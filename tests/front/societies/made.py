"""Societies for the screens' tests: a few records made by hand, and small ones played by scripts."""

from __future__ import annotations

from typing import Any

from society.playing import loaded, society

from normquest.front.societies.about import About
from normquest.front.societies.fold import Fold
from normquest.session.societies.keeping import key_of
from normquest.session.societies.live import LiveSociety
from normquest.society.conditions import condition_from
from normquest.society.games.commons import CommonsGame
from normquest.society.records import (
    Config,
    Exclusion,
    Groups,
    Left,
    Message,
    Missing,
    Move,
    Payoff,
    Prompt,
    Rating,
    Record,
    Reply,
    Report,
    RoundEnd,
    Seated,
    ShockRecord,
    Tie,
)

GAME = CommonsGame(10, 1.6)
ABOUT = About("By hand", "E+SL+SS", 7, 3, 10, 1.0, 0.15, 4)

FIRST: list[Record] = [
    Seated(1, 0, 0, "Ash", "selfish", "member", 0.9),
    Seated(1, 1, 1, "Elm", "openai:x", "member", 0.2),
    Seated(1, 2, 2, "Ivy", "imitator", "member", 0.3),
    Seated(1, 3, 3, "Yew", "imitator", "member", 0.4),
    Groups(1, ((1, 0), (2, 3))),
    Prompt(0, 1, 1, "talk", 0, "You are Elm."),
    Reply(0, "say: four", "four"),
    Reply(1, "", "I agree"),
    Message(1, 0, 0, 1, "four"),
    Message(1, 1, 0, 2, "I agree"),
    Reply(2, "", ""),
    Reply(3, "", None, "parse_error"),
    Missing(1, 3, "talk", "parse_error", "silence"),
    Message(1, 0, 1, 0, ""),
    Prompt(4, 1, 1, "contribution", 0, "How much?"),
    Reply(4, "answer: 4", 4),
    Move(1, 0, 1, "contribution", 4),
    Move(1, 0, 0, "contribution", 0),
    Move(1, 1, 2, "contribution", 8),
    Payoff(1, 0, 1, 9.2),
    Payoff(1, 0, 0, 13.2),
    Payoff(1, 1, 2, 14.8),
    Rating(1, 1, 0, -1.0),
    Rating(1, 0, 1, 0.5),
    Rating(1, 2, 3, 0.0),
    Tie(1, 1, 0, 0.2),
    Tie(1, 0, 1, 1.1),
    Report(1, 0, 2.0, "none"),
    Report(1, 1, 4.0, 6.0),
    Report(1, 2, 6.0, 7.0),
    RoundEnd(1, (0, 1, 2, 3), (0.7333333, 1.0333333, 1.0, 1.0)),
]
"""A round: Yew says nothing usable and puts in nothing, for which there is no number."""

SECOND: list[Record] = [
    Left(2, 3, 3, "replaced"),
    Seated(2, 4, 3, "Rue", "adversary", "adversary", 0.1, 3.0),
    ShockRecord(1, "early", (3,), (4,), 3.0),
    Groups(2, ((0, 4), (1, 2)), seeds=(0, 1)),
    Message(2, 0, 0, 4, "Nobody need do more than 3."),
    Move(2, 0, 0, "contribution", 1),
    Move(2, 0, 4, "contribution", 9),
    Move(2, 1, 1, "contribution", 5, repeated=True),
    Move(2, 1, 2, "contribution", 3),
    Rating(2, 4, 0, -1.0),
    Tie(2, 4, 0, 0.0),
    Exclusion(2, 0, 0.1),
    Left(2, 0, 0, "excluded"),
]


def by_hand(*parts: list[Record]) -> Fold:
    """The fold of these."""
    fold = Fold(ABOUT, GAME)
    for part in parts:
        fold.take(part)
    return fold


def live(
    who: str = "internalised*2,selfish,imitator*2",
    condition: str = "E+SL+SS",
    seed: int = 1,
    shock: str = "",
    trials: tuple[str, ...] = (),
    **changes: Any,
) -> LiveSociety:
    """A small society, not begun, that nothing is stored of."""
    few: dict[str, Any] = {
        "members": 5,
        "rounds": 3,
        "groups": {"size": 3},
        "shocks": {},
        "interventions": {},
    }
    config = Config(condition_from(condition), shock=shock, interventions=trials)
    of = society(**{**few, **changes})
    return LiveSociety(key_of(loaded(), config, who, seed), config, of)
