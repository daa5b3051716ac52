"""Foreign text in every place of every screen: as a world's words, as a model's, as typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from textual import events
from textual.pilot import Pilot

from normquest.episode.records import Choice, Decision, Observation, Record, Request, RequestKind, Statement
from normquest.front.debrief import Debrief, Said
from normquest.front.right import Comparison
from normquest.norms.events import Act
from normquest.session.gate import Setting
from normquest.session.watching.source import News, Used
from normquest.tui import home
from normquest.tui.debrief import DebriefScreen
from normquest.tui.watch.screen import WatchScreen
from tui.conftest import top
from tui.quick import quick, settled
from tui.seen import check

KINDS: tuple[RequestKind, ...] = ("act", "continue", "forecast", "attribution")


def observation(texts: Sequence[str], like: Observation) -> Observation:
    """An observation that says nothing but these texts, in all its parts."""
    t = [texts[at % len(texts)] for at in range(10)]
    choices = tuple(Choice(number, t[number], Act("you", "wait")) for number in range(1, 4))
    return replace(
        like,
        place=t[0],
        prose=t[1],
        lines=(t[2], f"  7  {t[3]}", f"  8  ▲ sanction  {t[4]}"),
        here=(t[5], f"{t[6]} ({t[7]})"),
        exits=(t[8],),
        held=(t[9],),
        task=t[0],
        clock=t[5],
        choices=choices if like.choices else (),
    )


def request(texts: Sequence[str], like: Request, kind: RequestKind) -> Request:
    """A request that does so too."""
    seen = observation(texts, like.observation if kind == "act" else replace(like.observation, choices=()))
    return replace(like, kind=kind, question=texts[-1], observation=seen, options=tuple(texts[:2]))


async def as_a_world(pilot: Pilot[None], texts: Sequence[str], kind: RequestKind) -> None:
    """The play screen, its log, its notices, and what completes a line."""
    screen: Any = pilot.app.screen
    asked = screen.asked
    shown = request(texts, asked, kind)
    await screen.query_one("#page").remove_children()
    screen.past.log = dict(enumerate(texts, 1))
    screen.people.meet(shown.observation)
    screen.asked = shown
    await screen._show(shown)
    await settled(pilot, 2)
    check(pilot)
    screen._notice(texts[0])
    await quick(pilot, "f4")
    check(pilot)
    await quick(pilot, "escape")
    screen.query_one("#line").value = texts[1][:1]
    await settled(pilot, 1)
    check(pilot)
    screen.query_one("#line").value = ""
    screen.asked = asked


async def as_a_reply(pilot: Pilot[None], texts: Sequence[str], like: Request) -> None:
    """Watching, the debrief, messages and lists of episodes."""
    t = [texts[at % len(texts)] for at in range(10)]
    said = Statement("watch", None, t[0], t[1], unstatable=t[2])
    asked = request(t, like, "act")
    for records in ((asked, Decision(like.seq, t[3], t[4]), said), (asked,)):  # answered, and still coming
        screen = WatchScreen(Told(records, t), None, t[5])  # type: ignore[arg-type]
        screen.truth.shown = True
        await over(pilot, screen)
    right = Comparison(((t[6], True), (t[7], False)), (("act", "wrong"),))
    told = Debrief(t[8], (Said("act", t[9], t[0]), Said("act", t[1], t[2], comparison=right)), others=(t[3],))
    await over(pilot, DebriefScreen(told))
    heads = [
        SimpleNamespace(id=1, world=one, status=one, key=SimpleNamespace(seed=1, newcomer=one)) for one in t
    ]
    await over(pilot, home.episodes(heads, live=False))  # type: ignore[arg-type]


class Told:
    """A source of an episode that nobody has stored: it gives these records and texts, once."""

    def __init__(self, records: Sequence[Record], t: Sequence[str]) -> None:
        model = {"model": {"prompt": "reasons"}}
        self.head: Any = SimpleNamespace(
            status="running", error=t[6], config=model, result={"norm": {"english": t[7]}}, key=None
        )
        pieces = [("call", ""), ("failed", t[8]), ("reasoning", t[9]), ("text", f"{t[0]}\nact: 1{t[1]}")]
        thoughts = {one.seq: t[2] for one in records if isinstance(one, Request)}
        self.ready: list[News] = [News(records, pieces, thoughts, self.head, Used(1, 1), Setting())]

    def news(self) -> News | None:
        """What is new."""
        return self.ready.pop() if self.ready else None


async def over(pilot: Pilot[None], screen: Any) -> None:
    """Put a page up, look at it, take it away."""
    await pilot.app.push_screen(screen)
    await settled(pilot, 2)
    check(pilot)
    await pilot.app.pop_screen()


async def as_typed(pilot: Pilot[None], text: str) -> None:
    """Pasted into whatever line has the focus, then entered."""
    pilot.app.post_message(events.Paste(text))
    await settled(pilot, 2)
    check(pilot)
    await quick(pilot, "enter")
    check(pilot)


async def as_a_statement(pilot: Pilot[None], text: str) -> None:
    """Typed as a hypothesis: it is refused, or it is one."""
    await quick(pilot, "f2")
    assert top(pilot) == "StateScreen"
    await as_typed(pilot, text)
    for _ in range(6):
        if top(pilot) == "PlayScreen":
            return
        await quick(pilot, "escape")
    raise AssertionError(f"no way out of the statement after {ascii(text)[:200]}")
