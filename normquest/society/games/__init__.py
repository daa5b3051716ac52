"""The games that a society can play, each behind the protocol of `base.Game`."""

from __future__ import annotations

from normquest.society.games.base import Ask, Game, Table, Tongue
from normquest.society.games.commons import CommonsGame
from normquest.society.games.fairness import FairnessGame
from normquest.society.games.naming import NamingGame
from normquest.society.schema import Commons, Fairness, Naming, Society

__all__ = ["Ask", "Game", "Table", "Tongue", "game_of"]


def game_of(society: Society) -> Game:
    """The game of a society, as its file has it."""
    match society.game:
        case Commons() as spec:
            return CommonsGame(spec.endowment, spec.multiplier)
        case Naming() as spec:
            return NamingGame(spec.words, spec.reward, society.expectations.most)
        case Fairness() as spec:
            return FairnessGame(spec.form, spec.pie)
