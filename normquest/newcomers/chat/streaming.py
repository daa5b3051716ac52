"""A reply heard as it comes; the pieces make the message that would have come whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from normquest.newcomers.chat.endings import REASONS, REVISIONS, told_last
from normquest.newcomers.chat.messages import Message
from normquest.newcomers.chat.replies import thoughts_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

Part = Literal["call", "reasoning", "text", "failed"]
"""A call is sent (what was heard before is void) · a piece of reasoning · of the reply · why it failed."""


class Hears(Protocol):
    """Is told what comes while it comes. It must be quick, and raise nothing."""

    def __call__(self, part: Part, text: str, /) -> object: ...


async def streamed(model: BaseChatModel, talk: Sequence[Message], hear: Hears) -> Any:
    """The model's message, of which `hear` has been told piece by piece.

    A model that does not stream gives one piece. Raises what the client raises.
    """
    if getattr(model, "stream_usage", False) is None:
        # This client leaves the count of tokens out of a stream unless it is told, for servers of one's own.
        model.stream_usage = True  # type: ignore[attr-defined]
    chunks: list[Any] = []
    async for chunk in model.astream(list(talk)):
        chunks.append(chunk)
        tell(chunk, hear)
    whole = chunks[0] if len(chunks) == 1 else chunks[0] + chunks[1:]
    # Pieces are added up as text: a reason that is given twice would read "lengthlength".
    whole.response_metadata.update(told_last(chunks, (*REASONS, *REVISIONS)))
    return whole


def tell(message: Any, hear: Hears) -> None:
    """Tell what is in a message or a piece of one."""
    thoughts, text = thoughts_of(message), str(getattr(message, "text", ""))
    if thoughts:
        hear("reasoning", thoughts)
    if text:
        hear("text", text)
