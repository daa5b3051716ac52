"""What came back from a call that went well, in the same terms for all providers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from normquest.newcomers.chat.endings import Finish, finish_of, revision_of

LONGEST_THOUGHTS = 20_000
"""Characters of reasoning that are kept of a reply, the last ones."""
_SORRY = re.compile(
    r"\W{0,4}(?:(?:i['’]?m|i am)\s+(?:very\s+|so\s+)?(?:sorry|afraid)|sorry|as\s+an?\s+(?:ai|language)\b|"
    r"i\s+(?:can['’]?t|cannot|won['’]?t|will\s+not|must\s+decline))",
    re.IGNORECASE,
)
_DECLINES = re.compile(r"can['’]?t|cannot|can not|unable|won['’]?t|not able|decline|will not", re.IGNORECASE)


@dataclass(frozen=True)
class Reply:
    """A reply as it came. Tokens are None where the provider did not say; `calls` counts all tries for it.

    `thoughts` is the reasoning that the provider gives apart from the text; most give none. `revision` is
    what the provider says answered.
    """

    text: str
    finish: Finish = "ok"
    tokens_in: int | None = None
    tokens_out: int | None = None
    calls: int = 1
    thoughts: str = ""
    revision: str = ""


def reply_of(message: Any, calls: int = 1) -> Reply:
    """The reply in a LangChain message. Raises TypeError or ValueError for what is no message with text."""
    if not hasattr(message, "content"):
        raise TypeError(f"the answer is a {type(message).__name__}, not a message")
    text = str(message.text)
    finish = finish_of(message)
    if finish == "refusal":
        text = text or str((getattr(message, "additional_kwargs", None) or {}).get("refusal") or "")
    thoughts = thoughts_of(message)[-LONGEST_THOUGHTS:]
    return Reply(text, finish, *_usage(message, text), calls, thoughts, revision_of(message))


def thoughts_of(message: Any) -> str:
    """The reasoning in a message or a piece of one, as the various providers give it. Never raises."""
    found: list[Any] = []
    content = getattr(message, "content", None)
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") in ("thinking", "reasoning"):
            found += [block.get("thinking"), block.get("reasoning")]
            summary = block.get("summary")
            found += (
                [one.get("text") for one in summary if isinstance(one, dict)]
                if isinstance(summary, list)
                else []
            )
    extra = getattr(message, "additional_kwargs", None)
    if isinstance(extra, dict):
        found.append(extra.get("reasoning_content"))
    return "".join(one for one in found if isinstance(one, str))


def _usage(message: Any, text: str) -> tuple[int | None, int | None]:
    """Tokens read and written; a figure that cannot be true is one that was not given."""
    usage = getattr(message, "usage_metadata", None) or {}
    read, wrote = (usage.get(name) for name in ("input_tokens", "output_tokens"))
    if not isinstance(read, int) or not isinstance(wrote, int) or read <= 0 or wrote < 0:
        return None, None
    if wrote == 0 and text:
        return None, None
    return read, wrote


def declines(text: str) -> bool:
    """Whether a text that holds no answer says in so many words that none will be given."""
    start = text.strip()[:300]
    return bool(_SORRY.match(start) and _DECLINES.search(start))
