"""The reference observer as a newcomer, and the social observer that also reads what people choose."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from normquest.episode.briefs import LATE
from normquest.episode.case import Case
from normquest.episode.records import ARMS, EpisodeKey, Record, Request
from normquest.minds.observer import NOISY, OTHER, REFERENCE, Beliefs, Noise, watched_words
from normquest.minds.scripted.base import Standing
from normquest.minds.scripted.evidence import Seen, histories
from normquest.minds.scripted.fixed import Planned
from normquest.minds.spaces import build_space
from normquest.minds.words_seen import vocabulary
from normquest.norms.features import Words
from normquest.norms.rules import Rule
from normquest.norms.space import Space

MOST_DELAY = 3


class Observer(Planned):
    """Believes what the sanctions make likely; keeps and states its most probable rule.

    It knows how reliable reactions are, as whoever set up the watch does.
    """

    name = "observer"
    noise: Noise = REFERENCE

    def __init__(self, case: Case, key: EpisodeKey) -> None:
        super().__init__(case, key)
        if case.noisy and self.noise is REFERENCE:
            self.noise = NOISY
        self._read: dict[tuple[int, ...], tuple[Words, Words, Seen, tuple[int, ...]]] = {}
        self._best: tuple[int, Rule | None, float] | None = None

    def space(self) -> Space:
        """The rules it entertains: all over what can be told apart here, and every custom's neighbours.

        The words are those of the whole watch, seen yet or not, as everybody's
        menus have them: so that what it entertains does not change as it looks on.
        """
        known = self.case.home.cache
        key = ("observer's space", self.case.customs)
        if key not in known:
            events = [e for scene in (*self.case.scenes, *self.case.neutral) for e in scene.events]
            builder, _ = build_space(vocabulary(self.case.home, events), self.case.customs)
            known[key] = builder.build()
        space: Space = known[key]
        return space

    def best(self, records: Sequence[Record]) -> tuple[Rule | None, float]:
        """Its most probable rule, and the probability of all that agree with it on what was seen."""
        seen = self._seen(records)
        size = sum(len(s.events) + len(s.reactions) for s in seen)
        if self._best is None or self._best[0] != size:
            self._best = (size, *self._top(self.space(), self._posterior(seen, _delays(records)), seen))
        return self._best[1], self._best[2]

    def posterior(self, records: Sequence[Record]) -> NDArray[np.float64]:
        """The probability of every rule of its space."""
        return self._posterior(self._seen(records), _delays(records))

    def _seen(self, records: Sequence[Record]) -> list[Seen]:
        # Where people keep their opinions to themselves, their silence says nothing.
        stages = ("watch", "act") if ARMS[self.key.arm][1] == "immediate" else ("watch",)
        return [s for s in histories(records, self.case) if s.stage in stages]

    def _posterior(self, seen: Sequence[Seen], delays: Sequence[int]) -> NDArray[np.float64]:
        space = self.space()
        if not any(s.reactions for s in seen):
            prior = Beliefs(space.sizes, self.noise)
            for s in seen:
                words, watched, _, _ = self._reading(space, s)
                prior.update(words, watched, 0)
            return prior.posterior()
        total: NDArray[np.float64] | None = None
        for delay in delays:
            beliefs = Beliefs(space.sizes, self.noise)
            for s in seen:
                words, watched, _, seqs = self._reading(space, s)
                word, loose = s.sanctioned(seqs, delay)
                beliefs.update(words, watched, word)
                beliefs.unexplained(loose)
            joint = beliefs.log_prior + beliefs.likelihood(beliefs.vs, beliefs.v, beliefs.s, beliefs.n)
            total = joint if total is None else np.logaddexp(total, joint)
        assert total is not None
        total -= total.max()
        posterior: NDArray[np.float64] = np.exp(total)
        posterior /= posterior.sum()
        return posterior

    def _reading(self, space: Space, s: Seen) -> tuple[Words, Words, Seen, tuple[int, ...]]:
        key = tuple(e.seq for e in s.events)
        if key not in self._read:
            reading = space.table.read(s.events)
            watched = watched_words(space, reading.bits.watched, reading.bits.watched_tick)
            self._read[key] = (space.verdicts(reading), watched, s, reading.bits.seqs)
        return self._read[key]

    def _top(
        self, space: Space, posterior: NDArray[np.float64], seen: Sequence[Seen]
    ) -> tuple[Rule | None, float]:
        row = int(np.argmax(posterior))
        alike = np.ones(len(space), np.bool_)
        for s in seen:
            words = self._reading(space, s)[0]
            alike &= words == words[row]
        return space.rule(row), float(posterior[alike].sum())

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | None:
        return self.best(records)[0]

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        rule, mass = self.best(records)
        return rule, min(1.0, mass)


def _delays(records: Sequence[Record]) -> Sequence[int]:
    """How many turns late a reaction may come: alike likely where the brief says that it may take a while.

    Without that word a duty and a late reaction to the act that opens it could not be told apart.
    """
    brief = next((r.observation.prose for r in records if isinstance(r, Request)), "")
    return range(MOST_DELAY + 1) if LATE in brief else (0,)


class SecondObserver(Observer):
    """Another prior, and noise rates that are wrong: what does not hang on the reference's own beliefs."""

    name = "second-observer"
    noise = OTHER
