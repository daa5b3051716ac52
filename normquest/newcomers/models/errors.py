"""What keeps a model from being used, said so that whoever asked knows what to do."""

from __future__ import annotations

from normquest.text import sanitise


class ModelTrouble(Exception):
    """A model can't be had as it was asked for; no call has been made.

    `where` is what was looked at, `what` is wrong with it, `expected` what would have done, `todo` what
    helps. `str()` gives all as sentences.
    """

    def __init__(self, where: str, what: str, expected: str, todo: str) -> None:
        super().__init__(where, what, expected, todo)  # all as args, so that it survives pickling
        self.where = where
        self.what = what
        self.expected = expected
        self.todo = todo

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}. Expected: {self.expected}. {self.todo}."
        return sanitise(text, newlines=False)
