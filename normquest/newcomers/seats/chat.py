"""`ChatMember`: a chat model in a seat of a society."""

from __future__ import annotations

import time

from normquest.newcomers.chat.account import Account, NoAccount
from normquest.newcomers.chat.calling import Caller, Failed, Stopped
from normquest.newcomers.chat.faults import Fault
from normquest.newcomers.chat.replies import Reply as Said
from normquest.newcomers.chat.replies import declines
from normquest.newcomers.chat.streaming import Hears
from normquest.newcomers.seats.asking import Manner, conversation
from normquest.newcomers.seats.reading import is_marked, read_reply
from normquest.society.records import Outcome, Reply
from normquest.society.state import Request


class ChatMember:
    """A model that is sent what a person in the seat reads, and whose replies are read as a person's lines.

    It keeps nothing between requests: the engine's text holds all that a member remembers. A reply that can't
    be used is asked for again by the society, once; then its rule for missing acts holds, and no number is
    ever put in the reply's place here. Outcomes:

    ok · invalid_act, parse_error, refusal, truncated: the value is None, `raw` holds what came ·
    infra_error: no reply could be had, and `raw` says why · budget: no call may be made any more.

    `hear`, if there is one, is told what the model says while it says it.
    """

    def __init__(
        self,
        caller: Caller,
        manner: Manner,
        account: Account | None = None,
        hear: Hears | None = None,
    ) -> None:
        self.caller = caller
        self.manner = manner
        self.account = account or NoAccount()
        self.hear = hear

    async def answer(self, request: Request) -> Reply:
        """The model's answer. Raises only what the account raises."""
        began = time.monotonic()
        talk = conversation(request, self.manner)
        calls = 0
        try:
            said = await self.caller.reply(talk, self.account, request.seq, 0, self.hear)
            calls = said.calls
            raw, value, outcome = self._read(said, request)
        except Stopped as stopped:
            raw, value, outcome = str(stopped), None, "budget"
        except Failed as failed:
            calls = failed.calls
            raw, value, outcome = f"({failed.fault.text})", None, _of(failed.fault)
        spent = round((time.monotonic() - began) * 1000)
        return Reply(request.seq, raw, value, outcome, ms=spent, calls=calls)

    def _read(self, said: Said, request: Request) -> tuple[str, object, Outcome]:
        if said.finish != "ok":
            return said.text, None, said.finish
        read = read_reply(said.text, request.form)
        unmarked = request.form.kind == "text" and not is_marked(said.text)
        if (unmarked or read.outcome == "parse_error") and declines(said.text):
            return said.text, None, "refusal"
        return said.text, read.value, read.outcome


def _of(fault: Fault) -> Outcome:
    if fault.kind == "overflow":
        return "truncated"
    return "refusal" if fault.kind == "refusal" else "infra_error"
