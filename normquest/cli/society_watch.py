"""`normquest society watch`: a society on screens as it goes, or as it went; two conditions side by side."""

from __future__ import annotations

import click

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
    "--members", default=None, metavar="LIST", help="Such as imitator*10,selfish*2; without it, some of each."
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Which draw.")
@click.option("--shock", default="", metavar="NAME", help="A shock of the file.")
@click.option("--intervention", "interventions", multiple=True, metavar="NAME", help="One of the file.")
@click.option("--variant", default=None, help="How members are addressed; as a rule what the file says.")
@click.option(
    "--speed", type=click.Choice(["slow", "calm", "brisk", "full"]), default="calm", show_default=True
)
@click.option("--paused", is_flag=True, help="Wait for a key before anything happens.")
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
) -> None:
    """Watch a society of scripted members, or, by its number, one that is stored.

    What is played here is stored. One that was played to its end is shown again.
    """
    from typing import cast

    from normquest import settings, tui
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
    check_terminal("normquest society watch", "`normquest society report`")
    with open_store(settings.database_path()) as store:
        found: list[Source]
        if wanted is None:
            found = [Stored(store.path, int(which))]
        else:
            found = sources(store, wanted, members, seed, cast(Speed, speed), paused=paused)
        raise click.exceptions.Exit(tui.watch_societies(store, found))
