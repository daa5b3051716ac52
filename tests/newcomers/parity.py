"""Whether a model was sent what a person at a plain terminal reads: request by request."""

from __future__ import annotations

from collections.abc import Sequence

from newcomers.brains import Chat
from newcomers.playing import requests
from normquest.episode.records import Observation, Request
from normquest.front.choices import split
from normquest.front.look import Look
from normquest.front.pages import acting_page, question_page, scene_page
from normquest.session.live import Live


def words(text: str) -> str:
    """The text without regard to how its lines are broken."""
    return " ".join(text.split())


def printed(request: Request, look: Look) -> str:
    """What --plain prints for a request."""
    match request.kind:
        case "act":
            return acting_page(request.observation, look)
        case "continue":
            return scene_page(request.observation, 0, 0, look)
    return question_page(request, look)


def check(live: Live, calls: Sequence[Chat]) -> int:
    """Compares all requests of an episode with the calls that it took; gives how many were compared."""
    put = [r for r in requests(live) if r.kind != "continue"]
    assert len(put) == len(calls)
    whole = "\n\n".join(said for role, said in calls[-1].messages if role == "user")
    at = 0
    for request in requests(live):
        text = request.observation.text
        at = whole.index(text, at) + len(text)
        above = words(_without_choices(request.observation))
        assert above in words(printed(request, Look()))
    for request, call in zip(put, calls, strict=True):
        assert request.observation.text in call.last and call.kind == request.kind
        if request.kind == "act":
            _same_choices(request.observation, call)
    return len(requests(live))


def _without_choices(observation: Observation) -> str:
    return observation.text.partition("You can:\n")[0]


def _same_choices(observation: Observation, call: Chat) -> None:
    offered = {choice.text: choice.number for choice in observation.choices}
    assert call.choices == offered and list(offered.values()) == list(range(1, len(offered) + 1))
    listed = words(acting_page(observation, Look()).partition("You can:")[2])
    for choice in observation.choices:
        alone, behind_verb = choice.text, split(choice.text)[1]
        assert any(words(f"{choice.number} {said}") in listed for said in (alone, behind_verb)), choice
