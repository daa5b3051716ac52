"""The mirror twin of a draw: the same people in the same places, enforcing the norm turned round.

Like tokens are swapped in the norm (hours and manners of speech among them);
where no such mirror binds, the norm's other polarity stands in. Where none of
these binds, the first that can be kept there stands: it is as open to whoever
watches, but the tasks do not tempt to break it, so nothing is said of joint
success. How near a twin is depends on which custom is enforced. So that is
stated, and no reason to reject a draw: a reader who can tell would know more
than 1 in K.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from normquest.bank.binding import FREE_ELSEWHERE, HOME, UNTEMPTED, Binding, Bounds, Job, bind, job_of
from normquest.bank.customs import Custom
from normquest.bank.draw import Drawn, NoDraw, designed
from normquest.norms.mirrors import polarity_mirror, token_mirrors
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
    """The rule's mirrors: like tokens swapped, then hours or manners of speech, then the other polarity."""
    lexicon = lexicon_of(world)
    for *_, mirror in token_mirrors(rule, lexicon):
        yield mirror
    for *_, mirror in token_mirrors(rule, _only_hours_and_styles(lexicon)):
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


def twin_of(drawn: Drawn) -> Twin | None:
    """The nearest twin: a mirror that is a custom already, one that binds, one that can at least be kept."""
    rules = list(dict.fromkeys(mirror_rules(drawn.norm.rule, drawn.world)))
    have = {custom.rule: custom for custom in drawn.customs}
    for rule in rules:
        if rule in have:
            return Twin("custom", drawn.home, drawn.elsewhere, have[rule])
    for rule in rules:
        for twin in _twins(drawn.norm, rule, [drawn.home], [drawn.elsewhere], "same tasks"):
            return twin
    homes, others = _jobs(drawn.home), _jobs(drawn.elsewhere)
    for rule in rules:
        for twin in _twins(drawn.norm, rule, homes, others, "other tasks"):
            return twin
    for at_home, elsewhere in ((AT_HOME, UNTEMPTED), (UNTEMPTED, FREE_ELSEWHERE), (UNTEMPTED, UNTEMPTED)):
        for rule in rules:
            for twin in _twins(drawn.norm, rule, homes, others, "untempted", at_home, elsewhere):
                return twin
    return None


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


def mirrored(drawn: Drawn) -> Drawn:
    """The twin of a draw on the same layout. Raises NoDraw where no mirror of the norm binds there."""
    twin = twin_of(drawn)
    if twin is None:
        raise NoDraw(["no mirror of the norm binds on the same layout"])
    rules = [c.rule for c in drawn.customs]
    if twin.how == "custom":
        return replace(drawn, enforced=rules.index(twin.custom.rule))
    customs = [twin.custom if k == drawn.enforced else custom for k, custom in enumerate(drawn.customs)]
    return designed(
        drawn.world,
        drawn.seed,
        drawn.layout,
        drawn.asked,
        drawn.level,
        twin.home,
        twin.elsewhere,
        customs,
        drawn.enforced,
        drawn.free,
        drawn.noise,
    )
