"""`normquest worlds`: list, show, check and begin world files."""

from __future__ import annotations

from typing import Any

import click

from normquest.cli.errors import Refused
from normquest.cli.output import Progress, say, show, show_json, width
from normquest.cli.parameters import SEEDS, as_json


@click.group()
def worlds() -> None:
    """List, show and check world files, and begin new ones."""


@worlds.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List all worlds."""
    from normquest.cli.gallery import listed, world_table

    found, broken = listed()
    if as_json:
        for row in found:
            show_json(row)
    elif found:
        show(world_table(found, width()))
    for error in broken:
        say(error)
    if broken:
        raise click.exceptions.Exit(1)


@worlds.command("show")
@click.argument("world")
def show_(world: str) -> None:
    """Show what a world has: places, people, tasks, norms."""
    from normquest.cli.gallery import world_page
    from normquest.session.worlds import open_world

    show(world_page(open_world(world), width()))


@worlds.command()
def schema() -> None:
    """Print every field of a world file, as JSON Schema."""
    from normquest.world.json_schema import world_json_schema

    show_json(world_json_schema())


@worlds.command()
@click.argument("name")
@click.option("--title", default=None, help="The title; as a rule made of the name.")
def new(name: str, title: str | None) -> None:
    """Write a small complete world to begin from."""
    from normquest.session.files import own_folder
    from normquest.session.worlds import world_files
    from normquest.text import capital
    from normquest.world.starter import starter

    try:
        text = starter(name, capital(name.replace("_", " ")) if title is None else title)
    except ValueError as error:
        raise Refused(f"worlds new: {error}. Expected: a name such as tea_garden. Give another.", 2) from None
    if name in world_files():
        raise Refused(
            f"worlds new: there is a world {name} already ({world_files()[name]}). Expected: a new name. "
            "Give another, or edit that one.",
            2,
        )
    path = own_folder() / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
    show(str(path))
    say(f"Edit it, then: normquest worlds check {name}")


@worlds.command()
@click.argument("which", nargs=-1, metavar="[WORLD|FILE]...")
@click.option("--seeds", type=SEEDS, default="1-10", show_default=True, help="Which draws are made.")
@click.option("--level", default="plain", show_default=True, help="At which level.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@as_json
def check(which: tuple[str, ...], seeds: tuple[int, ...], level: str, jobs: int, as_json: bool) -> None:
    """Draw communities and say whether the rule can be found in them, and how much evidence that took.

    Ends with 1 if a file is wrong, or if in some world no draw is accepted.
    """
    from normquest.cli.checking import checked, totals
    from normquest.session.switches import config_from

    config_from((), level=level)  # says so if there is no such level
    progress = Progress()
    rows: list[dict[str, Any]] = []
    broken: list[str] = []
    for item in checked(which, seeds, level, jobs, progress):
        progress.clear()
        if isinstance(item, str):
            broken.append(item)
            say(item)
        else:
            rows.append(item)
            if as_json:
                show_json(item)
    progress.clear()
    if not as_json and rows:
        show(totals(rows, width()))
    accepted = {row["world"]: False for row in rows} | {row["world"]: True for row in rows if row["accepted"]}
    for world in (name for name, some in accepted.items() if not some):
        say(f"{world}: no draw was accepted. Expected: most of them. The reasons say what the world lacks.")
    if broken or not all(accepted.values()):
        raise click.exceptions.Exit(1)
