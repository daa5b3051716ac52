"""How the other providers put what OpenAI puts its way: their requests, replies, streams and errors.

Each turns a request into OpenAI's shape, so that one brain answers all, and an answer into its own bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from newcomers.server import Answer, words_of

Data = dict[str, Any]


class Dialect(Protocol):
    """A provider's way to ask and answer over HTTP."""

    stream_type: str

    def heard(self, path: str, data: Data) -> Data:
        """The request in OpenAI's shape; `stream` says whether the reply is wanted in pieces."""
        ...

    def whole(self, answer: Answer) -> bytes:
        """A reply in one body."""
        ...

    def pieces(self, answer: Answer) -> list[bytes]:
        """The same as a stream, a word a piece."""
        ...

    def error(self, status: int, message: str, **headers: str) -> Answer:
        """An answer that is an error."""
        ...


def _texts(content: Any) -> str:
    """The text of a message, whether it stands alone or in parts."""
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _event(data: Mapping[str, Any], name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def _wrong(status: int, data: Data, headers: Mapping[str, str]) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, body=json.dumps(data).encode(), headers=named)


class Anthropic:
    """The Messages API."""

    stream_type = "text/event-stream"
    _ends: Mapping[str, str] = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}

    def heard(self, path: str, data: Data) -> Data:
        assert path == "/v1/messages", path
        said = [{"role": "system", "content": _texts(data["system"])}] if data.get("system") else []
        said += [{"role": one["role"], "content": _texts(one["content"])} for one in data["messages"]]
        return {**data, "messages": said}

    def _message(self, answer: Answer, content: list[Data], stop: str | None, written: int) -> Data:
        read = (answer.usage or {}).get("prompt_tokens", 0)
        return {
            "id": "x",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": read, "output_tokens": written},
        }

    def whole(self, answer: Answer) -> bytes:
        wrote = (answer.usage or {}).get("completion_tokens", 0)
        thought = answer.message.get("reasoning")
        blocks: list[Data] = [{"type": "thinking", "thinking": thought, "signature": "s"}] if thought else []
        blocks += [{"type": "text", "text": answer.text}] if answer.text else []
        return json.dumps(self._message(answer, blocks, self._ends[answer.finish], wrote)).encode()

    def pieces(self, answer: Answer) -> list[bytes]:
        wrote = (answer.usage or {}).get("completion_tokens", 0)
        events: list[Data] = [{"type": "message_start", "message": self._message(answer, [], None, 1)}]
        thought, index = answer.message.get("reasoning"), 0
        if thought:
            empty = {"type": "thinking", "thinking": "", "signature": ""}
            events.append({"type": "content_block_start", "index": 0, "content_block": empty})
            for word in words_of(thought):
                delta = {"type": "thinking_delta", "thinking": word}
                events.append({"type": "content_block_delta", "index": 0, "delta": delta})
            events.append({"type": "content_block_stop", "index": 0})
            index = 1
        text = {"type": "text", "text": ""}
        events.append({"type": "content_block_start", "index": index, "content_block": text})
        for word in words_of(answer.text or ""):
            delta = {"type": "text_delta", "text": word}
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
        if not answer.cut_off:
            events.append({"type": "content_block_stop", "index": index})
            used = {"input_tokens": (answer.usage or {}).get("prompt_tokens", 0), "output_tokens": wrote}
            ended = {"stop_reason": self._ends[answer.finish], "stop_sequence": None}
            events.append({"type": "message_delta", "delta": ended, "usage": used})
            events.append({"type": "message_stop"})
        return [_event(one, one["type"]) for one in events]

    def error(self, status: int, message: str, **headers: str) -> Answer:
        kinds = {429: "rate_limit_error", 401: "authentication_error", 404: "not_found_error"}
        kinds |= {400: "invalid_request_error", 529: "overloaded_error", 402: "billing_error"}
        about = {"type": kinds.get(status, "api_error"), "message": message}
        return _wrong(status, {"type": "error", "error": about}, headers)


