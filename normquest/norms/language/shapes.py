"""The forms of rules as sentences: one line each, used for writing and for reading.

`{field/how}` stands for a part of the rule. A form with a bearer, a denial or
a modality has a line for each of them. The lines under `also` are other ways in
which people put the same thing; they are read, never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from pydantic import ValidationError

from normquest.norms.language.acts import Writer
from normquest.norms.language.fields import read_field, write_field
from normquest.norms.language.scan import Read, Scan, unique
from normquest.norms.language.tokens import Words, words
from normquest.norms.rules import Both, Rule
from normquest.text import capital

_HOLE = re.compile(r"\{(\w+)(?:/(\w+))?\}")
_OPTIONAL = {"when": "[, when …]", "unless": "[, unless …]", "custom": '"…"'}
_CLASSES: Mapping[str, Any] = {cls.model_fields["form"].default: cls for cls in get_args(Rule)}


@dataclass(frozen=True)
class Shape:
    """One line: the form, its sentence, and the fields that this sentence settles."""

    form: str
    template: str
    settles: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def pieces(self) -> tuple[Words | tuple[str, str, None], ...]:
        """Literal words, and holes as (field, how, None)."""
        pieces: list[Words | tuple[str, str, None]] = []
        end = 0
        for hole in _HOLE.finditer(self.template):
            pieces += [words(self.template[end : hole.start()]), (hole[1], hole[2] or "", None)]
            end = hole.end()
        return tuple(piece for piece in (*pieces, words(self.template[end:])) if piece)

    @property
    def menu(self) -> str:
        """The sentence with its parts left open."""
        opened = _HOLE.sub(lambda hole: _OPTIONAL.get(hole[1], "…"), self.template)
        return capital(opened.replace("… …", "…"))


def _shape(form: str, template: str, **settles: Any) -> Shape:
    return Shape(form, template, tuple(settles.items()))


_ACT = "{act/base}{when/one}{unless/one}"
_OTHERS = "{act/base}{when/they}{unless/they}"
_AMENDS = "; whoever does so anyway must {then/base} {within/they} to be forgiven"

PLAIN = (
    _shape("prohibition", f"it is forbidden to {_ACT}", bearer="actor"),
    _shape("prohibition", f"the one addressed must not let anyone {_OTHERS}", bearer="addressee"),
    _shape("prohibition", f"others present must not let anyone {_OTHERS}", bearer="present"),
    _shape("precedence", "before {act/ing} one must have {first/past} {window/one}", negated=False),
    _shape("precedence", "before {act/ing} one must not have {first/past} {window/one}", negated=True),
    _shape("deadline", "after {act/ing} one must {then/base} {within/one}", bearer="actor"),
    _shape(
        "deadline",
        "after someone has {act/past} the one addressed must {then/base} {within/they}",
        bearer="addressee",
    ),
    _shape(
        "deadline",
        "after someone has {act/past} everyone else present must {then/base} {within/they}",
        bearer="present",
    ),
    _shape("repair", f"it is forbidden to {_ACT}{_AMENDS}"),
    _shape("maintenance", "while {during/one} {keep}"),
    _shape("quantity", "one may {act/base} at most {most} a day", per="day"),
    _shape("quantity", "one may {act/base} at most {most} an hour", per="hour"),
    _shape("alternation", "one must not {act/base} again before someone else has done so"),
    _shape("reciprocity", "one must not {act/base} again before one has {back/past}"),
    _shape("speech", "when {act/ing} one must do so {style}"),
)
OTHER = (
    _shape(
        "meta",
        "anyone present {by} and sees the custom {custom} broken must {rebuke/offender} {within/they}",
        modality="must",
    ),
    _shape("meta", "only someone {by} may {rebuke/base} for breaking the custom {custom}", modality="may"),
    _shape("both", "{rules}"),
)
ALSO = (
    _shape("prohibition", f"it is not allowed to {_ACT}"),
    _shape("prohibition", f"one must not {_ACT}"),
    _shape("prohibition", f"one may not {_ACT}"),
    _shape("prohibition", f"do not {_ACT}"),
    _shape("prohibition", f"never {_ACT}"),
    *(
        _shape("prohibition", f"{who} {may_not} {_ACT}")
        for who, may_not in (
            ("one", "should not"),
            ("you", "must not"),
            ("you", "may not"),
            ("you", "should not"),
            ("people", "must not"),
            ("people", "may not"),
            ("nobody", "may"),
            ("no one", "may"),
        )
    ),
    *(
        _shape("prohibition", f"{{act/ing}} is {how}{{when/one}}{{unless/one}}")
        for how in ("forbidden", "not allowed")
    ),
)


def form_menu() -> list[str]:
    """Every form of sentence that the language has, its parts left open."""
    return [shape.menu for shape in (*PLAIN, *OTHER) if shape.form != "both"]


def write_rule(writer: Writer, rule: Rule) -> str:
    """The rule's sentence, without a capital or a final period."""
    if isinstance(rule, Both):
        first, second = (write_rule(writer, part) for part in rule.rules)
        return f"{first}. Besides, {second}"
    for shape in (*PLAIN, *OTHER):
        if shape.form == rule.form and all(getattr(rule, name) == value for name, value in shape.settles):
            return _HOLE.sub(lambda hole: _fill(writer, rule, hole[1], hole[2] or ""), shape.template)
    raise AssertionError(f"no sentence for the form {rule.form}")


