"""Episodes in the store: begun, taken up where they stopped, told again, watched while another plays them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from normquest.bank.draw import NoDraw
from normquest.episode.records import ENGINE, Config, Record
from normquest.session.drawing import Drawing, draw_case, family_of, key_of
from normquest.session.errors import SessionError
from normquest.session.gate import Gate
from normquest.session.live import Ending, Live
from normquest.session.retracing import retraced
from normquest.session.summing import summed
from normquest.session.switches import checked
from normquest.session.worlds import stored_world, world_file
from normquest.store import EpisodeRow, Store, Watcher
from normquest.store.rows import FINISHED
from normquest.world.loader import LoadedWorld


def start(
    store: Store,
    loaded: LoadedWorld,
    drawing: Drawing,
    config: Config,
    newcomer: str,
    *,
    rep: int = 0,
    participant: str = "",
    run: int | None = None,
) -> Live:
    """A newcomer's episode in this community: new, or where it stopped, or as it ended (look at `status`).

    Raises StoreError, and SessionError if what is stored of it does not happen again.
    """
    key = key_of(loaded, drawing, config, newcomer, rep=rep, participant=participant)
    if participant:
        store.add_participant(participant)
    head = store.open_episode(key, world_file(loaded), config, run, family=family_of(drawing.case))
    return _live(store, head, config, drawing)


def resume(store: Store, number: int, drawing: Drawing | None = None) -> Live:
    """An episode by its number, taken up where it stopped; without its drawing it is drawn again.

    Raises SessionError if there is no such episode, if another engine began it, or if what is stored of it
    does not happen again; NoDraw never, for a seed that was accepted.
    """
    head = head_of(store, number)
    if head.status in ("done", "stopped", "discarded"):
        raise SessionError(
            f"episode {number}",
            f"it has ended (it is {head.status})",
            "an episode that has not ended",
            "`normquest replay` shows it; `normquest play` begins another",
        )
    _same_engine(head)
    loaded, config = _world_of(store, head), checked(head.config)
    drawing = drawing or _drawn_again(head, loaded, config)
    head = store.open_episode(head.key, world_file(loaded), config, family=family_of(drawing.case))
    return _live(store, head, config, drawing)


def _live(store: Store, head: EpisodeRow, config: Config, drawing: Drawing) -> Live:
    def summary(live: Live) -> Ending:
        return summed(live, store.tokens_of(live.number))

    live = Live(
        head.key,
        config,
        drawing.case,
        log=store,
        number=head.id,
        summary=summary,
        known=drawing.known,
        mirrors=drawing.mirrors,
    )
    if head.records:
        for _ in retraced(live, store.records(head.id)):
            pass
    live.status, live.result = head.status, head.result
    return live


def replay(store: Store, number: int, drawing: Drawing | None = None) -> Iterator[Record]:
    """The records of an episode, made again from its decisions and compared with the stored ones on the way.

    Those of another engine are given as they are stored. Raises SessionError if there is no such episode, or
    at the first record that differs.
    """
    head = head_of(store, number)
    stored = store.records(number)
    if head.key.engine != ENGINE:
        yield from stored
        return
    config = checked(head.config)
    drawing = drawing or _drawn_again(head, _world_of(store, head), config)
    live = Live(head.key, config, drawing.case, number=number)
    if stored:
        for records in retraced(live, stored):
            yield from records


def drawing_of(store: Store, number: int) -> Drawing:
    """The community of an episode, drawn again. Takes seconds; raises SessionError if it is not the same."""
    head = head_of(store, number)
    return _drawn_again(head, _world_of(store, head), checked(head.config))


def attach(path: Path, number: int) -> Watcher:
    """Follows an episode that another process plays. Raises StoreError if it is not there."""
    return Watcher(path, number)


def gate_of(store: Store, live: Live) -> Gate:
    """A gate that hears what watchers of this episode ask for."""
    return Gate(lambda: store.take_controls(live.number))


def head_of(store: Store, number: int) -> EpisodeRow:
    """The head of an episode. Raises SessionError if there is none."""
    head = store.episode(number)
    if head is None:
        raise SessionError(
            str(store.path),
            f"there is no episode {number}",
            "the number of an episode",
            "See `normquest episodes`",
            usage=True,
        )
    return head


def finished(head: EpisodeRow) -> bool:
    """Whether nothing is left to be done for an episode."""
    return head.status in FINISHED


def _same_engine(head: EpisodeRow) -> None:
    if head.key.engine != ENGINE:
        raise SessionError(
            f"episode {head.id}",
            f"it was begun with version {head.key.engine} of the engine, where things happen otherwise",
            f"version {ENGINE}",
            "Use the NormQuest that began it, or begin another; it can still be shown: `normquest replay`",
        )


def _world_of(store: Store, head: EpisodeRow) -> LoadedWorld:
    file = store.world(head.key.world_hash)
    if file is None:
        raise SessionError(
            f"episode {head.id}",
            "its world is not in the database",
            f"a world with the hash {head.key.world_hash[:12]}…",
            "Something else has changed the database: restore a copy",
        )
    return stored_world(file)


def _drawn_again(head: EpisodeRow, loaded: LoadedWorld, config: Config) -> Drawing:
    try:
        drawing = draw_case(loaded.world, head.key.seed, config)
    except NoDraw as error:
        raise _drawn_otherwise(head, f"the draw is rejected now ({error})") from None
    made = key_of(
        loaded, drawing, config, head.key.newcomer, rep=head.key.rep, participant=head.key.participant
    )
    if made != head.key:
        was, now = asdict(head.key), asdict(made)
        name = next(field for field in was if was[field] != now[field])
        raise _drawn_otherwise(head, f"its {name} was {was[name]!r}, now it is {now[name]!r}")
    return drawing


def _drawn_otherwise(head: EpisodeRow, how: str) -> SessionError:
    return SessionError(
        f"episode {head.id}",
        f"its community is not drawn as it was: {how}",
        "the same draw for the same key",
        "The code has changed without a new engine version: use the NormQuest that played it",
    )
