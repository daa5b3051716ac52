"""The reference observer: what could be known from the sanctions that were shown.

It reads only what a newcomer could see. Each watched act is violating (V) or
complying (C) under a rule and sanctioned (S) or not, and the likelihood of a
rule integrates over an unknown hit rate and an unknown false-alarm rate::

    log L(r) = log B(a + n_VS, b + n_V-S) + log B(a' + n_CS, b' + n_C-S)

Findings that are unknown are left out. The prior falls with the size of a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from normquest.norms.features import Words
from normquest.norms.space import Space
from normquest.norms.terms_of import terms_of

Floats = NDArray[np.float64]
Counts = NDArray[np.int32]


@dataclass(frozen=True)
class Noise:
    """Beta priors of hit rate (a, b) and false-alarm rate (c, d), and the prior's fall per unit of size.

    There are some twenty ways to say one thing more, so that exp(-3) a unit
    gives every size about as much prior as the next.
    """

    a: float = 20.0
    b: float = 0.2
    c: float = 0.1
    d: float = 20.0
    per_size: float = 3.0


REFERENCE = Noise()
NOISY = Noise(a=9.0, b=1.0, c=0.2, d=20.0)
OTHER = Noise(a=6.0, b=1.0, c=0.4, d=12.0, per_size=1.5)
"""A second observer's beliefs: another prior, and noise rates that are wrong in noise-free draws."""

_MOST = 4096


class _LogGamma:
    """log Gamma(x + n) for n = 0, 1, 2, … as a table."""

    def __init__(self, x: float) -> None:
        self.table = np.array([lgamma(x + n) for n in range(_MOST)])

    def __call__(self, n: NDArray[np.int32] | int) -> Floats:
        found: Floats = self.table[n]
        return found


class LogLikelihood:
    """log L of every rule from its counts; tables are shared by all updates."""

    def __init__(self, noise: Noise) -> None:
        self._parts = [_LogGamma(x) for x in (noise.a, noise.b, noise.a + noise.b)]
        self._false = [_LogGamma(x) for x in (noise.c, noise.d, noise.c + noise.d)]

    def __call__(self, vs: Counts, v: Counts, s: int, n: int) -> Floats:
        """vs: violating and sanctioned; v: violating; s: sanctioned; n: watched acts."""
        if (s + 1) * (n + 1) >= len(vs):
            return self._of(vs, v, s, n)
        # There are far fewer pairs of counts than rules: work out each once.
        pairs = self._of(np.arange(s + 1, dtype=np.int32)[:, None], np.arange(n + 1, dtype=np.int32), s, n)
        return pairs.ravel().take((vs * np.int32(n + 1) + v).astype(np.intp))

    def _of(self, vs: Counts, v: Counts, s: int, n: int) -> Floats:
        a, b, ab = self._parts
        c, d, cd = self._false
        cs, complying = s - vs, n - v
        out: Floats = a(vs) + b(v - vs) - ab(v) + c(cs) + d(complying - cs) - cd(complying)
        return out


def count_bits(words: Words) -> Counts:
    """How many bits are set in each word."""
    return np.bitwise_count(words).astype(np.int32)


class Beliefs:
    """A posterior over a space, updated a history at a time."""

    def __init__(self, space_sizes: NDArray[np.int32], noise: Noise = REFERENCE) -> None:
        self.noise = noise
        self.likelihood = LogLikelihood(noise)
        sizes = space_sizes.astype(np.float64)
        prior = -noise.per_size * sizes
        self.log_prior: Floats = prior - _log_sum(prior)
        self.vs = np.zeros(len(sizes), np.int32)
        self.v = np.zeros(len(sizes), np.int32)
        self.s = 0
        self.n = 0

    def update(self, verdicts: Words, watched: Words | int, sanctioned: int) -> None:
        """Take in a history: verdict words of all rules, which acts were watched, which were sanctioned.

        `watched` may differ by rule (duties are judged at the end of a turn). All rules
        must explain the same acts: those watched in either way.
        """
        mask = np.uint64(watched) if isinstance(watched, int) else watched
        seen = verdicts & mask
        self.v += np.bitwise_count(seen)
        if sanctioned:
            self.vs += np.bitwise_count(seen & np.uint64(sanctioned))
        everything = watched if isinstance(watched, int) else int(np.bitwise_or.reduce(watched))
        self.s += (sanctioned & everything).bit_count()
        self.n += everything.bit_count()

    def unexplained(self, reactions: int) -> None:
        """Take in reactions that answer no act that was seen: false alarms under every rule."""
        self.s += reactions
        self.n += reactions

    def log_joint(self) -> Floats:
        """Log prior plus log likelihood of every rule: the log posterior but for a constant."""
        joint = self.likelihood(self.vs, self.v, self.s, self.n)
        joint += self.log_prior
        return joint

    def log_posterior(self) -> Floats:
        """Normalised log posterior of every rule."""
        joint = self.log_joint()
        return joint - _log_sum(joint)

    def posterior(self) -> Floats:
        """Posterior probability of every rule."""
        out: Floats = np.exp(self.log_posterior())
        return out

    def best(self) -> int:
        """The row of the most probable rule; the first among equals."""
        return int(np.argmax(self.log_posterior()))

    def keep(self, alive: NDArray[np.bool_]) -> None:
        """Forget all rules but the living."""
        self.log_prior, self.vs, self.v = self.log_prior[alive], self.vs[alive], self.v[alive]

    def copy(self) -> Beliefs:
        """The same beliefs, free to go another way."""
        other = object.__new__(Beliefs)
        other.__dict__.update(self.__dict__)
        other.vs, other.v = self.vs.copy(), self.v.copy()
        return other


def _log_sum(values: Floats) -> float:
    top = float(values.max())
    return top + float(np.log(np.exp(values - top).sum()))


def tick_rows(space: Space) -> NDArray[np.bool_]:
    """The rules judged at the end of a turn, whose watchers are those present then."""
    out = np.zeros(len(space), dtype=np.bool_)
    end = 1 + space.n_guarded
    out[end : end + space.n_duties] = True
    for number, rule in enumerate(space.odd):
        out[end + space.n_duties + number] = terms_of(rule).judges_ticks
    return out


def watched_words(space: Space, watched: int, watched_tick: int) -> Words:
    """The watched mask of every rule: of the act, or of the end of its turn."""
    return np.where(tick_rows(space), np.uint64(watched_tick), np.uint64(watched))


def top(posterior: Floats, n: int) -> list[int]:
    """The rows of the n most probable rules, best first."""
    rows = np.argpartition(-posterior, min(n, len(posterior) - 1))[:n]
    return [int(r) for r in rows[np.argsort(-posterior[rows], kind="stable")]]


def sample(posterior: Floats, uniforms: Sequence[float]) -> list[int]:
    """Rows drawn from a posterior, one for each uniform number in [0, 1)."""
    cumulative = np.cumsum(posterior)
    return [
        int(min(np.searchsorted(cumulative, u * cumulative[-1], side="right"), len(posterior) - 1))
        for u in uniforms
    ]
