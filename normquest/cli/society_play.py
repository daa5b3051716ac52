"""`normquest society play`: a person in a seat of a society, on screens or line by line."""

from __future__ import annotations

from typing import Any

import click

from normquest.cli.model_options import means_options, settings_options
from normquest.cli.parameters import SEED

PLAIN = "Line by line, for pipes and screen readers, instead of on screens."


@click.command()
@click.argument("which", metavar="SOCIETY|FILE")
@click.option(
    "--seat", type=click.IntRange(1, 5000), default=1, show_default=True, help="Which seat is yours."
)
@click.option(
    "--condition",
    "condition",
    default=None,
    metavar="SUM",
    help="none, or a sum of E, SL, SS; or the file's.",
)
@click.option(
    "--members",
    default=None,
    metavar="LIST",
    help="The others; without it, some of each, and who is who is drawn.",
)
@click.option("--seed", type=SEED, default=None, help="Which draw; without it, one you have not played.")
@click.option("--shock", default="", metavar="NAME", help="A shock of the file.")
@click.option("--intervention", "interventions", multiple=True, metavar="NAME", help="One of the file.")
@click.option("--plain", is_flag=True, help=PLAIN)
@settings_options
@means_options
def play(
    which: str,
    seat: int,
    condition: str | None,
    members: str | None,
    seed: int | None,
    shock: str,
    interventions: tuple[str, ...],
    plain: bool,
    **chat: Any,
) -> None:
    """Take a seat in a society, among scripted members or chat models.

    You are told what a model in your seat is told. Everything is stored as you go; quit whenever you like,
    and the same command takes it up again.
    """
    from normquest import settings, tui
    from normquest.cli.society_models import models_of
    from normquest.cli.watching import check_terminal
    from normquest.front.societies.opening import asked, sit_down
    from normquest.store import open_store

    conditions = () if condition is None else (condition,)
    wanted = asked(which, conditions, shock, interventions)
    if not plain:
        check_terminal("normquest society play", "`normquest society play … --plain`")
    models = models_of(members, chat)
    with open_store(settings.database_path()) as store:
        sitting = sit_down(store, wanted, members, seat, seed, models)
        try:
            code = _line_by_line(sitting) if plain else tui.sit(store, sitting)
        finally:
            sitting.close()
        raise click.exceptions.Exit(code)


def _line_by_line(sitting: object) -> int:
    from normquest.front.pages import FAREWELL
    from normquest.front.societies.sitting import Sitting
    from normquest.plain.seat import Seat
    from normquest.plain.terminal import Closed, StdTerminal

    assert isinstance(sitting, Sitting)
    terminal = StdTerminal()
    try:
        Seat(terminal, terminal.look, sitting).play()
    except Closed as closed:
        if closed.how == "broken":
            return 141
        terminal.write(f"{FAREWELL}\n")
        return 130 if closed.how == "interrupt" else 0
    return 0
