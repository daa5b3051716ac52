"""A model's reply as it is shown: what it thought apart from what it answered, whole or still coming."""

from __future__ import annotations

from normquest.newcomers.chat.messages import ASKED_AGAIN
from normquest.newcomers.chat.reading import labelled

LABELS = ("act", "rule", "answer", "line", "lines", "sure")
"""What a line of an answer begins with."""
MOST = 6000
"""Characters that are looked at, the last ones."""
_OPEN, _CLOSE = "<think>", "</think>"


def parted(raw: str, thinks: bool = False, coming: bool = False) -> tuple[str, str]:
    """Thoughts and reply. `thinks`: it was told to think aloud first; `coming`: not all is here."""
    thoughts, replies = [], []
    for text in raw.split(ASKED_AGAIN):
        thought, reply = _one(text[-MOST:], thinks, coming)
        thoughts.append(thought)
        replies.append(reply)
    return "\n\n".join(t for t in thoughts if t), ASKED_AGAIN.join(replies)


def _one(text: str, thinks: bool, coming: bool) -> tuple[str, str]:
    thought, reply = "", text
    start, end = text.rfind(_OPEN), text.rfind(_CLOSE)
    if end > start:
        thought, reply = text[:end].replace(_OPEN, "", 1), text[end + len(_CLOSE) :]
    elif start >= 0 and coming:
        thought, reply = text[start + len(_OPEN) :], text[:start]
    lines = reply.split("\n")
    first = next((number for number, _, _ in labelled(reply, LABELS)), None)
    if first is None:
        before, answer = (reply, "") if thinks and coming else ("", reply)
    else:
        before, answer = "\n".join(lines[:first]), "\n".join(lines[first:])
    whole = "\n\n".join(part.strip() for part in (thought, before) if part.strip())
    return whole, answer.strip()
