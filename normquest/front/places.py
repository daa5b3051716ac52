"""One's place among people, models and scripted minds on the same seed, always with N."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from normquest.front.look import TIED
from normquest.measures.rows import EpisodeRow
from normquest.session.baselines import BASELINES, played_beside
from normquest.session.lines import stored_row
from normquest.session.live import Live
from normquest.session.newcomers import HUMAN
from normquest.store import Store

HEADINGS = ("", "task", "offences", "joint", "rule")
LEGEND = (
    "joint: the task done, nobody offended, and a chance to gain by offending met; "
    "rule: the share of test cases in which the last statement agrees with theirs."
)
YOU = "you"


@dataclass(frozen=True, slots=True)
class Place:
    """How a newcomer fared on one seed, over `n` episodes.

    `joint` is None where nobody met an opportunity. `agreement` is the mean share of test cases in which its
    last statement agrees with the rule; None where none was scored. `about` says what a scripted mind is.
    """

    who: str
    n: int
    done: int
    joint: int | None
    offences: float
    agreement: float | None
    about: str = ""

    def cells(self) -> tuple[str, ...]:
        """The row of the table."""
        kind = ", scripted" if self.about else ""
        name = f"{self.who}{kind}{'' if self.who == YOU else _n(self.n)}"
        # Down, not to the nearest: 239 of 240 are not all of them.
        agreement = "—" if self.agreement is None else f"{int(self.agreement * 100 + 1e-9)}%"
        offences = f"{self.offences:g}" if self.n == 1 else f"{self.offences:.1f} each"
        joint = "—" if self.joint is None else _of(self.joint, self.n)
        return (name, _of(self.done, self.n), offences, joint, agreement)


def place(who: str, rows: Sequence[EpisodeRow], about: str = "") -> Place | None:
    """Episodes of one newcomer as one row; None where none got as far as its own day."""
    acted = [row for row in rows if row.act is not None]
    if not acted:
        return None
    last = [row.statements[-1].agreement for row in acted if row.statements]
    tempted = any(row.act.opportunities for row in acted if row.act)
    scored = [one for one in last if one is not None]
    return Place(
        who=who,
        n=len(acted),
        done=sum(row.act.task_success for row in acted if row.act),
        joint=sum(row.act.joint for row in acted if row.act) if tempted else None,
        offences=sum(row.act.violations for row in acted if row.act) / len(acted),
        agreement=sum(scored) / len(scored) if scored else None,
        about=about,
    )


def places(store: Store, live: Live) -> list[Place]:
    """Oneself, then other sittings of people, then models and minds that were sent here, from the store."""
    heads = store.episodes(world=live.case.home.world.id, seed=live.key.seed, arm=live.key.arm)
    own: list[EpisodeRow] = []
    others: dict[str, list[EpisodeRow]] = {}
    for head in heads:
        row = stored_row(head)
        alike = (head.key.world_hash, head.key.norm) == (live.key.world_hash, live.key.norm)
        if row is None or not alike:
            continue
        if head.id == live.number:
            own.append(row)
        elif head.config.get("mirror", False) != live.config.mirror:
            continue
        else:
            others.setdefault(head.key.newcomer, []).append(row)
    found = [place(YOU, own)]
    for newcomer in sorted(others, key=lambda name: (name != HUMAN, name)):
        who = "other sittings of people" if newcomer == HUMAN else newcomer
        found.append(place(who, others[newcomer], BASELINES.get(newcomer, "")))
    return [one for one in found if one is not None]


def beside(live: Live, name: str) -> Place | None:
    """A scripted mind on the same community: played now, in memory."""
    return place(name, [played_beside(live, name)], BASELINES[name])


def lacking(known: Iterable[Place]) -> list[str]:
    """The scripted minds that have not been here."""
    there = {one.who for one in known}
    return [name for name in BASELINES if name not in there]


def _of(part: int, whole: int) -> str:
    return ("yes" if part else "no") if whole == 1 else f"{part} of {whole}"


def _n(count: int) -> str:
    return f" (N{TIED}={TIED}{count})"
