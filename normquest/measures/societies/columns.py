"""Frozen tables of equal-length numpy columns: what panels and ratings share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Self

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
TextArray = npt.NDArray[np.str_]

_TYPES: dict[str, Any] = {
    "IntArray": np.int64,
    "FloatArray": np.float64,
    "BoolArray": np.bool_,
    "TextArray": np.str_,
}


class Columns:
    """The base of a frozen dataclass whose array fields are columns. Other fields belong to the whole.

    Columns are copied, given their declared type and made read-only: no analysis can change its input.
    """

    def __post_init__(self) -> None:
        sizes = {name: self._fix(name, _TYPES[kind]) for name, kind in self._columns()}
        if len(set(sizes.values())) > 1:
            raise ValueError(f"columns differ in length: {sizes}")
        self._check()

    def _check(self) -> None:
        """Raises ValueError where values do not fit."""

    @classmethod
    def _columns(cls) -> list[tuple[str, str]]:
        return [(f.name, str(f.type)) for f in fields(cls) if f.type in _TYPES]  # type: ignore[arg-type]

    def _fix(self, name: str, kind: Any) -> int:
        given = np.asarray(getattr(self, name))
        column = np.array(given, dtype=kind)
        if column.ndim != 1:
            raise ValueError(f"{name} has {column.ndim} dimensions, not 1")
        if kind is np.int64 and not np.array_equal(column, given):
            raise ValueError(f"{name} has values that are not whole")
        column.setflags(write=False)
        object.__setattr__(self, name, column)
        return len(column)

    def __len__(self) -> int:
        name, _ = self._columns()[0]
        return len(getattr(self, name))

    def select(self, rows: BoolArray | IntArray) -> Self:
        """The rows that a mask or row numbers name, in that order."""
        # Not checked again: rows that fit still fit among fewer, and analyses select all the time. Rows named
        # twice are the exception, and none but a resampling would name them so.
        part = object.__new__(type(self))
        for f in fields(self):  # type: ignore[arg-type]
            value = getattr(self, f.name)
            if f.type in _TYPES:
                value = value[rows]
                value.setflags(write=False)
            object.__setattr__(part, f.name, value)
        return part

    def where(self, **values: Any) -> Self:
        """The rows whose columns have these values: `where(run=3, condition="E+SL")`."""
        mask = np.ones(len(self), dtype=np.bool_)
        for name, value in values.items():
            mask &= getattr(self, name) == value
        return self.select(mask)

    def _with(self, columns: dict[str, Any]) -> Self:
        whole = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        return type(self)(**(whole | columns))

    @classmethod
    def stack(cls, parts: Sequence[Self]) -> Self:
        """All rows of all parts, in order. Raises ValueError for none, or where they differ as wholes."""
        if not parts:
            raise ValueError("there is nothing to stack")
        columns = [name for name, _ in cls._columns()]
        wholes = [
            {f.name: getattr(part, f.name) for f in fields(cls) if f.name not in columns}  # type: ignore[arg-type]
            for part in parts
        ]
        if any(whole != wholes[0] for whole in wholes):
            raise ValueError(f"they do not belong together: {wholes}")
        return parts[0]._with({name: np.concatenate([getattr(p, name) for p in parts]) for name in columns})


def in_range(name: str, values: FloatArray, low: float, high: float) -> None:
    """Raises ValueError where a value is neither NaN nor within low..high."""
    bad = values[~np.isnan(values) & ~((values >= low) & (values <= high))]
    if len(bad):
        raise ValueError(f"{name} lies between {low:g} and {high:g}, not at {bad[0]:g}")


def once(what: str, *keys: IntArray) -> None:
    """Raises ValueError where the same combination of keys stands twice."""
    stacked = np.column_stack(keys)
    found, counts = np.unique(stacked, axis=0, return_counts=True)
    if np.any(counts > 1):
        raise ValueError(f"{what} stands twice: {found[counts > 1][0].tolist()}")
