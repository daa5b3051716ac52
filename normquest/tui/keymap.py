"""The keys that a player has moved: `keys.json` beside the database, such as {"log": "f12"}.

What is wrong in it is said in sentences that name the file, the entry and what was expected; the rest holds.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from textual.keys import Keys

from normquest import settings
from normquest.text import join_words, nearest, sanitise
from normquest.tui import actions

MOST_BYTES = 20_000
EXAMPLE = '{"log": "f12"}'
_MODIFIERS = re.compile(r"(?:(?:ctrl|shift|alt|super|meta|hyper)\+)*(.+)")
_NAMES = frozenset(str(key.value) for key in Keys) | {"space", "slash", "minus", "full_stop", "comma"}


@dataclass(frozen=True)
class Keymap:
    """`keys`: by the id of an action; several are divided by commas. `faults`: a sentence each."""

    keys: dict[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


def read() -> Keymap:
    """What the file says; nothing where there is none."""
    path = settings.home() / "keys.json"
    try:
        text = path.read_bytes()[: MOST_BYTES + 1].decode("utf-8")
        data = json.loads(text) if len(text) <= MOST_BYTES else None
    except FileNotFoundError:
        return Keymap()
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        return Keymap({}, (f"{path}, {where}: this is no JSON. Expected: {EXAMPLE}.",))
    except (OSError, ValueError):
        return Keymap({}, (f"{path} cannot be read. Expected: a text file such as {EXAMPLE}.",))
    if not isinstance(data, dict):
        return Keymap({}, (f"{path} is no mapping. Expected: {EXAMPLE}.",))
    return _checked(path, data)


def _checked(path: Path, data: dict[str, object]) -> Keymap:
    known = {action.id: action for action in actions.ACTIONS}
    good: dict[str, str] = {}
    faults = []
    for name, keys in data.items():
        shown = sanitise(str(name), newlines=False)[:40]
        if name not in known:
            close = nearest(str(name), known)
            meant = f" Did you mean {close}?" if close else ""
            faults.append(f"{path}, '{shown}': there is no such action.{meant} Expected: {', '.join(known)}.")
        elif not isinstance(keys, str) or not all(map(is_key, keys.split(","))):
            said = sanitise(json.dumps(keys), newlines=False)[:40]
            faults.append(f"{path}, '{shown}': {said} is no key. Expected: such as f12, ctrl+l or g,f11.")
        elif taken := _taken(name, keys, known, good):
            faults.append(f"{path}, '{shown}': {taken}. Expected: a key that is free there.")
        else:
            good[name] = keys
    return Keymap(good, tuple(faults))


def is_key(name: str) -> bool:
    """Whether a key can be called so: a character, or a name, with modifiers before it."""
    found = _MODIFIERS.fullmatch(name.strip())
    key = found[1] if found else ""
    return len(key) == 1 or key in _NAMES


def _taken(name: str, keys: str, known: dict[str, actions.Action], moved: dict[str, str]) -> str:
    """Which action has one of the keys on a page where both work; empty if none has."""
    wanted = {key.strip() for key in keys.split(",")}
    here = set(known[name].where)
    others = [
        other
        for other in known.values()
        if other.id != name
        and here & set(other.where)
        and wanted & set((moved.get(other.id) or other.key).split(","))
    ]
    if not others:
        return ""
    return f"{join_words(sorted(wanted))} belongs to {join_words(other.id for other in others)}"
