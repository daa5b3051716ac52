"""A pool of errands of one community, read once by all that choose among them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from normquest.community.build import Community
from normquest.community.errands import Errand, restricted, run_errand
from normquest.norms.matching import act_match
from normquest.norms.rules import Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import chance, stream

IDLE = 0.15
"""The share of errands without any act in a custom's scope that stay in the pool."""


def free_errands(
    community: Community, kinds: Collection[tuple[str | None, str | None]], seed: int, n: int
) -> list[Errand]:
    """Errands of people who mind nothing: they break rules of all kinds, and so tell rules apart."""
    found = (run_errand(community, (), 1.0, stream(seed, "free errand", i), kinds=kinds) for i in range(n))
    return [e for e in found if e is not None]


def kept_errands(
    community: Community, customs: Sequence[Rule], lapse: float, seed: int, n: int
) -> list[Errand]:
    """Errands of residents who keep the customs but for lapses; what scenes are chosen from.

    Most have an act in the scope of some custom; no custom counts more than another.
    """
    kinds = restricted(customs)
    acts = [act_match(p) for rule in customs for p in terms_of(rule).acts]
    found: list[Errand] = []
    for i in range(3 * n):
        if len(found) == n:
            break
        rng = stream(seed, "errand", i)
        errand = run_errand(community, customs, lapse, rng, kinds=kinds)
        if errand is None:
            continue
        in_scope = any(match(event) is True for event in errand.events for match in acts)
        if in_scope or chance(rng, IDLE):
            found.append(errand)
    return found
