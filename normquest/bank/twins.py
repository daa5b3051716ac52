"""The mirror twin of a custom: the same people in the same places, enforcing it turned round.

Like tokens are swapped in it (hours and manners of speech among them, and tags
and kinds that the file says are like); where no such mirror binds, the other
polarity stands in. Where none of these binds, the first that can be kept there
stands: it is as open to whoever watches, but the tasks do not tempt to break
it, so nothing is said of joint success. Every custom of a draw has a twin. How
near it is depends on which custom is enforced; so that is stated, and no
reason to reject a draw: a reader who can tell would know more than 1 in K.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from normquest.bank.binding import (
    FREE_ELSEWHERE,
    HOME,
    UNTEMPTED,
    Binding,
    Bounds,
    Custom,
    Job,
    bind,
    job_of,
)
from normquest.norms.mirrors import polarity_mirror, swap_names, token_mirrors
from normquest.norms.rules import Rule
from normquest.world.lexicon import Lexicon
from normquest.world.schema import World
from normquest.world.words import HOUR, STYLE, lexicon_of

How = Literal["custom", "same tasks", "other tasks", "untempted"]
"""One of the K, so that the very same scenes are shown; bound on the same tasks; or on others there; or not
bound on both of the tasks.
"""
AT_HOME = replace(HOME, opportunities=1, near_miss=False, other_way=False)
"""A twin is there to be compared: it need not come back to the temptation, nor to what it permits."""


@dataclass(frozen=True)
class Twin:
    """The mirror as a custom, the tasks on which it binds, and how near it is to the norm's own."""

    how: How
    home: Job
    elsewhere: Job
    custom: Custom


def mirror_rules(rule: Rule, world: World) -> Iterator[Rule]:
    """The rule's mirrors: like tokens swapped, hours or manners of speech, tags or kinds; then polarity."""
    lexicon = lexicon_of(world)
    for *_, mirror in token_mirrors(rule, lexicon):
        yield mirror
    for *_, mirror in token_mirrors(rule, _only_hours_and_styles(lexicon)):
        yield mirror
    for group in world.tokens:
        for a, b in combinations(group, 2):
            if (mirror := swap_names(rule, a, b)) != rule:
                yield mirror
    styles = sorted(world.styles)
    turned = polarity_mirror(rule, (styles[0], styles[1]) if len(styles) == 2 else None)
    if turned is not None:
        yield turned


def _only_hours_and_styles(lexicon: Lexicon) -> Lexicon:
    named = {name: words for name, words in lexicon.attributes.items() if name in (HOUR, STYLE)}
    return replace(
        lexicon,
        attributes={name: replace(words, tokens=(tuple(words.values),)) for name, words in named.items()},
    )


def twin_for(norm: Custom, home: Job, elsewhere: Job) -> Twin | None:
    """The nearest twin of a custom on its tasks: a mirror that binds, or one that can at least be kept."""
    rules = list(dict.fromkeys(mirror_rules(norm.rule, home.community.world)))
    for rule in rules:
        for twin in _twins(norm, rule, [home], [elsewhere], "same tasks"):
            return twin
    homes, others = _jobs(home), _jobs(elsewhere)
    for rule in rules:
        for twin in _twins(norm, rule, homes, others, "other tasks"):
            return twin
    for here, there in ((AT_HOME, UNTEMPTED), (UNTEMPTED, FREE_ELSEWHERE), (UNTEMPTED, UNTEMPTED)):
        for rule in rules:
            for twin in _twins(norm, rule, homes, others, "untempted", here, there):
                return twin
    return None


def has_twin(norm: Custom, home: Job, elsewhere: Job) -> bool:
    """Whether there is a twin at all. Asks first for what is found soonest: that a mirror can be kept."""
    for rule in mirror_rules(norm.rule, home.community.world):
        for _ in _twins(norm, rule, [home], [elsewhere], "untempted", UNTEMPTED, UNTEMPTED):
            return True
    return twin_for(norm, home, elsewhere) is not None


def _twins(
    norm: Custom,
    rule: Rule,
    homes: Sequence[Job],
    others: Sequence[Job],
    how: How,
    at_home: Bounds = AT_HOME,
    elsewhere: Bounds = FREE_ELSEWHERE,
) -> Iterator[Twin]:
    for home in homes:
        here = bind(home, rule, at_home)
        for there in others if isinstance(here, Binding) else ():
            away = bind(there, rule, elsewhere)
            if isinstance(here, Binding) and isinstance(away, Binding):
                yield Twin(how, home, there, Custom(norm.template, norm.family, rule, here, away))


def _jobs(first: Job) -> list[Job]:
    """The tasks of a place, the draw's own first."""
    names = [name for name in first.community.setting.tasks if name != first.name]
    return [first, *(job for job in (job_of(first.community, name) for name in names) if job is not None)]
