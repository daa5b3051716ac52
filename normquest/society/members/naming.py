"""Minds of a naming game: one that learns words as the theory has it, and those that do not give way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from normquest.society.forms import Form
from normquest.society.games.naming import NO, YES, NamingGame
from normquest.society.members.base import Mind
from normquest.society.members.motives import AtRandom
from normquest.society.state import Request
from normquest.society.view import View
from normquest.streams import Stream, pick


class NamingMind(Mind):
    """Says one of the words it has in mind; would have said any of them."""

    def words(self, view: View) -> Sequence[str]:
        """What it has in mind."""
        raise NotImplementedError

    def moves(self, request: Request, rng: Stream) -> Any:
        view = request.view
        if request.kind == "word":
            return pick(rng, self.words(view))
        assert view.table is not None
        return YES if view.table.value("word") in self.words(view) else NO

    def holds(self, view: View, rng: Stream) -> float | None:
        return None

    def says(self, view: View, rng: Stream) -> str:
        words = self.words(view)
        return f"I say “{words[0]}”." if len(words) == 1 else ""

    def rates(self, view: View, form: Form, rng: Stream) -> tuple[float, ...]:
        understood = view.table is not None and view.table.value("answer") == YES
        return (0.5 if understood else -0.5,) * len(form.about)

    def reports(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        """How many of those it last met said the first word. A convention: nobody has to say it."""
        heard = [word for past in view.past[-10:] for word in _heard(view, past.table)]
        game = _game(view)
        known = heard or list(self.words(view))
        share = sum(word == game.words[0] for word in known) / len(known)
        return {"ee": round(share * game.top, 3), "ne": "none"}


class Inventory(NamingMind):
    """Keeps a list of words: one understood drives out all others, one it did not have is added.

    The naming game of Baronchelli and others; with two words, that of Xie and others (2011).
    """

    name = "inventory"

    def words(self, view: View) -> Sequence[str]:
        added: list[str] = []
        for past in reversed(view.past):
            table = past.table
            if table is None or (answer := table.value("answer")) is None:
                continue
            word = str(table.value("word"))
            if answer == YES:
                return _in_order(word, added)
            if table.role(view.me.id) == "hearer":
                added.append(word)
        return _in_order(view.me.word, added)


def _in_order(first: str, newest_first: Sequence[str]) -> Sequence[str]:
    return tuple(dict.fromkeys((first, *reversed(newest_first))))


class Majority(NamingMind):
    """Says the word it heard most often of late, and no other."""

    name = "majority"

    def words(self, view: View) -> Sequence[str]:
        heard = [word for past in view.past[-10:] for word in _heard(view, past.table)]
        if not heard:
            return (view.me.word,)
        return (max(_game(view).words, key=lambda word: (heard.count(word), word == view.me.word)),)


class Committed(NamingMind):
    """Says the last of the words, whatever it hears."""

    name = "committed"

    def words(self, view: View) -> Sequence[str]:
        return _game(view).words[-1:]

    def says(self, view: View, rng: Stream) -> str:
        return f"It is called “{_game(view).words[-1]}”."

    def reports(self, view: View, form: Form, rng: Stream) -> dict[str, Any]:
        return {"ee": super().reports(view, form, rng)["ee"], "ne": 0}


class Adversary(Committed):
    """A stranger who is committed."""

    name = "adversary"


class Random(AtRandom, NamingMind):
    """Draws everything."""

    def words(self, view: View) -> Sequence[str]:
        return _game(view).words


def _game(view: View) -> NamingGame:
    game = view.rules.game
    assert isinstance(game, NamingGame)
    return game


def _heard(view: View, table: Any) -> list[str]:
    """The words that a mate showed to have: said, or answered with yes."""
    if table is None or table.value("word") is None:
        return []
    if table.role(view.me.id) == "hearer" or table.value("answer") == YES:
        return [str(table.value("word"))]
    return []


MINDS: Mapping[str, Mind] = {
    mind.name: mind() for mind in (Inventory, Majority, Committed, Adversary, Random)
}
"""The minds of a naming game by name."""
