"""`normquest society watch`: a society on screens as it goes, or as it went; two conditions side by side."""

from __future__ import annotations

from typing import Any

import click

from normquest.cli.model_options import means_options, settings_options
from normquest.cli.parameters import SEED


@click.command()
@click.argument("which", metavar="SOCIETY|FILE|NUMBER")
@click.option(
    "--condition",
    "conditions",
    multiple=True,
    metavar="SUM",
    help="none, or a sum of E, SL, SS; twice for two side by side.",
)
@click.option(
    "--members",
    default=None,
    metavar="LIST",
    help="Such as imitator*10,selfish*2, or openai:NAME*12; without it, some of each.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which draw.")
@click.option("--shock", default="", metavar="NAME", help="A shock of the file.")
@click.option("--intervention", "interventions", multiple=True, metavar="NAME", help="One of the file.")
@click.option("--variant", default=None, help="How members are addressed; as a rule what the file says.")
@click.option(
    "--speed", type=click.Choice(["slow", "calm", "brisk", "full"]), default="calm", show_default=True
)
@click.option("--paused", is_flag=True, help="Wait for a key before anything happens.")
@settings_options
@means_options
def watch(
    which: str,
    conditions: tuple[str, ...],
    members: str | None,
    seed: int,
    shock: str,
    interventions: tuple[str, ...],
    variant: str | None,
    speed: str,
    paused: bool,
    **chat: Any,
) -> None:
    """Watch a society, or, by its number, one that is stored.

    Chat models among the members are called as in a run; leaving the screens drops the phase in hand, and the
    same command goes on there. What is played here is stored. One that was played to its end is shown again.
    """
    from typing import cast

    from normquest import settings, tui
    from normquest.cli.society_models import models_of
    from normquest.cli.watching import check_terminal
    from normquest.front.societies.opening import asked, sources
    from normquest.front.societies.source import Source, Stored
    from normquest.session.errors import SessionError
    from normquest.store import open_store
    from normquest.store.rows import Speed

    if len(set(conditions)) > 2:
        raise SessionError(
            "--condition", "more than two are asked for", "one or two", "Leave some out", usage=True
        )
    wanted = None if which.isdecimal() else asked(which, conditions, shock, interventions, variant)
    models = models_of(members, chat)
    check_terminal("normquest society watch", "`normquest society report`")
    with open_store(settings.database_path()) as store:
        found: list[Source]
        if wanted is None:
            found = [Stored(store.path, int(which))]
        else:
            found = sources(store, wanted, members, seed, cast(Speed, speed), paused=paused, models=models)
        raise click.exceptions.Exit(tui.watch_societies(store, found))
