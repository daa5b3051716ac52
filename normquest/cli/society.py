"""`normquest society`: societies of members in a repeated game, run by the hundred."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from normquest.cli.errors import Refused
from normquest.cli.model_options import billed, means_of, means_options, settings_options, specs_of
from normquest.cli.output import Progress, say, show, show_json, width
from normquest.cli.parameters import SEEDS, as_json
from normquest.cli.society_code import code
from normquest.cli.society_play import play
from normquest.cli.society_watch import watch
from normquest.cli.stopping import code_of, signals_stop

if TYPE_CHECKING:
    from normquest.store import SocietyRow, Store


@click.group()
def society() -> None:
    """Societies in a repeated game: does a shared expectation emerge, and what holds it up?"""


society.add_command(watch)
society.add_command(play)
society.add_command(code)


@society.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List all societies."""
    from normquest.report.tables import table
    from normquest.session.societies.names import open_society, society_files

    rows = []
    for name in society_files():
        of = open_society(name).society
        rows.append((name, of.game.kind, str(of.members), str(of.rounds), of.title))
    if as_json:
        for name, game, members, rounds, title in rows:
            show_json(
                {
                    "society": name,
                    "game": game,
                    "members": int(members),
                    "rounds": int(rounds),
                    "title": title,
                }
            )
    else:
        show(table(["society", "game", "members", "rounds", "title"], rows, width(), keys=2, words=(4,)))


@society.command()
@click.argument("which", nargs=-1, metavar="[SOCIETY|FILE]...")
def check(which: tuple[str, ...]) -> None:
    """Read society files and say what is wrong with them. Ends with 1 if something is."""
    from normquest.session.societies.names import open_society, society_files
    from normquest.world.errors import WorldError

    wrong = False
    for name in dict.fromkeys(which or society_files()):
        try:
            of = open_society(name).society
            show(f"{name}: {of.title}, {of.members} members, {of.rounds} rounds of {of.game.kind}")
        except WorldError as error:
            wrong = True
            say(str(error))
    if wrong:
        raise click.exceptions.Exit(1)


@society.command()
@click.argument("which", metavar="SOCIETY|FILE")
@click.option(
    "--members",
    "members",
    multiple=True,
    required=True,
    metavar="LIST",
    help="Such as imitator*10,selfish*2, or openai:NAME*12.",
)
@click.option(
    "--condition",
    "conditions",
    multiple=True,
    metavar="SUM",
    help="none, or a sum of E, SL, SS; or the file's.",
)
@click.option("--seeds", type=SEEDS, default="1-10", show_default=True, help="Such as 1-50 or 1-10,20.")
@click.option("--reps", type=click.IntRange(1, 1000), default=1, show_default=True, help="Times each.")
@click.option("--shock", default="", metavar="NAME", help="A shock of the file.")
@click.option(
    "--intervention", "interventions", multiple=True, metavar="NAME", help="One of the file, or all."
)
@click.option("--variant", default=None, help="How members are addressed; as a rule what the file says.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Processes, where all members are scripted.",
)
@click.option("--name", default=None, help="A name for the run; as a rule that of society and conditions.")
@settings_options
@means_options
@as_json
def run(
    which: str,
    members: tuple[str, ...],
    conditions: tuple[str, ...],
    seeds: tuple[int, ...],
    reps: int,
    shock: str,
    interventions: tuple[str, ...],
    variant: str | None,
    jobs: int,
    name: str | None,
    as_json: bool,
    **chat: Any,
) -> None:
    """Run a society under conditions, with members, on seeds.

    Societies that have ended already are not run again, so a run that was stopped goes on where it was.
    A chat model among the members is called for all who are asked at the same time; caps count all calls of
    the run. Where a reply can't be had the society stays open, and nothing stands in for the reply.

    Ctrl-C or SIGTERM drops the phase in hand and marks the run as stopped; it then ends with 130 or 143.
    """
    from normquest import settings
    from normquest.session.running import Bill
    from normquest.session.societies.asking import order_from
    from normquest.session.societies.names import models_among
    from normquest.session.societies.order import Failed, Halted
    from normquest.session.societies.running import run as items_of

    order = order_from(which, members, conditions, seeds, reps, shock, interventions, variant)
    models = tuple(dict.fromkeys(name for each in order.members for name in models_among(each)))
    specs, means = specs_of(models, chat), means_of(chat) if models else None
    if means is not None:
        from normquest.session.models import check_models

        check_models(specs, means)
        order = replace(order, models=specs)
    name = name or f"{order.society.id}-{'+'.join(conditions) or 'own'}"
    progress, total = Progress(), len(order.units)
    fresh = known = failed = left = 0
    items = items_of(order, settings.database_path(), name=name, jobs=jobs, means=means)
    with signals_stop():
        try:
            for item in items:
                if isinstance(item, Bill):
                    progress.clear()
                    say(billed(item))
                    continue
                if isinstance(item, Failed | Halted):
                    failed += isinstance(item, Failed)
                    left += isinstance(item, Halted)
                    progress.clear()
                    head = "Failed" if isinstance(item, Failed) else "Left open"
                    say(f"{head}: {item.condition}, {item.members}, seed {item.seed}: {item.why}")
                    continue
                fresh, known = fresh + item.fresh, known + (not item.fresh)
                if as_json:
                    progress.clear()
                    show_json(item.line)
                progress(f"{fresh + known} of {total} societies")
        except KeyboardInterrupt as stop:
            progress.clear()
            raise Refused("Stopped. The same command goes on where it was.", code_of(stop)) from None
        finally:
            progress.clear()
            close = getattr(items, "close", None)
            if close is not None:
                close()
    said = [f"{fresh} societies run"]
    said += [f"{known} were there already"] if known else []
    said += [f"{failed} failed"] if failed else []
    said += [f"{left} left for the same command"] if left else []
    say(f"{', '.join(said)}. `normquest society report` shows more.")
    if failed or left:
        raise click.exceptions.Exit(1)


@society.command()
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("--analyses", is_flag=True, help="The published tables, ours beside them.")
@click.option(
    "--coder",
    default=None,
    metavar="PROVIDER:NAME",
    help="Whose codes to hold against the rules; as a rule, of whoever coded last.",
)
@as_json
def report(runs: tuple[str, ...], analyses: bool, coder: str | None, as_json: bool) -> None:
    """Show how the societies of the last run, or of those named, went: raw means a round, or analyses."""
    from normquest import settings
    from normquest.report.society_raw import raw_data, raw_text
    from normquest.session.runs import societies_of
    from normquest.session.societies.lines import society_line
    from normquest.store import open_store

    with open_store(settings.database_path(), readonly=True) as store:
        _, heads = societies_of(store, runs)
        if analyses:
            _analysed(store, heads, coder, as_json)
            return
        lines = [society_line(head) for head in heads]
    rows = raw_data(lines)
    if as_json:
        for row in rows:
            show_json(row)
    else:
        show(raw_text(rows, width()))


def _analysed(store: Store, heads: list[SocietyRow], coder: str | None, as_json: bool) -> None:
    from normquest.measures.societies.analyses import analyse
    from normquest.report.society_data import society_data
    from normquest.report.society_text import society_text
    from normquest.session.societies.panel import material

    data = society_data(analyse(*material(store, heads, coder)))
    if as_json:
        show_json(data)
    else:
        show(society_text(data, width()))
