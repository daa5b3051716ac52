"""Newcomers that take their time: people (`human`) and chat models (`models`, `chat`).

A chat model of your own plays like this; `case` comes with a drawing (see `normquest.session`):

    newcomer = chat_newcomer(ChatOpenAI(model="…", max_retries=0), drawing.case)
    await drive(live, newcomer)

Nothing here is imported before it is used: LangChain takes half a second.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from normquest.newcomers.chat.plain import chat_newcomer

__all__ = ["chat_newcomer"]


def __getattr__(name: str) -> Any:
    if name == "chat_newcomer":
        return import_module("normquest.newcomers.chat.plain").chat_newcomer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
