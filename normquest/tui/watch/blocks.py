"""What stands in the blocks beside the scene: thoughts, reply and what was understood, belief."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from normquest.episode.records import Choice, Observation, Statement
from normquest.front.reply import parted
from normquest.front.sparks import sparkline, thinned
from normquest.front.story import Page, stated, understood
from normquest.session.watching.beliefs import Belief
from normquest.tui.glyphs import look
from normquest.tui.people import People
from normquest.tui.safe import joined, lines, plain

MOST = 3000
"""Characters of a text that are shown, the last ones: a block is small, and a reply may be a book."""


@dataclass
class Hearing:
    """What a model has said of the reply that is still coming, call by call."""

    reasoning: str = ""
    text: str = ""
    failed: str = ""
    calls: int = 0

    def hear(self, part: str, text: str) -> None:
        """Take in a piece."""
        if part == "call":
            self.reasoning = self.text = ""
            self.calls += 1
        elif part == "reasoning":
            self.reasoning = (self.reasoning + text)[-2 * MOST :]
        elif part == "text":
            self.text = (self.text + text)[-2 * MOST :]
        elif part == "failed":
            self.failed = text


def _end(text: str) -> str:
    return f"… {text[-MOST:]}" if len(text) > MOST else text


def reasoning(
    page: Page | None, kept: str, hearing: Hearing | None, thinks: bool, before: Page | None = None
) -> Content:
    """What it thought: what came beside the reply, and what stands in it before the answer.

    Until there is something of the reply that is coming, that of `before` stays.
    """
    if hearing is not None and (page is None or page.answer is None):
        aloud, _ = parted(hearing.text, thinks, coming=True)
        text = _together(hearing.reasoning, aloud)
        if text or hearing.text or before is None:
            return plain(_end(text) or "…", "dim")
        page = before
    raw = page.answer.raw if page is not None and page.answer is not None else ""
    text = _together(kept, parted(raw, thinks)[0])
    return plain(_end(text) or "Nothing is told of what it thought.", "dim")


def _together(*parts: str) -> str:
    return "\n\n".join(part.strip() for part in parts if part.strip())


def reply(page: Page | None, hearing: Hearing | None, thinks: bool, before: Page | None = None) -> Content:
    """The reply as it came, what was understood, and the outcome; of one that is coming what is there.

    Below that stands what came of `before`, which would else be gone before it was read.
    """
    if page is None:
        return plain("Nothing has been asked yet.", "dim")
    if page.answer is not None:
        text = parted(page.answer.raw, thinks)[1]
        nothing = "(Enter)" if page.answer.outcome == "ok" else "(nothing)"
        return lines(plain(_end(text)) if text else plain(nothing, "dim"), plain(""), *_came_of(page))
    rows = []
    if hearing is not None and hearing.failed:
        rows += [joined(("failed      ", "$warning"), hearing.failed)]
    said = parted(hearing.text, thinks, coming=True)[1] if hearing is not None else ""
    rows.append(plain(_end(said)) if said else plain("It has not answered yet.", "dim"))
    if before is not None:
        rows += [plain(""), plain("before", "dim"), *_came_of(before)]
    return lines(*rows)


def _came_of(page: Page) -> list[Content]:
    """What was understood of an answer, its outcome, and how long it took."""
    answer, meant = page.answer, understood(page)
    if answer is None:
        return []
    rows = [joined(("understood  ", "$secondary"), meant)] if meant else []
    usable = answer.outcome == "ok"
    rows.append(joined(("outcome     ", "$secondary"), (answer.outcome, "" if usable else "bold $warning")))
    if answer.calls:
        calls = f"{answer.calls} call{'s' if answer.calls != 1 else ''}"
        rows.append(joined(("took        ", "$secondary"), f"{answer.ms / 1000:.1f} s, {calls}"))
    return rows


def belief(
    said: Sequence[Statement],
    sure: Sequence[float | None],
    truth: str | None,
    curve: Sequence[Belief],
    width: int,
    waiting: bool = False,
) -> Content:
    """Its rule and how sure it was over time; with the truth (None: hidden) the observer's curve too.

    Both go over the same pages, so that one stands under the other.
    """
    ascii_ = look(80).ascii
    rows = []
    if not said:
        rows.append(plain("It has not said what it believes.", "dim"))
    else:
        rows.append(plain(stated(said[-1]).partition(", sure to")[0]))
        last = "" if sure[-1] is None else f"  {sure[-1]:.0%}"
        bars = sparkline(thinned(sure, width - 18), width - 18, ascii_)
        rows.append(joined(("sure      ", "$secondary"), bars, last))
    if truth is None:
        rows.append(plain("t shows the truth, and what could be known.", "dim"))
        return lines(*rows)
    rows.append(plain(""))
    if curve:
        values = [one.truth for one in curve]
        bars = sparkline(thinned(values, width - 18), width - 18, ascii_)
        rows.append(joined(("observer  ", "$secondary"), (bars, "$primary"), f"  {values[-1]:.0%}"))
        rows.append(joined(("believes  ", "$secondary"), f"“{curve[-1].rule}”"))
    elif waiting:
        rows.append(plain("The observer is thinking.", "dim"))
    rows.append(joined(("the rule  ", "$secondary"), (f"“{truth}”" if truth else "There is none.", "bold")))
    return lines(*rows)


def offered(options: Sequence[Choice], chosen: object, width: int) -> Content:
    """The acts that were open, in columns as they fit; the one that was taken stands out."""
    if not options:
        return Content("")
    widest = min(max(len(one.text) for one in options) + 7, width)
    across = max(width // widest, 1)
    down = -(-len(options) // across)
    rows = []
    for first in range(down):
        row: list[Content] = []
        for one in options[first::down]:
            taken = one.number == chosen
            text = f"{'›' if taken else ' '}{one.number:>2}  {one.text}"
            cell = plain(text, "bold $primary" if taken else "")
            row.append(joined(cell, " " * max(widest - len(cell), 0)))
        rows.append(joined(*row))
    return lines(*rows)


def taken(options: Sequence[Choice], chosen: object) -> Content:
    """The act that was taken, alone; empty while none is."""
    found = next((one for one in options if one.number == chosen), None)
    if found is None:
        return Content("")
    return joined((f"› {found.text}", "bold $primary"), (f"   one of {len(options)}", "dim"))


def around(seen: Observation, people: People) -> list[Content]:
    """What a player reads in the panels while acting: who is here, ways out, what is held, the task."""
    rows = [
        ("here      ", "; ".join(seen.here) or "nobody"),
        ("ways out  ", ", ".join(seen.exits)),
        ("you hold  ", ", ".join(seen.held)),
        ("task      ", " ".join(one for one in (seen.task.removeprefix("Task: "), seen.clock) if one)),
    ]
    return [joined((label, "$secondary"), people.coloured(text)) for label, text in rows if text]
