"""`ChatNewcomer`: a chat model as the newcomer of an episode."""

from __future__ import annotations

import time
from collections.abc import Sequence

from normquest.episode.records import Decision, Outcome, Record, Request
from normquest.newcomers.chat.account import Account, NoAccount
from normquest.newcomers.chat.calling import Caller, Failed, Stopped
from normquest.newcomers.chat.faults import Fault
from normquest.newcomers.chat.messages import (
    ASKED_AGAIN,
    Memo,
    Message,
    conversation,
    numbered,
    once_more,
)
from normquest.newcomers.chat.prompts import Template
from normquest.newcomers.chat.reading import Read
from normquest.newcomers.chat.reading_acts import read_act
from normquest.newcomers.chat.reading_answers import read_line, read_yes_no
from normquest.newcomers.chat.reading_beside import read_belief, read_notice
from normquest.newcomers.chat.reading_statements import read_statement
from normquest.newcomers.chat.replies import Reply, declines
from normquest.newcomers.chat.streaming import Hears
from normquest.newcomers.chat.vocabulary import statement_menu
from normquest.world.lexicon import Lexicon

_AGAIN: frozenset[Outcome] = frozenset({"parse_error", "invalid_act"})
"""Outcomes after which the model is asked once more."""


class ChatNewcomer:
    """A model that is sent what a person reads, and whose replies are read as a person's lines are.

    It keeps nothing between requests but words that it has put together before. A request that leaves
    nothing to decide is answered without a call. A reply that can't be used is asked for once more, in the
    same turn; a statement by the episode itself, which asks people again too. What comes of it stands in the
    decision's outcome:

    ok · invalid_act, parse_error, refusal, truncated (also of a conversation that is too long for the
    model): the value is None, and the episode goes on, a turn the poorer · infra_error: no reply could be
    had, and `raw` says why · budget: no call may be made any more, and `raw` says why.

    `hear`, if there is one, is told what the model says while it says it.
    """

    may_be_cut_off = True

    def __init__(
        self,
        caller: Caller,
        lexicon: Lexicon,
        template: Template,
        account: Account | None = None,
        hear: Hears | None = None,
    ) -> None:
        self.caller = caller
        self.lexicon = lexicon
        self.template = template
        self.account = account or NoAccount()
        self.hear = hear
        self._memo: Memo = {}

    async def decide(self, request: Request, records_seen: Sequence[Record]) -> Decision:
        """The model's answer. Raises only what the account raises."""
        if request.kind == "continue":
            return Decision(request.seq, "", None)
        choices = request.observation.choices
        if request.kind == "act" and len(choices) == 1:
            return Decision(request.seq, "", choices[0].number)
        began = time.monotonic()
        menu = statement_menu(self.lexicon) if request.kind == "statement" else ""
        talk = conversation(request, records_seen, self.template, menu, self._memo)
        asked = _Asked(self, request, records_seen)
        read, raw = await asked.answer(talk)
        spent = round((time.monotonic() - began) * 1000)
        return Decision(request.seq, raw, read.value, read.outcome, ms=spent, calls=asked.calls)


class _Asked:
    """One request, until it is answered."""

    def __init__(self, newcomer: ChatNewcomer, request: Request, records: Sequence[Record]) -> None:
        self.newcomer = newcomer
        self.request = request
        self.records = records
        self.calls = 0
        self.raw: list[str] = []

    async def answer(self, talk: list[Message]) -> tuple[Read, str]:
        """What was understood in the end, and the raw text of it all."""
        newcomer, request = self.newcomer, self.request
        while True:
            try:
                reply = await newcomer.caller.reply(
                    talk, newcomer.account, request.seq, self.calls, newcomer.hear
                )
            except Stopped as stopped:
                return Read(None, "budget"), str(stopped)
            except Failed as failed:
                self.calls += failed.calls
                return self._failed(failed.fault)
            self.calls += reply.calls
            self.raw.append(reply.text)
            read = self._read(reply)
            if read.outcome not in _AGAIN or len(self.raw) > 1 or request.kind == "statement":
                return read, ASKED_AGAIN.join(self.raw)
            talk = once_more(talk, reply.text, read.why, newcomer.template, request)

    def _failed(self, fault: Fault) -> tuple[Read, str]:
        if fault.kind in ("overflow", "refusal"):
            outcome: Outcome = "truncated" if fault.kind == "overflow" else "refusal"
            return Read(None, outcome), ASKED_AGAIN.join([*self.raw, f"({fault.text})"])
        return Read(None, "infra_error"), fault.text

    def _read(self, reply: Reply) -> Read:
        if reply.finish != "ok":
            return Read(None, reply.finish)
        read = self._understood(reply.text)
        if read.outcome == "parse_error" and declines(reply.text):
            return Read(None, "refusal")
        return read

    def _understood(self, text: str) -> Read:
        request = self.request
        match request.kind:
            case "act":
                return read_act(text, request.observation.choices)
            case "statement":
                return read_statement(text, self.newcomer.lexicon, self._known())
            case "attribution":
                return read_line(text, self._known())
            case "notice":
                return read_notice(text, request.options)
            case "belief":
                return read_belief(text)
        return read_yes_no(text)

    def _known(self) -> set[int]:
        """The numbers of the events that were told."""
        told = [record for record in self.records if isinstance(record, Request)]
        return {number for one in (*told, self.request) for number in numbered(one)}
