"""What was found of a state, remembered by the values of the keys that it hangs on.

Nothing remembered grows stale: it is found again only by the very values from
which it was made. So it holds for every state, in whatever order they come. Of
the keys, those that cannot change in a community are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, Generic, TypeVar

from normquest.community.compile import Scope
from normquest.community.state import Key, State

MOST = 4096
"""How much one memo holds; one that is full begins anew, so that a planner does not fill the memory."""

T = TypeVar("T")
Values = tuple[Any, ...]


def reader(keys: Sequence[Key], *, sure: bool = False) -> Callable[[State], Values]:
    """The values of keys, in order; None for one that is absent. `sure`: none is ever absent."""
    if not keys:
        return lambda state: ()
    if len(keys) == 1:
        key = keys[0]
        return lambda state: (state.get(key),)
    get: Callable[[State], Values] = itemgetter(*keys)
    if sure:
        return get

    def read(state: State) -> Values:
        try:
            return get(state)
        except KeyError:
            return tuple([state.get(key) for key in keys])

    return read


class Memo(Generic[T]):
    """A function of a state that reads these keys alone, asked once for the same values."""

    __slots__ = ("_found", "_make", "_values", "keys")

    def __init__(self, scope: Scope, keys: Iterable[Key], make: Callable[[State], T]) -> None:
        self.keys = tuple(key for key in dict.fromkeys(keys) if key in scope.dynamic)
        self._values = reader(self.keys)
        self._make = make
        self._found: dict[Values, T] = {}

    def __call__(self, state: State) -> T:
        """What the function gives of this state: for the same values the same object, while it is kept."""
        values = self._values(state)
        try:
            return self._found[values]
        except KeyError:
            found = self._make(state)
            return keep(self._found, values, found) if only_words(values) else found
        except TypeError:  # a list, as JSON has it, cannot be looked up
            return self._make(state)


def only_words(values: Values) -> bool:
    """Whether all values are words or absent: 1 and True are equal and read differently."""
    return all(value is None or type(value) is str for value in values)


def keep(found: dict[Any, T], key: object, value: T) -> T:
    """Remember a value, and give it back."""
    if len(found) >= MOST:
        found.clear()
    found[key] = value
    return value


def keep_first(found: dict[Any, T], key: object, value: T) -> T:
    """Remember a value unless there is one, and give back the one that is remembered: like things are one."""
    return found[key] if key in found else keep(found, key, value)
