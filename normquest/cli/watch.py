"""`normquest watch`: somebody else's episode while it is played, here or by another process."""

from __future__ import annotations

from typing import Any

import click

from normquest.cli.model_options import means_of, means_options, model_options, specs_of
from normquest.cli.parameters import SEED

PLAIN = "Line by line, for pipes and screen readers, instead of on screens."


@click.command()
@click.argument("what", metavar="WORLD|EPISODE")
@click.option("--newcomer", default=None, metavar="NAME", help="A scripted mind that plays.")
@model_options
@click.option("--seed", type=SEED, default=None, help="Which community; without it, one it has not played.")
@click.option("--arm", default="both", show_default=True, help="Which evidence.")
@click.option("--level", default=None, help="gentle, plain, subtle or fiendish; as a rule, plain.")
@click.option(
    "--switch", "switches", multiple=True, metavar="KEY=VALUE", help="One condition, such as miss=0.1."
)
@click.option(
    "--speed",
    type=click.Choice(["slow", "calm", "brisk", "full"]),
    default=None,
    help="At first: full for a model, calm for a scripted mind.",
)
@means_options
@click.option("--plain", is_flag=True, help=PLAIN)
def watch(
    what: str,
    newcomer: str | None,
    models: tuple[str, ...],
    seed: int | None,
    arm: str,
    level: str | None,
    switches: tuple[str, ...],
    speed: str | None,
    plain: bool,
    **chat: Any,
) -> None:
    """Watch an episode: what is perceived, thought, answered and believed.

    With a WORLD a model (--model) or a scripted mind (--newcomer) plays there in this process, stored as by a
    run. With the number of an EPISODE, one that another process plays or has played.

    Space pauses it, n goes a step, + and - set the speed, F7 and F8 stop it.
    """
    from normquest.cli import watching

    if what.isdecimal():
        if newcomer or models:
            raise click.UsageError(
                f"Episode {what} has its newcomer. Expected: no --newcomer and no --model."
            )
        number = int(what)
        raise click.exceptions.Exit(watching.told(number) if plain else watching.look_at(number))
    if len(models) + (newcomer is not None) != 1:
        raise click.UsageError("Who is watched? Expected: one --newcomer NAME or one --model PROVIDER:NAME.")
    spec = next(iter(specs_of(models, chat)), None)
    wanted = watching.wanted_from(what, newcomer, spec, seed, arm, level, switches, speed, means_of(chat))
    raise click.exceptions.Exit(watching.played_plain(wanted) if plain else watching.played(wanted))
