"""`normquest mechanisms`: what newcomers keep the norm for, and whether known minds are found again."""

from __future__ import annotations

import click

from normquest.cli.output import Progress, show, show_json, width
from normquest.cli.parameters import as_json


@click.command()
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("--known", is_flag=True, help="Try the battery on minds of known motives; nothing is stored.")
@click.option("--world", "worlds", multiple=True, metavar="WORLD", help="Known minds: where; as a rule, all.")
@click.option(
    "--episodes", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Known minds: draws."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@as_json
def mechanisms(
    runs: tuple[str, ...], known: bool, worlds: tuple[str, ...], episodes: int, jobs: int, as_json: bool
) -> None:
    """Say what the newcomers of the last run, or of those named, keep the norm for.

    They are those that were sent with --switch battery=on.
    """
    if known:
        if runs:
            raise click.UsageError("--known plays minds of its own: name no run, or leave --known out.")
        _known(worlds, episodes, jobs, as_json)
        return
    from normquest import settings
    from normquest.report.newcomer_mechanisms import mechanism_data, mechanism_text
    from normquest.session.errors import SessionError
    from normquest.session.motives import tried_in
    from normquest.session.runs import run_of
    from normquest.store import open_store

    with open_store(settings.database_path(), readonly=True) as store:
        heads = [run_of(store, which) for which in runs or (None,)]
        newcomers, without = tried_in(store, heads)
    if not newcomers:
        raise SessionError(
            ", ".join(f"run {head.id}" for head in heads),
            "no newcomer in it went through the battery",
            "episodes with --switch battery=on",
            "Send newcomers anew: `normquest run --newcomer strategic --switch battery=on`",
        )
    data = mechanism_data(newcomers, without)
    if as_json:
        for row in data["newcomers"]:
            show_json(row)
        for name, figures in data["shares"].items():
            show_json({"newcomer": name, "shares": figures})
        show_json({"without_trials": without})
    else:
        show(mechanism_text(data, width()))


def _known(worlds: tuple[str, ...], episodes: int, jobs: int, as_json: bool) -> None:
    from normquest.report.newcomer_mechanisms import known_data, known_tables, known_text
    from normquest.session.motives import EACH, known_minds
    from normquest.session.worlds import open_world, world_files

    loaded = [open_world(which) for which in dict.fromkeys(worlds or world_files())]
    progress = Progress()
    found = known_minds(loaded, episodes, jobs, lambda done: progress(f"{done} of {episodes} draws"))
    progress.clear()
    tables = known_tables([one for draw in found for one in draw.newcomers], EACH)
    rejected = sum(draw.seed is None for draw in found)
    without = sum(draw.seed is not None and not draw.newcomers for draw in found)
    draws = {"draws": len(found), "rejected": rejected, "without_trials": without}
    if as_json:
        for row in known_data(tables, draws):
            show_json(row)
    else:
        show(known_text(tables, draws, width()))
