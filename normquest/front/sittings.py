"""Which episode a player sits down to: the one left open, or a new one on a seed not played yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count, islice

from normquest.bank.draw import NoDraw
from normquest.episode.records import Config
from normquest.session.drawing import Drawing, draw_case, key_of
from normquest.session.errors import SessionError
from normquest.session.keeping import finished, start
from normquest.session.live import Live
from normquest.session.newcomers import HUMAN
from normquest.session.setting_aside import set_aside
from normquest.session.switches import config_from
from normquest.store import EpisodeRow, Store
from normquest.text import sanitise
from normquest.world.loader import LoadedWorld
from normquest.world.schema import World

MOST_TRIES = 40
"""Seeds tried one after the other where the player named none."""

Say = Callable[[str], object]
"""Is told, in a sentence, what has been done that the player did not ask for."""


@dataclass(frozen=True)
class Wish:
    """What was asked for: None where nothing was said of it. `switches` are typed as for a run."""

    world: str
    seed: int | None = None
    arm: str | None = None
    level: str | None = None
    participant: str = "me"
    switches: tuple[str, ...] = ()

    def config(self, world: World, mirror: bool = False) -> Config:
        """The conditions to play under. Raises SessionError for a switch that is none."""
        switched = any(one.partition("=")[0].strip() == "level" for one in self.switches)
        level = None if switched else level_of(world, self)
        config = config_from(self.switches, arm=self.arm or "both", level=level)
        return replace(config, mirror=config.mirror != mirror)


def level_of(world: World, wish: Wish) -> str | None:
    """The level that is meant: in a tutorial the gentle one, where nothing was said of it."""
    return wish.level or ("gentle" if world.lessons else None)


def check_participant(code: str) -> None:
    """Raises SessionError if this is no short name."""
    if not 1 <= len(code) <= 40 or sanitise(code, newlines=False) != code or code != code.strip():
        raise SessionError(
            "--participant", "this is no short name", "1 to 40 characters", "Give another", usage=True
        )


def left_open(store: Store, loaded: LoadedWorld, wish: Wish) -> EpisodeRow | None:
    """The player's latest open episode in this world that fits what was asked for."""
    return next(
        (
            head
            for head in reversed(_heads(store, loaded, wish, "running"))
            if _fits(head, loaded.world, wish)
        ),
        None,
    )


def described(head: EpisodeRow) -> str:
    """An open episode in one sentence."""
    when = head.started[:16].replace("T", " ")
    place = f"seed {head.key.seed} here ({head.key.arm}, {head.config.get('level')})"
    return f"You have not finished {place}, begun on {when} (UTC)."


def next_seed(store: Store, loaded: LoadedWorld, wish: Wish) -> int:
    """The first seed after all that the player knows here."""
    return max((head.key.seed for head in _heads(store, loaded, wish)), default=0) + 1


def drawn(loaded: LoadedWorld, config: Config, seed: int | None, first: int, say: Say) -> Drawing:
    """The seed's draw, or without a seed the first accepted one from `first` on. Takes seconds.

    It touches no store, so it may run in a thread of its own. Raises SessionError where nothing draws.
    """
    if seed is not None:
        try:
            return draw_case(loaded.world, seed, config)
        except NoDraw as error:
            raise _rejected(loaded, f"seed {seed} does not draw", error) from None
    last: NoDraw | None = None
    for tried in islice(count(first), MOST_TRIES):
        try:
            return draw_case(loaded.world, tried, config)
        except NoDraw as error:
            last = error
            say(f"Seed {tried} draws no question that can be answered; trying {tried + 1}.")
    assert last is not None
    raise _rejected(loaded, f"none of the seeds {first} to {first + MOST_TRIES - 1} draws", last)


def begun(
    store: Store, loaded: LoadedWorld, drawing: Drawing, config: Config, wish: Wish, refused: int, say: Say
) -> Live:
    """A new episode on this draw. `refused`: the number of an open one that is not gone on with, or 0."""
    rep = 0
    while True:
        key = key_of(loaded, drawing, config, HUMAN, rep=rep, participant=wish.participant)
        head = store.episode(key)
        if head is None or not finished(head):
            break
        rep += 1
    if rep:
        say(f"You have played seed {drawing.seed} before, so this counts as repetition {rep + 1}.")
    if head is not None and head.id == refused:
        set_aside(store, head)
        say(f"Episode {head.id} is set aside; you begin anew.")
    return start(store, loaded, drawing, config, HUMAN, rep=rep, participant=wish.participant)


def _heads(store: Store, loaded: LoadedWorld, wish: Wish, *status: str) -> list[EpisodeRow]:
    heads = store.episodes(world=loaded.world.id, newcomer=HUMAN, participant=wish.participant)
    return [head for head in heads if not status or head.status in status]


def _fits(head: EpisodeRow, world: World, wish: Wish) -> bool:
    """Whether an open episode may be meant: nothing that was asked for says otherwise."""
    return (
        (wish.seed is None or head.key.seed == wish.seed)
        and (wish.arm is None or head.key.arm == wish.arm)
        and (wish.level is None or head.config.get("level") == wish.level)
        and (not wish.switches or head.key.config_hash == wish.config(world).hash())
    )


def _rejected(loaded: LoadedWorld, which: str, error: NoDraw) -> SessionError:
    reasons = "; ".join(error.reasons[:3]) or str(error)
    return SessionError(
        loaded.world.id,
        f"{which} a question that can be answered ({reasons})",
        "a seed whose draw is accepted",
        "Leave --seed out, or name another; `normquest worlds check` says which are accepted",
    )
