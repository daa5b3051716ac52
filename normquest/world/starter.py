"""The world file that a new author starts from."""

from __future__ import annotations

import json
import re
from pathlib import Path

from normquest.text import sanitise
from normquest.world.schema import ID

_TEXT = Path(__file__).with_name("starter.yaml")


def starter(id: str, title: str) -> str:
    """A small complete world with comments, as the text of a file that `load_world` accepts.

    Raises ValueError if the id is not one (a small letter, then at most 39 small letters, digits and _), or
    the title is empty, longer than 80 characters, or holds what cannot be shown on one line.
    """
    if not re.fullmatch(ID, id):
        raise ValueError(f"'{sanitise(id)[:60]}' is no id: a small letter, then small letters, digits and _")
    if not title.strip() or len(title) > 80 or sanitise(title, newlines=False) != title:
        raise ValueError("a title has 1 to 80 characters that can all be seen")
    text = _TEXT.read_text(encoding="utf-8")
    # What is quoted for JSON is quoted for YAML too.
    return text.replace("__ID__", id).replace("__TITLE__", json.dumps(title, ensure_ascii=False))
