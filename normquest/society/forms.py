"""What may be answered to a request, and whether a value is such an answer. One form for people and
models.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from normquest.text import sanitise

FormKind = Literal["text", "number", "choice", "ratings", "report"]


@dataclass(frozen=True, slots=True)
class Form:
    """The legal answers: a text, a number from `least` to `most`, an option, a rating for each of `about`, or
    two expectations. `whole`: no fractions. `names` are the words for those rated.
    """

    kind: FormKind
    least: float = 0
    most: float = 0
    whole: bool = False
    options: tuple[str, ...] = ()
    about: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    longest: int = 0


def understood(form: Form, value: Any) -> Any:
    """The value as the engine takes it, or None where it is no legal answer."""
    match form.kind:
        case "text":
            return _text(value, form.longest)
        case "number":
            return _number(value, form)
        case "choice":
            return value if value in form.options else None
        case "ratings":
            return _ratings(value, form)
        case "report":
            return _report(value, form)


def _text(value: Any, longest: int) -> str | None:
    if not isinstance(value, str):
        return None
    line = " ".join(sanitise(value, newlines=False).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def _number(value: Any, form: Form) -> int | float | None:
    if type(value) is not int and type(value) is not float:
        return None
    if not math.isfinite(value) or not form.least <= value <= form.most:
        return None
    if not form.whole:
        return float(value)
    return int(value) if value == int(value) else None


def _ratings(value: Any, form: Form) -> tuple[float, ...] | None:
    if not isinstance(value, list | tuple) or len(value) != len(form.about):
        return None
    scale = Form("number", -1, 1)
    found = [_number(item, scale) for item in value]
    return None if None in found else tuple(float(item) for item in found if item is not None)


def _report(value: Any, form: Form) -> tuple[float, float | Literal["none"]] | None:
    if not isinstance(value, Mapping) or set(value) != {"ee", "ne"}:
        return None
    scale = Form("number", form.least, form.most)
    ee = _number(value["ee"], scale)
    if ee is None:
        return None
    if value["ne"] == "none":
        return float(ee), "none"
    ne = _number(value["ne"], scale)
    return None if ne is None else (float(ee), float(ne))
