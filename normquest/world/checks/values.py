"""What a term can be: a number, a flag, one of some names, an entity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from normquest.world.terms import Scalar

Sort = Literal["number", "flag", "name", "entity", "text", "unknown"]


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a term. `what` names it in messages; `values` are the names it can be.

    `text` is a bare word that stands for whatever it is compared with; `unknown` is what a mistake already
    told leaves behind, and fits everything.
    """

    sort: Sort
    what: str = ""
    values: tuple[str, ...] = ()

    def allows(self, value: Scalar) -> bool:
        """Whether a value as it stands in a file is of this type."""
        match self.sort:
            case "number":
                return isinstance(value, int | float) and not isinstance(value, bool)
            case "flag":
                return isinstance(value, bool)
            case "name":
                return value in self.values
        return True

    @property
    def expected(self) -> tuple[str, ...]:
        """What would be right, for a message."""
        match self.sort:
            case "number":
                return ("a number",)
            case "flag":
                return ("true or false",)
        return self.values

    @property
    def described(self) -> str:
        """What it is, in words."""
        return self.what or {"number": "a number", "flag": "true or false"}.get(self.sort, "a name")


NUMBER = ValueType("number")
FLAG = ValueType("flag")
UNKNOWN = ValueType("unknown")


def of_scalar(value: Scalar) -> ValueType:
    """The type of a value as it stands in a file."""
    if isinstance(value, bool):
        return FLAG
    return NUMBER if isinstance(value, int | float) else ValueType("text", f"'{value}'", (value,))
