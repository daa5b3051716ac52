"""Whether the screens show what a model is sent and what --plain prints, request by request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from newcomers.parity import printed
from newcomers.parity import words as flat
from textual.content import Content
from textual.pilot import Pilot
from textual.style import Style
from textual.widgets import Static

from normquest.episode.records import Decision, Observation, Record, Request
from normquest.front.look import Look
from normquest.newcomers.chat.messages import asked, conversation
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.session.live import Live
from normquest.store import Store
from normquest.tui.play.screen import PlayScreen
from tui.conftest import top
from tui.quick import quick, settled

OWN = "here ways out you hold nobody turns left it is about"
"""Words with which the screens say what kind of thing stands there."""


def words(text: str) -> str:
    """The words alone, marks, case and line ends aside."""
    return " ".join(re.findall(r"[\w’'-]+", text.casefold()))


async def played(pilot: Pilot[None], store: Store, live: Live, mind: Any) -> int:
    """An episode by keys, as a mind decides; every request compared. Gives how many there were."""
    screen = PlayScreen(store, live)
    await pilot.app.push_screen(screen)
    compared: set[int] = set()
    while live.status == "running":
        await settled(pilot)
        request = live.request
        if request is None or (request.kind != "statement" and screen.asked is not request):
            continue
        told = [record for record in live.seen if getattr(record, "seq", -1) != request.seq]
        if request.seq not in compared:
            compared.add(request.seq)
            shown = states(pilot) if request.kind == "statement" else shows(screen)
            check(request, told, shown, screen)
        await answer(pilot, screen, request, mind.decide(request, live.seen))
    return len(compared)


def check(request: Request, told: Sequence[Record], shown: str, screen: PlayScreen) -> None:
    """One request: the model's message, the plain page, the screen."""
    seen = request.observation
    sent = asked(request, screen.past.log)
    if request.kind != "continue":  # which goes into the message of what is asked next
        assert sent in conversation(request, told, TEMPLATES["plain"])[-1][1]
    assert seen.text in sent and request.question in sent
    above = flat(seen.text.partition("You can:\n")[0])
    assert above in flat(printed(request, Look()))
    found = words(shown)
    for part in parts(seen, request.kind):
        assert words(part) in found, (request.kind, part, shown)
    if request.kind == "act":
        same_choices(seen, screen)
    if request.kind == "statement":
        return
    assert words(request.question) in found or request.kind == "act", request.question
    if request.kind == "attribution" and request.about in screen.past.log:
        assert words(f"{request.about}: {screen.past.log[request.about]}") in found, request.about
    known = {*words(sent).split(), *words(" ".join(request.options)).split(), *OWN.split()}
    for before in (one for one in told if isinstance(one, Request)):
        known |= set(words(f"{before.observation.text} {before.question}").split())
    new = [
        word
        for block in screen.query("#page > *").results(Static)
        if not block.has_class("past")
        for word in words(str(block.content)).split()
    ]
    assert set(new) <= known, (request.kind, set(new) - known)


def parts(seen: Observation, kind: str) -> list[str]:
    """What an observation says, piece by piece; of the clock, sentence by sentence in any order."""
    name, _, looks = seen.place.partition(" (")
    prose = [part for part in seen.prose.split("\n\n") if part.strip()]
    here = [piece for one in seen.here for piece in re.split(r"[()]", one)]
    clock = [word.removesuffix("s") for word in re.findall(r"\w+", seen.clock)]  # "1 turn left"
    task = [piece.removesuffix(" done") for piece in re.split(r"[()]", seen.task)]  # a bar says "0 of 2"
    found = [name, looks, *prose, *seen.lines, *here, *seen.exits, *seen.held, *task, *clock]
    if kind == "statement":  # whose heading is the question in other words
        found = [*prose, *seen.lines]
    return [part for part in found if part.strip()]


def same_choices(seen: Observation, screen: PlayScreen) -> None:
    """The same list in the same order, each a click away under its own number."""
    content = screen.query_one("#choices", Static).content
    assert isinstance(content, Content)
    styles = [span.style for span in content.spans if isinstance(span.style, Style)]
    clicks = [style.meta["@click"] for style in styles if "@click" in style.meta]
    assert set(clicks) == {f"screen.choose({one.number})" for one in seen.choices}
    listed = words(content.plain)
    for choice in seen.choices:
        text = choice.text.split(" ")
        said = (
            (words(" ".join(text[:at])), words(" ".join([str(choice.number), *text[at:]])))
            for at in range(len(text) + 1)
        )
        assert any(head in listed and act in listed for head, act in said), choice


def shows(screen: PlayScreen) -> str:
    """All that the play screen says of where one stands: the page, the panels, the line above, the list."""
    page = [*screen.query("#page > *").results(Static), *screen.query("#side .slot").results(Static)]
    rest = [screen.query_one(name, Static) for name in ("#top", "#choices")]
    return "\n".join(str(one.content) for one in [*page, *rest])


def states(pilot: Pilot[None]) -> str:
    """All that stands on the page of the statement."""
    return "\n".join(str(one.content) for one in pilot.app.screen.query(Static))


async def answer(pilot: Pilot[None], screen: PlayScreen, request: Request, said: Decision) -> None:
    """The mind's answer as keys; a rule is stated as none, since a mind's rules are tested elsewhere."""
    match request.kind:
        case "statement":
            await quick(pilot, *"none", "enter")
            for _ in range(9):
                if top(pilot) not in ("StateScreen", "LogScreen"):
                    return
                await quick(pilot, "enter")
        case "notice" if said.value is not None:
            await quick(pilot, str(said.value))
        case "belief" if said.value is not None:
            await quick(pilot, *str(said.value), "enter")
        case "act" | "attribution":
            await quick(pilot, *str(said.value), "enter")
        case "continue":
            await quick(pilot, "enter")
        case _:
            await quick(pilot, {True: "y", False: "n", None: "enter"}[said.value])