def _fill(writer: Writer, rule: Rule, name: str, how: str) -> str:
    if name == "custom":
        return f'"{capital(write_rule(writer, getattr(rule, name)))}"'
    return write_field(writer, rule, name, how)


def read_rule_at(scan: Scan, at: int) -> Read[Rule]:
    """Every rule whose sentence starts here."""
    shapes = (*PLAIN, *OTHER[:2], *_also(scan, at))
    found = [reading for shape in shapes for reading in _read_shape(scan, at, shape)]
    for first, middle in _read_plain(scan, at):
        for start in scan.any_text(middle, ". besides", "besides", "and besides"):
            for second, end in _read_plain(scan, start):
                found.append((Both(rules=(first, second)), end))  # type: ignore[arg-type]
    return unique(found)


def _also(scan: Scan, at: int) -> Iterable[Shape]:
    """The other ways that begin as this text does; nobody is told that they would have been understood."""
    for shape in ALSO:
        first = shape.pieces[0]
        if first[-1] is None or scan.words[at : at + len(first)] == first:
            yield shape


def _read_plain(scan: Scan, at: int) -> Read[Rule]:
    if ("plain", at) not in scan.memo:
        scan.memo["plain", at] = unique(
            r for shape in (*PLAIN, *_also(scan, at)) for r in _read_shape(scan, at, shape)
        )
    found: Read[Rule] = scan.memo["plain", at]
    return found


def _read_shape(scan: Scan, at: int, shape: Shape) -> Read[Rule]:
    open_: Read[tuple[tuple[str, Any], ...]] = [(shape.settles, at)]
    for piece in shape.pieces:
        further: Read[tuple[tuple[str, Any], ...]] = []
        for fields, middle in open_:
            if piece[-1] is not None:
                end = scan.phrase(middle, piece)
                further += [(fields, end)] if end is not None else []
            elif piece[0] == "custom":
                further += [((*fields, ("custom", rule)), end) for rule, end in _read_quoted(scan, middle)]
            else:
                read = read_field(scan, middle, piece[0], piece[1])
                further += [((*fields, *more), end) for more, end in read]
        open_ = unique(further)
    return [(rule, end) for fields, end in open_ if (rule := _made(scan, at, end, shape.form, fields))]


def _made(scan: Scan, at: int, end: int, form: str, fields: tuple[tuple[str, Any], ...]) -> Rule | None:
    try:
        rule: Rule = _CLASSES[form](**dict(fields))
    except ValidationError as error:
        scan.refused(at, end, error)
        return None
    return rule


def _read_quoted(scan: Scan, at: int) -> Read[Rule]:
    return [
        (rule, end)
        for start in scan.any_text(at, '"')
        for rule, middle in _read_plain(scan, start)
        for end in scan.any_text(middle, '"', '."')
    ]
