"""A chat model as second coder of what was said in stored societies: message by message, capped, resumed.

What it has coded already is not asked for again; a reply that could not be had leaves its message open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from normquest.measures.societies.logs import Message
from normquest.newcomers.models.spec import ModelSpec
from normquest.newcomers.seats.asking import MANNERS
from normquest.newcomers.seats.coding import Coder, Coding, Said
from normquest.session.models import caller_of
from normquest.session.running.aside import Put, first_of, items_of
from normquest.session.running.engine import bill_of
from normquest.session.running.means import Means, StoreAccount
from normquest.session.running.order import Bill
from normquest.session.runs import begun
from normquest.session.societies.names import stored_society
from normquest.society import records as log
from normquest.store import SocietyRow, Store, open_store
from normquest.store.codes import CodeRow
from normquest.streams import shuffled, stream

AT_A_TIME = 256
"""Messages under way at a time; how many calls these make is for the means to say."""


@dataclass(frozen=True)
class Asked:
    """A message to be coded, with the talk it stands in."""

    message: Message
    said: Said


@dataclass(frozen=True)
class Uncoded:
    """A message that stays open, since no reply could be had."""

    why: str


CodeItem = CodeRow | Uncoded | Bill


def to_code(store: Store, heads: Sequence[SocietyRow], most: int | None = None) -> list[Asked]:
    """The messages of these societies, in order; with `most`, so many of them, drawn alike each time.

    Raises StoreError.
    """
    found = [asked for head in heads for asked in _said_in(store, head)]
    if most is None or most >= len(found):
        return found
    rng = stream(0, "messages to code", len(found))
    return [found[n] for n in sorted(shuffled(rng, range(len(found)))[:most])]


def _said_in(store: Store, head: SocietyRow) -> Iterator[Asked]:
    file = store.society_file(head.key.file_hash)
    assert file is not None, "a foreign key holds it"
    top = stored_society(file).society.expectations.most
    names: dict[int, str] = {}
    talks: list[tuple[log.Message, str]] = []
    for record in store.society_records(head.id, [log.Seated, log.Message]):
        if isinstance(record, log.Seated):
            names[record.member] = record.name
        elif isinstance(record, log.Message):
            talks.append((record, names[record.member]))
    talks.sort(key=lambda one: (one[0].round, one[0].group, one[0].turn))
    for _, talk in groupby(talks, key=lambda one: (one[0].round, one[0].group)):
        before: list[tuple[str, str]] = []
        for said, name in talk:
            message = Message(head.id, said.round, said.group, said.turn, said.member, said.text)
            yield Asked(message, Said(tuple(before), name, said.text, top))
            before.append((name, said.text))


def code(
    asked: Sequence[Asked], spec: ModelSpec, path: Path, means: Means, name: str
) -> Generator[CodeItem, None, None]:
    """The codes of each message, as they come, and at last what was used; those coded before are left out.

    A run of the same name and order that has not ended goes on, so that caps hold for it all. Raises
    SessionError if the model can't be had, StoreError if the store fails.
    """

    async def work(put: Put[CodeItem]) -> None:
        await _work(asked, spec, path, number, means, put)

    with open_store(path) as store:
        order = {"coder": spec.data(), "messages": len(asked), "societies": sorted(_societies(asked))}
        number = begun(store, name, order, "coding")
        done = False
        try:
            left = False
            for item in items_of(work):
                left = left or isinstance(item, Uncoded)
                yield item
            yield bill_of(store, number)
            done = not left
        finally:
            store.end_run(number, "done" if done else "stopped")


def _societies(asked: Sequence[Asked]) -> set[int]:
    return {one.message.run for one in asked}


async def _work(
    asked: Sequence[Asked], spec: ModelSpec, path: Path, run: int, means: Means, put: Put[CodeItem]
) -> None:
    with open_store(path) as store:
        coder = Coder(caller_of(spec, means), MANNERS[spec.prompt])
        there = {
            (society, row.round, row.group, row.turn)
            for society in _societies(asked)
            for row in store.codes(society, spec.name)
        }
        room = asyncio.Semaphore(AT_A_TIME)

        async def one(number: int, asked: Asked) -> None:
            try:
                account = StoreAccount(store, run, None, spec.name, means, society=asked.message.run)
                coding = await coder.code(asked.said, account, number)
            finally:
                room.release()
            if coding.outcome in ("infra_error", "budget"):
                put(Uncoded(coding.raw))
                return
            row = row_of(asked.message, spec.name, coding)
            store.note_code(row)
            put(row)

        try:
            async with asyncio.TaskGroup() as group:
                for number, each in enumerate(asked):
                    if each.message[:4] not in there:
                        await room.acquire()
                        group.create_task(one(number, each))
        except BaseExceptionGroup as failed:
            raise first_of(failed) from None


def row_of(message: Message, coder: str, coding: Coding) -> CodeRow:
    """The codes as they are kept."""
    codes = coding.codes or {}
    past = codes.get("past")
    return CodeRow(
        society=message.run,
        round=message.round,
        group=message.group,
        turn=message.turn,
        coder=coder,
        kind=codes.get("kind"),
        looks_back=None if past is None else past == "yes",
        direction=codes.get("direction"),
        outcome=coding.outcome,
        raw=coding.raw,
    )
