"""`normquest society code`: a chat model codes what was said, as a second coder beside the rules."""

from __future__ import annotations

from typing import Any

import click

from normquest.cli.errors import Refused
from normquest.cli.model_options import billed, means_of, means_options, model_options, specs_of
from normquest.cli.output import Progress, say, show_json
from normquest.cli.parameters import as_json
from normquest.cli.stopping import code_of, signals_stop


@click.command()
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option(
    "--messages",
    "most",
    type=click.IntRange(1),
    default=None,
    help="So many of the messages, drawn alike each time; as a rule all.",
)
@model_options
@means_options
@as_json
def code(
    runs: tuple[str, ...], most: int | None, models: tuple[str, ...], as_json: bool, **chat: Any
) -> None:
    """Have a chat model code the messages of the last run of societies, or of those named.

    It says of each message whether it proposes, counters or agrees, looks back, pulls up or down: the codes
    that `society report --analyses` gives by rule, which then shows how far the two agree. What the model has
    coded already is not asked for again; a reply that can't be read is asked for once more and then noted as
    unusable.
    """
    from normquest import settings
    from normquest.session.errors import SessionError
    from normquest.session.models import check_models
    from normquest.session.running import Bill
    from normquest.session.runs import societies_of
    from normquest.session.societies.coding import Uncoded, to_code
    from normquest.session.societies.coding import code as items_of
    from normquest.store import open_store

    if len(models) != 1:
        raise SessionError(
            "--model",
            "one coder is needed" if not models else "there can be but one coder at a time",
            "a chat model",
            "Give it, such as --model openai:gpt-4.1-mini",
            usage=True,
        )
    (spec,), means = specs_of(models, chat), means_of(chat)
    check_models([spec], means)
    path = settings.database_path()
    with open_store(path, readonly=True) as store:
        found, heads = societies_of(store, runs)
        asked = to_code(store, heads, most)
    if not asked:
        say("Nothing was said there: there is no talk in these societies.")
        return
    name = f"code-{'+'.join(str(each.id) for each in found)}-{spec.name}"
    coded = unusable = left = 0
    why, progress = "", Progress()
    items = items_of(asked, spec, path, means, name)
    with signals_stop():
        try:
            for item in items:
                if isinstance(item, Bill):
                    progress.clear()
                    say(billed(item))
                    continue
                if isinstance(item, Uncoded):
                    left, why = left + 1, item.why
                    continue
                coded, unusable = coded + (item.outcome == "ok"), unusable + (item.outcome != "ok")
                if as_json:
                    progress.clear()
                    show_json(
                        {
                            "society": item.society,
                            "round": item.round,
                            "group": item.group,
                            "turn": item.turn,
                            "coder": item.coder,
                            "kind": item.kind,
                            "looks_back": item.looks_back,
                            "direction": item.direction,
                            "outcome": item.outcome,
                        }
                    )
                progress(f"{coded + unusable} of {len(asked)} messages")
        except KeyboardInterrupt as stop:
            progress.clear()
            raise Refused("Stopped. The same command goes on where it was.", code_of(stop)) from None
        finally:
            progress.clear()
            items.close()
    said = [f"{coded} messages coded"]
    before = len(asked) - coded - unusable - left
    said += [f"{before} were coded before"] if before else []
    said += [f"{unusable} replies could not be used"] if unusable else []
    said += [f"{left} left for the same command: {why}"] if left else []
    say(f"{', '.join(said)}. `normquest society report --analyses` shows how far the two coders agree.")
    if left:
        raise click.exceptions.Exit(1)
