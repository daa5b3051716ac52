"""All rounds in one row, with what happened in them: a click or a drag goes there."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from normquest.front.societies.curves import SIGNS
from normquest.tui.safe import joined, plain
from normquest.tui.widgets.scrubbed import ScrubbedRow


class Rounds(ScrubbedRow):
    """Numbers of rounds where they fit, else a cell each, or one for several."""

    HELP = "Click or drag in the row of rounds to go there; m and M go from mark to mark."

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.count = 1
        self.played = 0
        self.now = 0
        self.marks: Mapping[int, str] = {}

    def show(self, count: int, played: int, now: int, marks: Mapping[int, str]) -> None:
        """How many rounds there will be, how many there are, which is shown, what happened in which."""
        self.count, self.played, self.now, self.marks = max(count, played, 1), played, now, marks
        self.refresh()

    @property
    def _wide(self) -> int:
        """Columns of a round; 0 where several share one."""
        wide = self.size.width // self.count
        return min(wide, 4) if wide >= 3 else min(wide, 1)

    def place_at(self, x: int) -> int:
        """The round that a column stands for."""
        wide = self._wide
        found = x // wide + 1 if wide else x * self.count // max(self.size.width, 1) + 1
        return min(max(found, 1), max(self.played, 1))

    def render(self) -> Content:
        wide = self._wide
        if wide:
            return joined(*(self._cell(round, wide) for round in range(1, self.count + 1)))
        columns = max(self.size.width, 1)
        firsts = [x * self.count // columns + 1 for x in range(columns)]
        return joined(*(self._cell(first, 1) for first in firsts))

    def _cell(self, round: int, wide: int) -> Content:
        sign = SIGNS.get(self.marks.get(round, ""), "")
        style = "dim" if round > self.played else ""
        now = " reverse" if round == self.now else ""
        if wide < 3:
            return plain(sign or "·", f"{'bold $warning' if sign else style}{now}".strip())
        number = f"{round:>{2 if round < 100 else 3}}"[: wide - 1]
        return joined(
            (number, f"{style}{now}".strip()),
            (sign or " ", "bold $warning"),
            " " * (wide - len(number) - 1),
        )
