"""The plain API: a newcomer from a LangChain chat model, without a run, a store or a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from normquest.episode.case import Case
from normquest.newcomers.chat.account import Account, Price
from normquest.newcomers.chat.calling import Caller, Patience
from normquest.newcomers.chat.limiter import Limiter
from normquest.newcomers.chat.newcomer import ChatNewcomer
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.models.spec import REPLY_TOKENS, TIMEOUT
from normquest.world.words import lexicon_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


def chat_newcomer(
    model: BaseChatModel,
    case: Case,
    *,
    prompt: str = "plain",
    timeout: float = TIMEOUT,
    reply_tokens: int = REPLY_TOKENS,
    in_flight: int = 1,
    price: Price | None = None,
    patience: Patience | None = None,
    account: Account | None = None,
) -> ChatNewcomer:
    """A chat model as a newcomer in this community, for `session.drive`.

    `prompt`: plain, reasons or minimal (KeyError for another). `timeout`: seconds a call may take.
    `reply_tokens`: the longest reply that you told the model to give, for the account; `account`: who notes
    calls before they are sent, as a rule nobody. `in_flight`: calls at a time; one newcomer makes one.

    Switch off the client's own retries (`max_retries=0`): NormQuest tries failed calls again itself, and
    waits as Retry-After says. Clients keep connections that belong to an event loop: use one loop a process.
    """
    caller = Caller(
        model,
        timeout=timeout,
        reply_tokens=reply_tokens,
        limiter=Limiter(in_flight),
        price=price,
        patience=patience,
    )
    return ChatNewcomer(caller, lexicon_of(case.home.world), TEMPLATES[prompt], account)
