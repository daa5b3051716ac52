"""Societies in the store: begun, taken up where they stopped, made again and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from normquest.session.errors import SessionError
from normquest.session.societies.live import LiveSociety
from normquest.session.societies.names import society_file, stored_society
from normquest.society.conditions import Condition, label
from normquest.society.loader import LoadedSociety
from normquest.society.records import ENGINE, Config, Record, Reply, SocietyKey
from normquest.society.step import WrongReplies
from normquest.store import SocietyRow, Store
from normquest.store.canonical import canonical
from normquest.store.society_rows import society_line

_LONGEST = 120


def key_of(loaded: LoadedSociety, config: Config, members: str, seed: int, rep: int = 0) -> SocietyKey:
    """The key of a society; `members` in their canonical form (`names.checked_members`)."""
    return SocietyKey(ENGINE, loaded.hash, seed, label(config.condition), members, config.hash(), rep)


def start(
    store: Store, loaded: LoadedSociety, config: Config, members: str, seed: int, rep: int = 0,
    run: int | None = None,
) -> LiveSociety:  # fmt: skip
    """A society: new, or where it stopped, or as it ended (look at `status`).

    Raises StoreError, and SessionError if what is stored of it does not happen again.
    """
    key = key_of(loaded, config, members, seed, rep)
    head = store.open_society(key, society_file(loaded), config, run)
    live = LiveSociety(key, config, loaded.society, log=store, number=head.id)
    if head.records:
        for _ in retraced(live, store.society_records(head.id)):
            pass
    live.status, live.result = head.status, head.result
    return live


def replay(store: Store, number: int) -> Iterator[Record]:
    """The records of a society, made again from its replies and compared with the stored ones on the way.

    Raises SessionError if there is no such society, or at the first record that differs.
    """
    head = store.society(number)
    if head is None:
        raise SessionError(
            str(store.path),
            f"there is no society {number}",
            "the number of a society",
            "See `normquest society report`",
            usage=True,
        )
    stored = store.society_records(number)
    if head.key.engine != ENGINE:
        yield from stored
        return
    file = store.society_file(head.key.file_hash)
    assert file is not None, "a foreign key holds it"
    live = LiveSociety(head.key, config_of(head), stored_society(file).society, number=number)
    if stored:
        for records in retraced(live, stored):
            yield from records


def config_of(head: SocietyRow) -> Config:
    """The switches that a society was run with."""
    data = head.config
    return Config(
        Condition(**data["condition"]),
        data["variant"],
        data["shock"],
        tuple(data["interventions"]),
        tuple((name, settings) for name, settings in data["models"]),
    )


def retraced(live: LiveSociety, stored: Sequence[Record]) -> Iterator[tuple[Record, ...]]:
    """Take a society that has not begun through its stored replies, a step at a time; gives their records.

    Raises SessionError at the first record that differs from the stored one, naming it.
    """
    replies = {record.request: record for record in stored if isinstance(record, Reply)}
    at, answers = 0, None
    while True:
        try:
            records = live.again(answers)
        except WrongReplies as error:
            raise _differs(live, at, str(error)) from error
        for record in records:
            if at >= len(stored):
                raise _differs(live, at, f"now there is a {type(record).__name__}, and nothing was stored")
            if society_line(record) != society_line(stored[at]):
                raise _differs(live, at, _difference(stored[at], record))
            at += 1
        yield records
        answers = [replies[r.seq] for r in live.requests if r.seq in replies]
        if not live.requests or not answers:
            break
    if at < len(stored):
        raise _differs(live, at, "now there is nothing more")


def _differs(live: LiveSociety, at: int, how: str) -> SessionError:
    return SessionError(
        f"society {live.number}",
        f"it does not happen again as it was stored; the first difference is at record {at}: {how}",
        "the same records, byte for byte",
        "The code has changed without a new engine version, or the database was changed: use the NormQuest "
        "that played it",
    )


def _difference(stored: Record, now: Record) -> str:
    if type(stored) is not type(now):
        return f"it was a {type(stored).__name__}, now it is a {type(now).__name__}"
    for field in fields(stored):
        was, is_now = (canonical(getattr(record, field.name))[:_LONGEST] for record in (stored, now))
        if was != is_now:
            return f"its {field.name} was {was}, now it is {is_now}"
    return "it is written otherwise"