class Ollama:
    """The chat endpoint of an Ollama server; its client asks for streams always."""

    stream_type = "application/x-ndjson"

    def heard(self, path: str, data: Data) -> Data:
        assert path == "/api/chat", path
        return data

    def _line(self, **more: Any) -> Data:
        return {"model": "m", "created_at": "2026-01-01T00:00:00Z", "done": False, **more}

    def whole(self, answer: Answer) -> bytes:
        return b"".join(self.pieces(answer))

    def pieces(self, answer: Answer) -> list[bytes]:
        lines = []
        thought = answer.message.get("reasoning")
        if thought:
            lines.append(self._line(message={"role": "assistant", "content": "", "thinking": thought}))
        for word in words_of(answer.text or ""):
            lines.append(self._line(message={"role": "assistant", "content": word}))
        if not answer.cut_off:
            usage = answer.usage or {}
            counts = {
                "prompt_eval_count": usage.get("prompt_tokens"),
                "eval_count": usage.get("completion_tokens"),
            }
            end = {
                "message": {"role": "assistant", "content": ""},
                "done": True,
                "done_reason": answer.finish,
            }
            lines.append(self._line(**end, **{k: v for k, v in counts.items() if v is not None}))
        return [json.dumps(line).encode() + b"\n" for line in lines]

    def error(self, status: int, message: str, **headers: str) -> Answer:
        return _wrong(status, {"error": message}, headers)


class Google:
    """The Gemini API: the method stands in the address."""

    stream_type = "text/event-stream"
    _ends: Mapping[str, str] = {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY"}
    _roles: Mapping[str, str] = {"user": "user", "model": "assistant"}

    def heard(self, path: str, data: Data) -> Data:
        assert path.startswith(("/v1beta/models/made-up:", "/v1/models/made-up:")), path
        about = data.get("systemInstruction")
        said = [{"role": "system", "content": _texts(about["parts"])}] if about else []
        said += [
            {"role": self._roles[one["role"]], "content": _texts(one["parts"])} for one in data["contents"]
        ]
        return {**data, "messages": said, "stream": ":streamGenerateContent" in path}

    def _chunk(self, answer: Answer, text: str | None, *, last: bool, thought: bool = False) -> Data:
        part: Data = {"text": text, **({"thought": True} if thought else {})}
        content = {"role": "model", "parts": [part] if text else []}
        candidate: Data = {"content": content, "index": 0}
        if last:
            candidate["finishReason"] = self._ends[answer.finish]
        chunk: Data = {"candidates": [candidate], "modelVersion": "m"}
        if last and answer.usage is not None:
            read, wrote = answer.usage.get("prompt_tokens", 0), answer.usage.get("completion_tokens", 0)
            counts = {"promptTokenCount": read, "candidatesTokenCount": wrote}
            chunk["usageMetadata"] = {**counts, "totalTokenCount": read + wrote}
        return chunk

    def whole(self, answer: Answer) -> bytes:
        chunk = self._chunk(answer, answer.text, last=True)
        thought = answer.message.get("reasoning")
        if thought:
            chunk["candidates"][0]["content"]["parts"].insert(0, {"text": thought, "thought": True})
        return json.dumps(chunk).encode()

    def pieces(self, answer: Answer) -> list[bytes]:
        thought = answer.message.get("reasoning")
        chunks = [self._chunk(answer, thought, last=False, thought=True)] if thought else []
        chunks += [self._chunk(answer, word, last=False) for word in words_of(answer.text or "")]
        if not answer.cut_off:
            chunks.append(self._chunk(answer, None, last=True))
        return [_event(one) for one in chunks]

    def error(self, status: int, message: str, **headers: str) -> Answer:
        names = {429: "RESOURCE_EXHAUSTED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND"}
        about: Data = {"code": status, "message": message, "status": names.get(status, "INTERNAL")}
        after = headers.pop("retry_after", None)
        if after:
            # This one puts the pause into the body.
            info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": f"{after}s"}
            about["details"] = [info]
        return _wrong(status, {"error": about}, headers)


DIALECTS: Mapping[str, Dialect] = {"anthropic": Anthropic(), "ollama": Ollama(), "google": Google()}
