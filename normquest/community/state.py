"""The state of a community: a flat map from (entity, attribute) to a value, changed only by folded changes.

Beside declared attributes it holds `at` (where a thing or person is),
`members` of lists (`list:NAME`), ties (`tie:KIND`, `A>B`), what someone knows
(`knows:FACT`) and the clock (`clock`, `turn | hour | day`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from normquest.norms.events import Change

Key = tuple[str, str]
State = Mapping[Key, Any]

NOWHERE = "nowhere"
"""Where spare things wait and removed things go."""


def folded(state: State, changes: Iterable[Change]) -> dict[Key, Any]:
    """The state after the changes; the given state is left alone."""
    after = dict(state)
    for entity, attribute, value in changes:
        after[(entity, attribute)] = value
    return after
