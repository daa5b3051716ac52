"""`normquest report` and `normquest signatures`: what a run says, and whether the measures measure."""

from __future__ import annotations

from dataclasses import asdict

import click

from normquest.cli.output import Progress, say, show, show_json, width
from normquest.cli.parameters import as_json


@click.command()
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@as_json
def report(runs: tuple[str, ...], as_json: bool) -> None:
    """Show the last run, or those named by number or name, with intervals and N.

    Several runs are taken together, which compares their newcomers and arms.
    """
    from normquest import settings
    from normquest.report import report_data, report_text
    from normquest.session.reporting import rows_of
    from normquest.session.runs import run_of
    from normquest.store import open_store

    with open_store(settings.database_path(), readonly=True) as store:
        heads = [run_of(store, which) for which in runs or (None,)]
        rows = rows_of(store, heads)
        numbers = [head.id for head in heads]
        calls = [asdict(call) for call in store.calls_by_outcome(numbers)]
        revisions = store.revisions(numbers)
    named = [{"run": head.id, "name": head.name, "status": head.status} for head in heads]
    data = report_data(rows, runs=named, calls=calls, revisions=revisions)
    if as_json:
        show_json(data)
    else:
        show(report_text(data, width()))


@click.command()
@click.argument("worlds", nargs=-1, metavar="[WORLD]...")
@click.option("--episodes", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Draws.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@as_json
def signatures(worlds: tuple[str, ...], episodes: int, jobs: int, as_json: bool) -> None:
    """Run the scripted minds, each of known motives, and show that the measures tell them apart.

    Nothing is stored. Without a WORLD the draws are spread over all worlds.
    """
    from normquest.measures.separating import check_signatures
    from normquest.measures.table import figures_of
    from normquest.report import signature_table
    from normquest.session.showing import rows_of_minds
    from normquest.session.worlds import open_world, world_files

    loaded = [open_world(which) for which in dict.fromkeys(worlds or world_files())]
    progress = Progress()
    rows = rows_of_minds(loaded, episodes, jobs, lambda done: progress(f"{done} of {episodes} draws"))
    progress.clear()
    figures = figures_of(rows)
    checks = check_signatures(figures)
    if as_json:
        for check in checks:
            show_json(check._asdict())
    else:
        show(signature_table(figures, width()))
    missed = [check for check in checks if check.ok is False]
    if missed:
        say(f"{len(missed)} of {len(checks)} figures are out of their range.")
        raise click.exceptions.Exit(1)
