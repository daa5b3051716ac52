"""Chat models in episodes that are stored: checked, made, and given an account in the store.

spec = model_spec("openai:gpt-4.1-mini", prompt="reasons", temperature=0.0)
config = replace(config_from([], arm="witnessed"), model=spec.data())
live = start(store, loaded, drawing, config, spec.name)
await drive(live, chat_of(caller_of(spec, Means()), spec.prompt, store, live))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from normquest.newcomers.chat.calling import Caller
from normquest.newcomers.chat.limiter import Limiter
from normquest.newcomers.chat.newcomer import ChatNewcomer
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.chat.streaming import Hears
from normquest.newcomers.models.errors import ModelTrouble
from normquest.newcomers.models.making import check_model, make_model
from normquest.newcomers.models.spec import ModelSpec, spec_from
from normquest.session.errors import SessionError, unknown
from normquest.session.live import Live
from normquest.session.running.means import Means, StoreAccount
from normquest.store import Store
from normquest.world.words import lexicon_of


def model_spec(name: str, *, prompt: str = "plain", **settings: Any) -> ModelSpec:
    """A model that was asked for, checked as far as that needs no package loaded (see `spec_from`).

    Raises SessionError: nobody offers it, its package or key is missing, a setting is out of bounds.
    """
    if prompt not in TEMPLATES:
        raise unknown("--prompt", "prompt template", prompt, TEMPLATES, "Give one of them")
    try:
        spec = spec_from(name, prompt=prompt, **settings)
        check_model(spec)
    except ModelTrouble as trouble:
        raise _as_session(trouble) from trouble
    return spec


def caller_of(spec: ModelSpec, means: Means) -> Caller:
    """Who calls the model, for all episodes of a run; it belongs to one event loop. Raises SessionError."""
    means.check([spec])
    try:
        model = make_model(spec)
    except ModelTrouble as trouble:
        raise _as_session(trouble) from trouble
    return Caller(
        model,
        timeout=spec.timeout,
        reply_tokens=spec.max_tokens,
        limiter=Limiter(means.in_flight),
        price=means.price(spec.name),
    )


def chat_of(
    caller: Caller,
    prompt: str,
    store: Store,
    live: Live,
    means: Means | None = None,
    run: int | None = None,
    hear: Hears | None = None,
) -> ChatNewcomer:
    """The model as the newcomer of a stored episode; `run` is whose caps its calls count to.

    `hear` is told what it says while it says it.
    """
    account = StoreAccount(store, run, live.number, live.key.newcomer, means or Means())
    return ChatNewcomer(caller, lexicon_of(live.case.home.world), TEMPLATES[prompt], account, hear)


def check_models(specs: Sequence[ModelSpec], means: Means) -> None:
    """Make each model once, so that what its client refuses is said before anything is drawn.

    Raises SessionError.
    """
    for spec in specs:
        caller_of(spec, means)


def _as_session(trouble: ModelTrouble) -> SessionError:
    return SessionError(trouble.where, trouble.what, trouble.expected, trouble.todo, usage=True)
