"""What may be answered to a request, and whether a value is such an answer. One form for people and
models.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from normquest.text import sanitise

FormKind = Literal["text", "number", "choice", "ratings", "report", "beliefs"]
SURE = 10.0
"""A likelihood is a number from 0, not at all, to this, for certain."""


@dataclass(frozen=True, slots=True)
class Form:
    """The legal answers: a text, a number from `least` to `most`, an option, a rating for each of `about`,
    two expectations, or a belief and a likelihood. `whole`: no fractions. `names` are those rated in words.
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
        case "beliefs":
            return _beliefs(value, form)


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
    ee, ne = _number(value["ee"], scale), _or_none(value["ne"], scale)
    return None if ee is None or ne is None else (float(ee), ne)


def _beliefs(value: Any, form: Form) -> tuple[float | Literal["none"], float] | None:
    if not isinstance(value, Mapping) or set(value) != {"belief", "sanction"}:
        return None
    belief = _or_none(value["belief"], Form("number", form.least, form.most))
    sanction = _number(value["sanction"], Form("number", 0, SURE))
    return None if belief is None or sanction is None else (belief, float(sanction))


def _or_none(value: Any, scale: Form) -> float | Literal["none"] | None:
    if value == "none":
        return "none"
    number = _number(value, scale)
    return None if number is None else float(number)
