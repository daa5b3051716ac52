"""From a specification to a LangChain chat model, or to a sentence that says what is missing."""

from __future__ import annotations

import logging
import os
import shlex
import sys
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from normquest import settings
from normquest.newcomers.models.errors import ModelTrouble
from normquest.newcomers.models.naming import split_name
from normquest.newcomers.models.offered import GROUP, offered
from normquest.newcomers.models.providers import PROVIDERS, Provider
from normquest.newcomers.models.spec import ModelSpec
from normquest.text import nearest

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

FAKE = "fake"
NO_KEY = "none"
"""Stands for a key where the address is one's own server, which asks for none."""


def check_model(spec: ModelSpec) -> None:
    """Raises ModelTrouble if nobody offers this model, its package is missing, or it lacks a key.

    Loads no package, so it is cheap; what a client finds wrong with its settings shows in `make_model`.
    """
    provider, own = split_name(spec.name)
    if provider == FAKE:
        from normquest.newcomers.models.scripts import script_of

        script_of(own)
    elif provider in PROVIDERS:
        _check_provider(PROVIDERS[provider], spec)
    elif provider not in offered():
        raise _nobody(provider, spec)


def make_model(spec: ModelSpec) -> BaseChatModel:
    """The model. Raises ModelTrouble as `check_model` does, and for settings that its client refuses."""
    check_model(spec)
    provider, own = split_name(spec.name)
    if provider == FAKE:
        from normquest.newcomers.models.fake import fake_model

        return fake_model(own, spec.args)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what clients have to remark on settings helps nobody here
            made = _made(provider, own, spec)
    except Exception as error:  # a client may raise anything when it is given what it does not like
        raise ModelTrouble(
            f"--model {spec.name}",
            f"its client refuses these settings ({type(error).__name__}: {_short(error)})",
            "settings that the client knows",
            "Correct --model-arg and the like, or ask who offers the model",
        ) from error
    return _a_chat_model(made, spec)


def _made(provider: str, own: str, spec: ModelSpec) -> Any:
    if provider not in PROVIDERS:
        return offered()[provider].load()(own, **spec.settings())
    known = PROVIDERS[provider]
    # A client's warnings would be printed across the screen; what matters of them is in the calls noted.
    logging.getLogger(known.module).addHandler(logging.NullHandler())
    client = getattr(import_module(known.module), known.client)
    arguments = known.arguments(spec.settings())
    if known.keys and spec.base_url is not None and not _has_key(known):
        arguments.setdefault("api_key", NO_KEY)
    return client(model=own, **arguments)


def _check_provider(provider: Provider, spec: ModelSpec) -> None:
    if find_spec(provider.module) is None:
        raise ModelTrouble(
            f"--model {spec.name}",
            f"the package {provider.module.replace('_', '-')} is not installed",
            f"NormQuest with the extra '{provider.extra}'",
            f"Install it with: {install_line(provider.extra)}",
        )
    if provider.keys and spec.base_url is None and not _has_key(provider):
        raise ModelTrouble(
            f"--model {spec.name}",
            f"{' and '.join(provider.keys)} {'is' if len(provider.keys) == 1 else 'are'} not set",
            "a key in the environment, or --base-url for a server of your own",
            f"Set {provider.keys[0]} in your shell",
        )


def _has_key(provider: Provider) -> bool:
    return any(os.environ.get(name) for name in provider.keys)


def install_line(extra: str) -> str:
    """The command that installs an extra into the Python that runs now, to be pasted as it stands."""
    root = settings.checkout()
    wanted = f"-e {shlex.quote(f'{root}[{extra}]')}" if root else shlex.quote(f"normquest[{extra}]")
    return f"{shlex.quote(str(Path(sys.executable)))} -m pip install {wanted}"


def _nobody(provider: str, spec: ModelSpec) -> ModelTrouble:
    known = sorted({*PROVIDERS, *offered(), FAKE})
    close = nearest(provider, known)
    return ModelTrouble(
        f"--model {spec.name}",
        f"nobody here offers models of '{provider[:40]}'",
        f"one of {', '.join(known)}, or a package with an entry point in the group {GROUP}",
        f"Did you mean {close}?" if close else "Put one of them in front of the colon",
    )


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


def _a_chat_model(made: Any, spec: ModelSpec) -> BaseChatModel:
    from langchain_core.language_models import BaseChatModel

    if not isinstance(made, BaseChatModel):
        raise ModelTrouble(
            f"--model {spec.name}",
            f"what its package made is a {type(made).__name__}",
            "a LangChain chat model",
            "Ask who offers it",
        )
    return made
