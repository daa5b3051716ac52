"""Who answers in the seats of a society: chat models, all who are asked at once, and scripts.

A reply that could not be had (the provider is down, the means are at an end) is no reply of the member:
whoever drives drops the phase in hand, and nothing is invented.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from normquest.newcomers.chat.calling import Caller
from normquest.newcomers.models.spec import ModelSpec
from normquest.newcomers.seats.asking import MANNERS
from normquest.newcomers.seats.chat import ChatMember
from normquest.session.models import caller_of
from normquest.session.running.means import Means, StoreAccount
from normquest.session.societies.live import LiveSociety
from normquest.society.members.scripted import reply
from normquest.society.records import Reply
from normquest.society.state import Request
from normquest.store import Store


class Models:
    """The chat models of a run of societies, each called by one caller. It belongs to one event loop.

    Raises SessionError if a model can't be had.
    """

    def __init__(self, store: Store, run: int | None, specs: Sequence[ModelSpec], means: Means) -> None:
        self._store = store
        self._run = run
        self._means = means
        self._callers: dict[str, Caller] = {spec.name: caller_of(spec, means) for spec in specs}
        self._manners = {spec.name: MANNERS[spec.prompt] for spec in specs}

    def members(self, society: int) -> dict[str, ChatMember]:
        """The models as members of a society, by name; their calls are accounted to it."""
        return {
            name: ChatMember(
                caller,
                self._manners[name],
                StoreAccount(self._store, self._run, None, name, self._means, society=society),
            )
            for name, caller in self._callers.items()
        }


async def replies(
    requests: Sequence[Request],
    seed: int,
    members: Mapping[str, ChatMember],
    came: Callable[[], None] | None = None,
) -> list[Reply]:
    """The replies of all who are asked, in order; models are called at once, `came` is told of each reply.

    When one raises, the others are not waited for.
    """

    async def one(request: Request) -> Reply:
        member = members.get(request.view.me.mind)
        said = reply(request, seed) if member is None else await member.answer(request)
        if came is not None:
            came()
        return said

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(request)) for request in requests]
    return [task.result() for task in tasks]


def lost(replies: Sequence[Reply]) -> str:
    """Why one of them could not be had; empty where all are the members' own."""
    return next((one.raw for one in replies if one.outcome in ("infra_error", "budget")), "")


async def drive(live: LiveSociety, members: Mapping[str, ChatMember]) -> str:
    """Play on until the end, or until a reply can't be had: gives why, "" at the end.

    Every phase is in the log before the next is asked for. Raises what the log and the accounts raise.
    """
    if live.status == "running" and live.state is None:
        live.begin()
    while live.requests:
        found = await replies(live.requests, live.key.seed, members)
        if why := lost(found):
            return why
        live.take(found)
    return ""
