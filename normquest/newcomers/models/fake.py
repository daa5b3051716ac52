"""A chat model that reads its replies from a script: for trying things out, without a network or a bill.

Settings (`--model-arg`): delay, the seconds that a reply takes (0); streamed, it comes word by word. It says
how many tokens it used, at four characters each. Like any model it keeps nothing: which reply is due follows
from the conversation it is sent.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from normquest.newcomers.chat.prompts import kind_asked
from normquest.newcomers.models.errors import ModelTrouble
from normquest.newcomers.models.scripts import SEAT, Script, script_of
from normquest.newcomers.seats.asking import least

_WORD = re.compile(r"\s*\S+\s*|\s+")


class FakeChat(BaseChatModel):
    """Replies by a script; see this module."""

    script: Script
    delay: float = 0.0

    @property
    def _llm_type(self) -> str:
        return "normquest-fake"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        kind, said, seat = "", Counter[str](), ""
        for one in messages:
            if one.type == "human":
                kind = kind_asked(one.text) or kind
                seat = "" if kind else least(one.text)
            elif one.type == "ai":
                said[kind] += 1
        kind = SEAT if seat else kind
        text = seat if seat and self.script.least else self.script.reply(kind, said[kind], said.total())
        read = sum(len(one.text) for one in messages) // 4 + 1
        wrote = len(text) // 4 + 1
        usage = UsageMetadata(input_tokens=read, output_tokens=wrote, total_tokens=read + wrote)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=text, usage_metadata=usage))])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        if self.delay:
            await asyncio.sleep(self.delay)
        return self._generate(messages, stop)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        whole = self._generate(messages, stop).generations[0].message
        assert isinstance(whole, AIMessage)
        words = _WORD.findall(whole.text)
        for word in words:
            if self.delay:
                await asyncio.sleep(self.delay / len(words))
            yield ChatGenerationChunk(message=AIMessageChunk(content=word))
        yield ChatGenerationChunk(message=AIMessageChunk(content="", usage_metadata=whole.usage_metadata))


def fake_model(name: str, args: Mapping[str, Any]) -> FakeChat:
    """The model of a script. Raises ModelTrouble."""
    delay = args.get("delay", 0)
    if set(args) - {"delay"} or not isinstance(delay, int | float) or not 0 <= delay <= 3600:
        raise ModelTrouble(
            f"--model fake:{name[:60]}", "it takes no such setting", "delay=SECONDS", "Correct --model-arg"
        )
    return FakeChat(script=script_of(name), delay=float(delay))
