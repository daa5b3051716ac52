"""`normquest episodes` and `locate`: what has been played, and where it is."""

from __future__ import annotations

import click

from normquest import __version__
from normquest.cli.output import say, show, show_json, width
from normquest.cli.parameters import as_json


@click.command()
@click.option("--world", default=None, help="Only those in this world.")
@click.option("--newcomer", default=None, help="Only those of this newcomer.")
@click.option("--last", type=click.IntRange(1), default=None, help="Only the last so many.")
@as_json
def episodes(world: str | None, newcomer: str | None, last: int | None, as_json: bool) -> None:
    """List what has been played, the oldest first.

    `interrupted` is an episode that a run which was stopped has left; that run goes on with it.
    """
    from normquest import settings
    from normquest.cli.listing import episode_data, episode_table
    from normquest.store import open_store

    with open_store(settings.database_path(), readonly=True) as store:
        heads = store.episodes(world=world, newcomer=newcomer, last=last)
        cut = store.interrupted()
    if as_json:
        for head in heads:
            show_json(episode_data(head, interrupted=head.id in cut))
    elif heads:
        show(episode_table(heads, width(), cut))
    else:
        say("Nothing has been played yet. `normquest play dye_kitchen` begins.")


@click.command()
def locate() -> None:
    """Say where the database and the worlds are, and which version this is."""
    from normquest import settings
    from normquest.session.files import own_folder

    database = settings.database_path()
    rows = [
        ("version", __version__),
        ("database", f"{database}{'' if database.exists() else '  (not there yet)'}"),
        ("worlds", str(settings.worlds_folder())),
    ]
    if own_folder() != settings.worlds_folder():
        rows.append(("own worlds", str(own_folder())))
    show("\n".join(f"{label.ljust(10)}  {text}" for label, text in rows))
