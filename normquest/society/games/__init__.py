"""The games that a society can play, each behind the protocol of `base.Game`."""

from __future__ import annotations

from normquest.society.games.base import Ask, Game, Table, Tongue
from normquest.society.games.commons import CommonsGame
from normquest.society.schema import Commons, Society

__all__ = ["Ask", "Game", "Table", "Tongue", "game_of"]


def game_of(society: Society) -> Game:
    """The game of a society, as its file has it."""
    match society.game:
        case Commons() as spec:
            return CommonsGame(spec.endowment, spec.multiplier)
        case _:
            raise NotImplementedError
