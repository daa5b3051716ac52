"""`normquest replay`: an episode again, as text, as data, on screens, as a picture or a cast."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from normquest.cli.output import say, show, show_json
from normquest.cli.parameters import as_json

if TYPE_CHECKING:
    from normquest.store import Store


@click.command()
@click.argument("episode", type=click.IntRange(1))
@click.option("--screens", is_flag=True, help="On screens: leaf, jump from mark to mark, let it run.")
@click.option(
    "--svg", "svg", type=click.Path(dir_okay=False, path_type=Path), help="Write a page as a picture."
)
@click.option(
    "--page", type=click.IntRange(1), default=None, help="Which page --svg shows; as a rule the last."
)
@click.option("--cast", "cast", type=click.Path(dir_okay=False, path_type=Path), help="Write an asciicast.")
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, show_default=True, help="Of the cast.")
@click.option(
    "--size", default="120x36", show_default=True, metavar="COLUMNSxROWS", help="Of picture and cast."
)
@as_json
def replay(
    episode: int,
    screens: bool,
    svg: Path | None,
    page: int | None,
    cast: Path | None,
    speed: float,
    size: str,
    as_json: bool,
) -> None:
    """Show an episode again by its number, event for event.

    It is played again from its decisions, and each record is compared with the stored one. Pictures and casts
    are made from what is stored, and need no terminal.
    """
    from normquest import settings
    from normquest.session.keeping import head_of
    from normquest.store import open_store

    if screens:
        from normquest.cli.watching import look_at

        raise click.exceptions.Exit(look_at(episode, replay=True))
    with open_store(settings.database_path(), readonly=True) as store:
        head = head_of(store, episode)
        if head.status == "running":
            say(f"Episode {episode} has not ended; this is how far it has come.")
        if svg is not None or cast is not None:
            import asyncio

            from normquest.cli.showing import write_cast, write_svg

            if svg is not None:
                asyncio.run(write_svg(store, episode, svg, page, size))
            if cast is not None:
                asyncio.run(write_cast(store, episode, cast, speed, size))
            return
        _told(store, episode, as_json)


def _told(store: Store, episode: int, as_json: bool) -> None:
    """As text or as data, on stdout."""
    from normquest.cli.listing import record_data
    from normquest.cli.retelling import Retelling
    from normquest.plain.terminal import StdTerminal
    from normquest.session.keeping import replay as records_of

    records = records_of(store, episode)
    if as_json:
        for record in records:
            show_json(record_data(record))
        return
    retelling = Retelling(StdTerminal().look)
    for record in records:
        text = retelling.tell(record)
        if text:
            show(text, gap=True)
