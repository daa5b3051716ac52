"""A loopback server that speaks OpenAI's chat completions as far as a client needs, and misbehaves.

In a thread: `with Server(brain) as server:`, `server.url`. As a process of its own, so that it takes no time
from the client: `python -m newcomers.server SECONDS` prints the port and answers every call after so long.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from newcomers.brains import Chat, sensible

if TYPE_CHECKING:
    from newcomers.dialects import Dialect


@dataclass
class Answer:
    """What the server does with a call: a reply in words, or anything else that goes wrong."""

    text: str | None = None
    finish: str = "stop"
    usage: Mapping[str, Any] | None = field(
        default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    )
    message: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0.0
    trickle: float = 0.0
    pause: float = 0.0
    cut_off: bool = False
    hang_up: bool = False

    def content(self) -> bytes:
        """The body of the answer."""
        if self.body is not None:
            return self.body
        message = {"role": "assistant", "content": self.text, **self.message}
        data = {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish}],
        }
        if self.usage is not None:
            data["usage"] = dict(self.usage)
        return json.dumps(data).encode()

    def pieces(self, with_usage: bool) -> list[bytes]:
        """The same as server-sent events, a word a piece; cut off, the end of it never comes."""
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += [{"content": word} for word in words_of(self.text or "")] + (
            [dict(self.message)] if self.message else []
        )
        data: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": one}]} for one in deltas]
        if self.cut_off:
            return [_event(one) for one in data]
        data.append({"choices": [{"index": 0, "delta": {}, "finish_reason": self.finish}]})
        if with_usage and self.usage is not None:
            data.append({"choices": [], "usage": dict(self.usage)})
        return [*map(_event, data), b"data: [DONE]\n\n"]


def words_of(text: str) -> list[str]:
    """A text in pieces that make it up again, a word each."""
    return re.findall(r"\s*\S+\s*|\s+", text)


def _event(data: Mapping[str, Any]) -> bytes:
    head = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    return f"data: {json.dumps({**head, **data})}\n\n".encode()


Brain = Callable[[Chat], Answer]
"""Decides what becomes of a call."""


def error(status: int, code: str = "", message: str = "no", **headers: str) -> Answer:
    """An answer that is an error, as OpenAI puts it."""
    body = json.dumps({"error": {"message": message, "type": code or "error", "code": code or None}}).encode()
    return Answer(status=status, body=body, headers={k.replace("_", "-"): v for k, v in headers.items()})


class Server:
    """Runs in a thread of its own until left. `calls` holds what was asked, in order.

    It speaks as OpenAI does, or a `dialect`.
    """

    def __init__(self, brain: Brain, dialect: Dialect | None = None) -> None:
        self.brain = brain
        self.dialect = dialect
        self.calls: list[Chat] = []
        self.in_flight = self.peak = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        """What to give as base_url."""
        return f"http://127.0.0.1:{self.port}" + ("/v1" if self.dialect is None else "")

    def __enter__(self) -> Server:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._begin())
        self._ready.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))

    async def _begin(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**24)
        self.port = server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._once(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client is gone, or the test is over
        finally:
            writer.close()

    async def _once(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        )
        data = json.loads(await reader.readexactly(length))
        if self.dialect is not None:
            data = self.dialect.heard(head.split(b" ", 2)[1].decode(), data)
        chat = Chat(data)
        self.calls.append(chat)
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            answer = self.brain(chat)
            if answer.delay:
                await asyncio.sleep(answer.delay)
        finally:
            self.in_flight -= 1
        if answer.hang_up:
            return False
        if chat.data.get("stream") and answer.body is None:
            return await self._streamed(chat, answer, writer)
        body = (
            answer.content()
            if self.dialect is None or answer.body is not None
            else self.dialect.whole(answer)
        )
        lines = [
            f"HTTP/1.1 {answer.status} X",
            "content-type: application/json",
            f"content-length: {len(body)}",
        ]
        lines += [f"{name}: {value}" for name, value in answer.headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        if answer.trickle:
            for byte in body:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(answer.trickle)
        else:
            writer.write(body)
        await writer.drain()
        return True

    async def _streamed(self, chat: Chat, answer: Answer, writer: asyncio.StreamWriter) -> bool:
        kind = "text/event-stream" if self.dialect is None else self.dialect.stream_type
        writer.write(f"HTTP/1.1 200 X\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n".encode())
        options = chat.data.get("stream_options") or {}
        with_usage = bool(options.get("include_usage"))
        for piece in answer.pieces(with_usage) if self.dialect is None else self.dialect.pieces(answer):
            writer.write(piece)
            await writer.drain()
            if answer.pause:
                await asyncio.sleep(answer.pause)
        return False


def main(delay: float) -> None:
    """Serve sensible replies, each after `delay` seconds, until standard input is closed."""
    with Server(lambda chat: Answer(sensible(chat), delay=delay)) as server:
        print(server.port, flush=True)
        sys.stdin.read()
        print(len(server.calls), server.peak, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
