"""The options that choose a chat model and say what it may use; for every command that sends one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from normquest.newcomers.models.spec import ModelSpec
    from normquest.session.running import Bill, Means

F = TypeVar("F", bound=Callable[..., Any])

_MODEL = "openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, fake:SCRIPT, or what a package offers."
_OPTIONS = (
    click.option("--model", "models", multiple=True, metavar="PROVIDER:NAME", help=f"A chat model: {_MODEL}"),
    click.option(
        "--prompt", "--template", default="plain", show_default=True, help="plain, reasons or minimal."
    ),
    click.option("--temperature", type=float, default=None, help="As a rule, whatever the provider does."),
    click.option("--top-p", type=float, default=None, help="As a rule, whatever the provider does."),
    click.option("--max-tokens", type=int, default=None, help="The longest reply; as a rule 2048."),
    click.option("--model-seed", type=int, default=None, help="The provider's seed, where it has one."),
    click.option(
        "--base-url", default=None, metavar="URL", help="Where the model is, if not at its maker's."
    ),
    click.option(
        "--model-arg", "model_args", multiple=True, metavar="KEY=VALUE", help="Any setting of its client."
    ),
    click.option("--timeout", type=float, default=None, help="Seconds a call may take; as a rule 120."),
)
_MEANS = (
    click.option(
        "--in-flight", type=click.IntRange(1, 1000), default=32, show_default=True, help="Calls at a time."
    ),
    click.option(
        "--cap-calls", type=click.IntRange(0), default=None, help="Calls of the whole run, at most."
    ),
    click.option(
        "--cap-tokens", type=click.IntRange(0), default=None, help="Tokens of the whole run, at most."
    ),
    click.option(
        "--cap-money",
        type=click.FloatRange(0),
        default=None,
        help="Money of the whole run, at most; see --price.",
    ),
    click.option(
        "--price",
        "prices",
        multiple=True,
        metavar="READ,WRITTEN",
        help="Money for a million tokens; MODEL=READ,WRITTEN for one of several.",
    ),
)

SETTINGS = ("prompt", "temperature", "top_p", "max_tokens", "model_seed", "base_url", "model_args", "timeout")
MEANS = ("in_flight", "cap_calls", "cap_tokens", "cap_money", "prices")


def model_options(command: F) -> F:
    """Adds `--model` and its settings; they come as the arguments `models` and SETTINGS."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def settings_options(command: F) -> F:
    """Adds the settings of models that are named elsewhere; they come as the arguments SETTINGS."""
    for option in reversed(_OPTIONS[1:]):
        command = option(command)
    return command


def means_options(command: F) -> F:
    """Adds what a run may use; they come as MEANS."""
    for option in reversed(_MEANS):
        command = option(command)
    return command


def specs_of(models: tuple[str, ...], given: dict[str, Any]) -> tuple[ModelSpec, ...]:
    """The models, each once, with the settings that were given. Raises SessionError."""
    if not models:
        return ()
    from normquest.session.models import model_spec

    names = {"model_seed": "seed", "model_args": "args"}
    settings = {names.get(name, name): given[name] for name in SETTINGS if given[name] is not None}
    specs = [model_spec(model, **settings) for model in dict.fromkeys(models)]
    return tuple({spec.name: spec for spec in specs}.values())


def means_of(given: dict[str, Any]) -> Means:
    """What the run may use. Raises SessionError."""
    from normquest.session.running import Means, prices_from

    return Means(
        in_flight=given["in_flight"],
        calls=given["cap_calls"],
        tokens=given["cap_tokens"],
        money=given["cap_money"],
        prices=prices_from(given["prices"]),
    )


def billed(bill: Bill) -> str:
    """What a run's models have used, in a sentence or two."""
    at_most = "" if bill.exact else "at most "
    money = "" if bill.money is None else f", {at_most}{bill.money:.4f} in money"
    unusable = ", ".join(f"{times} {outcome}" for outcome, times in bill.unusable.items())
    unread = f" Replies that could not be used: {unusable}." if unusable else ""
    return f"The run has used {bill.calls} calls, {at_most}{bill.tokens} tokens{money}.{unread}"
