"""Going through every part of a rule, to look or to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from normquest.norms.rules import Frozen

R = TypeVar("R", bound=Frozen)

STYLE_ATTRIBUTE = "name"
"""The attribute of a style that a speech rule means: its `style` is `style.name`."""


def parts(part: Frozen) -> Iterator[Frozen]:
    """The part itself and everything in it, outermost first: rules, patterns, conditions, tests."""
    yield part
    for name in type(part).model_fields:
        value = getattr(part, name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Frozen):
                yield from parts(inner)


def rewrite(part: R, change: Callable[[Frozen], Frozen]) -> R:
    """The part with `change` applied to everything in it, innermost first, and last to itself.

    Everything is validated and ordered anew, so the result is as canonical as
    one read from data.
    """
    fields = {name: _rewritten(getattr(part, name), change) for name in type(part).model_fields}
    after = change(type(part)(**fields))
    assert isinstance(after, type(part))
    return after


def _rewritten(value: Any, change: Callable[[Frozen], Frozen]) -> Any:
    if isinstance(value, Frozen):
        return rewrite(value, change)
    if isinstance(value, tuple):
        return tuple(_rewritten(one, change) for one in value)
    return value
