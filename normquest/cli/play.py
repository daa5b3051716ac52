"""`normquest play`: a person in a community, on screens or line by line."""

from __future__ import annotations

import click

from normquest.cli.parameters import SEED

PLAIN = "Line by line, for pipes and screen readers, instead of on screens."

SWITCH = "A condition, such as map=off, hints=off or forecast=off; may be given again."


@click.command()
@click.argument("world")
@click.option("--seed", type=SEED, default=None, help="Which community; without it, one you have not played.")
@click.option("--arm", default=None, help="Which evidence you get (see README.md); as a rule, both.")
@click.option("--level", default=None, help="gentle, plain, subtle or fiendish; as a rule, plain.")
@click.option("--switch", "switches", multiple=True, metavar="KEY=VALUE", help=SWITCH)
@click.option("--participant", default="me", show_default=True, help="A short name for who plays.")
@click.option("--plain", is_flag=True, help=PLAIN)
def play(
    world: str,
    seed: int | None,
    arm: str | None,
    level: str | None,
    switches: tuple[str, ...],
    participant: str,
    plain: bool,
) -> None:
    """Play in WORLD: the name of a world, or the path of a file.

    Everything is stored as you go; quit whenever you like, and the same command takes it up again.
    """
    from normquest.cli.playing import played
    from normquest.front.sittings import Wish

    raise click.exceptions.Exit(played(Wish(world, seed, arm, level, participant, switches), plain))
