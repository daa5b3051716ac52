"""`normquest run`: a newcomer through many communities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from normquest.cli.errors import Refused
from normquest.cli.model_options import billed, means_of, means_options, model_options, specs_of
from normquest.cli.output import Progress, say, show, show_json
from normquest.cli.parameters import SEEDS, as_json
from normquest.cli.stopping import code_of, signals_stop

if TYPE_CHECKING:
    from normquest.newcomers.models.spec import ModelSpec
    from normquest.session.running import Bill, Item, Order

_REASONS = 2
"""How many reasons of a rejection are told."""


@click.command()
@click.argument("worlds", nargs=-1, metavar="[WORLD]...")
@click.option("--newcomer", "newcomers", multiple=True, metavar="NAME", help="A scripted mind that is sent.")
@model_options
@click.option(
    "--seeds", type=SEEDS, default="1-20", show_default=True, help="Such as 1-50, 3, or 1-10,20-25."
)
@click.option("--arm", "arms", multiple=True, default=("both",), show_default=True, help="Which evidence.")
@click.option(
    "--switch", "switches", multiple=True, metavar="KEY=VALUE", help="One condition, such as miss=0.1."
)
@click.option("--reps", type=click.IntRange(1, 1000), default=1, show_default=True, help="Times each.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--name", default=None, help="A name for the run; as a rule that of newcomer and arm.")
@means_options
@as_json
def run(
    worlds: tuple[str, ...],
    newcomers: tuple[str, ...],
    models: tuple[str, ...],
    seeds: tuple[int, ...],
    arms: tuple[str, ...],
    switches: tuple[str, ...],
    reps: int,
    jobs: int,
    name: str | None,
    as_json: bool,
    **chat: Any,
) -> None:
    """Send newcomers through many communities; without a WORLD, through all.

    Episodes that are there already are not run again, so a run that was stopped goes on where it was.
    --newcomer, --model, --arm and --switch may be given several times. Caps count all calls of a run.

    Ctrl-C or SIGTERM drops the turn in hand and marks the run as stopped; it then ends with 130 or 143.
    """
    from normquest import settings
    from normquest.session.running import run as items_of

    if not newcomers and not models:
        raise click.UsageError("Who is sent? Expected: --newcomer NAME or --model PROVIDER:NAME.")
    specs, means = specs_of(models, chat), means_of(chat) if models else None
    if means is not None:
        from normquest.session.models import check_models

        check_models(specs, means)
    order = _order(worlds, newcomers, seeds, arms, switches, reps, specs)
    name = name or f"{'+'.join(order.newcomers)}-{'+'.join(c.arm for c in order.configs)}"
    tally = _Tally(order, as_json)
    items = items_of(order, settings.database_path(), name=name, jobs=jobs, means=means)
    with signals_stop():
        try:
            for item in items:
                tally.take(item)
        except KeyboardInterrupt as stop:
            tally.progress.clear()
            raise Refused("Stopped. The same command goes on where it was.", code_of(stop)) from None
        finally:
            tally.progress.clear()
            _close(items)
    tally.finish()
    raise click.exceptions.Exit(tally.code)


def _close(items: Iterator[Item]) -> None:
    close = getattr(items, "close", None)
    if close is not None:
        close()


def _order(
    worlds: tuple[str, ...],
    newcomers: tuple[str, ...],
    seeds: tuple[int, ...],
    arms: tuple[str, ...],
    switches: tuple[str, ...],
    reps: int,
    models: tuple[ModelSpec, ...] = (),
) -> Order:
    """What is asked for, checked before anything is done."""
    from normquest.session.newcomers import check_newcomer
    from normquest.session.running import Order
    from normquest.session.switches import config_from
    from normquest.session.worlds import open_world, world_file, world_files

    for newcomer in newcomers:
        check_newcomer(newcomer)
    configs = tuple(config_from(switches, arm=arm) for arm in dict.fromkeys(arms))
    loaded = [open_world(which) for which in dict.fromkeys(worlds or world_files())]
    files = {file.hash: file for file in map(world_file, loaded)}
    everybody = tuple(dict.fromkeys((*newcomers, *(spec.name for spec in models))))
    return Order(tuple(files.values()), seeds, configs, everybody, reps, models)


class _Tally:
    """Prints what comes, and counts it."""

    def __init__(self, order: Order, as_json: bool) -> None:
        self.order = order
        self.as_json = as_json
        self.progress = Progress()
        self.joint: dict[tuple[str, str], list[bool]] = {}
        self.bill: Bill | None = None
        self.played = self.known = self.failed = self.rejected = self.left = 0
        self._now("")

    @property
    def code(self) -> int:
        """0, or 1 where an episode failed or there was none at all."""
        return 1 if self.failed or self.left or not (self.played or self.known) else 0

    def take(self, item: Item) -> None:
        from normquest.session.running import Bill, Failed, Halted, Played

        if isinstance(item, Played):
            self.played += item.fresh
            self.known += not item.fresh
            line = item.line
            if line["joint"] is not None:
                self.joint.setdefault((line["newcomer"], line["arm"]), []).append(line["joint"])
            if self.as_json:
                self.progress.clear()
                show_json(line)
            self._now(f"{line['world']} {line['seed']}")
            return
        self.progress.clear()
        if isinstance(item, Bill):
            self.bill = item
            return
        if isinstance(item, Halted):
            self.left += item.left
            say(f"{item.newcomer} is called no more: {item.why}.")
            return
        if isinstance(item, Failed):
            self.failed += 1
            say(f"Failed: {item.world}, seed {item.seed}, {item.arm}, {item.newcomer}: {item.why}")
        else:
            self.rejected += 1
            reasons = "; ".join(item.reasons[:_REASONS]) or "no reason given"
            say(f"Rejected: {item.world}, seed {item.seed}: {reasons}.")
        self._now(f"{item.world} {item.seed}")

    def finish(self) -> None:
        """The summary."""
        if not self.as_json:
            for (newcomer, arm), joint in self.joint.items():
                show(f"{newcomer}, {arm}: joint success {sum(joint)} of {len(joint)}")
        if self.bill is not None:
            say(billed(self.bill))
        seeds = len(self.order.units)
        said = [f"{self.played} episodes played"]
        said += [f"{self.known} were there already"] if self.known else []
        said += [f"{self.rejected} of {seeds} draws rejected"] if self.rejected else []
        said += [f"{self.failed} failed"] if self.failed else []
        said += [f"{self.left} left for the same command with more means"] if self.left else []
        say(f"{', '.join(said)}. `normquest report` shows more.")

    def _now(self, place: str) -> None:
        done = self.played + self.known
        more = f", {self.rejected} draws rejected" if self.rejected else ""
        more += f", {self.failed} failed" if self.failed else ""
        self.progress(f"{done} of {self.order.size} episodes{more}  {place}")
