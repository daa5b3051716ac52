"""JSON as the store writes it: compact, readable, without NaN, and able to hold any text a model may send.

A Python string can hold lone surrogates, which neither UTF-8 nor SQLite's TEXT can. They are kept, not
replaced: such a string is stored as a BLOB of UTF-8 with "surrogatepass", any other as TEXT.
"""

import json
import json.encoder
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from pydantic_core import PydanticSerializationError, to_json

_SURROGATE = re.compile("[\ud800-\udfff]")

Stored = str | bytes
"""Text as SQLite gets it."""


def _plain(value: Any) -> Any:
    """What JSON does not know by itself: frozen records and read-only mappings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} cannot be stored as JSON: {value!r}")


def _in_pieces() -> Callable[[Any, int], Iterable[str]]:
    """A compact encoder that keeps the order of keys and gives its text in pieces.

    The C encoder is built once: JSONEncoder builds one for every call, which for the small values of a log
    costs as much as the encoding.
    """
    make: Any = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        slow = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain)
        return lambda value, _level: slow.iterencode(value)
    pieces: Callable[[Any, int], Iterable[str]] = make(
        None, _plain, json.encoder.encode_basestring, None, ":", ",", False, False, False
    )
    return pieces


_pieces = _in_pieces()
_sorted = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain
).encode


def storable(text: str) -> Stored:
    """The text as SQLite can hold it, exactly."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-8", "surrogatepass")


def readable(stored: Stored) -> str:
    """The text that `storable` was given."""
    return stored if isinstance(stored, str) else stored.decode("utf-8", "surrogatepass")


def dumps(value: Any) -> Stored:
    """A value as JSON for a column. Keys keep their order; tuples become lists.

    Raises TypeError or ValueError for what JSON cannot say: sets, other objects, NaN, infinity.
    """
    text = "".join(_pieces(value, 0))
    return text if text.isascii() else storable(text)


def dumps_made(value: Any) -> Stored:
    """What `dumps` gives, three times as fast, for what the engine itself has made; read back it is the same.

    Newcomers' values go through `dumps`, since pydantic's encoder also takes sets and other objects, of which
    the engine makes none. What it refuses (lone surrogates, other mappings) or JSON does, is left to `dumps`.
    """
    try:
        text = to_json(value).decode()
    except (PydanticSerializationError, ValueError):
        return dumps(value)
    return dumps(value) if "NaN" in text or "Infinity" in text else text


@lru_cache(maxsize=4096)
def dumps_names(names: tuple[Any, ...]) -> Stored:
    """Nested tuples of strings as JSON; remembered, since a log repeats few of them."""
    return dumps(names)


def loads(stored: Stored) -> Any:
    """The value that `dumps` was given, with lists for tuples."""
    return json.loads(readable(stored))


def canonical(value: Any) -> str:
    """A value as its one canonical line: sorted keys, no spaces, lone surrogates escaped.

    It can always be encoded as UTF-8, and two values have the same line only if they are the same JSON.
    """
    text = _sorted(value)
    if text.isascii():
        return text
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
