"""The commands, and what becomes of errors: one sentence on stderr and an exit code."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

import click

from normquest import __version__
from normquest.cli.encoding import prepare_streams
from normquest.cli.errors import Refused, refused
from normquest.cli.late import Late, LateGroup
from normquest.text import nearest

INTERRUPTED = 130
NOBODY_READS = 141

COMMANDS = {
    "play": Late("normquest.cli.play", "Play in a world: to find out what people mind there."),
    "watch": Late("normquest.cli.watch", "Watch somebody else's episode as it is played."),
    "run": Late("normquest.cli.run", "Send newcomers through many communities."),
    "replay": Late("normquest.cli.replay", "Show an episode again, event for event."),
    "episodes": Late("normquest.cli.look_back", "List what has been played."),
    "report": Late("normquest.cli.report", "Show how a run went, with measures and their uncertainty."),
    "signatures": Late("normquest.cli.report", "Show that the measures tell known minds apart."),
    "mechanisms": Late("normquest.cli.mechanisms", "Say what newcomers keep a norm for."),
    "society": Late("normquest.cli.society", "Societies in a repeated game: run, watch, play, report."),
    "worlds": Late("normquest.cli.worlds", "List, show, check and begin world files."),
    "locate": Late("normquest.cli.look_back", "Say where the database and the worlds are."),
}


class App(LateGroup):
    """A group whose commands never end in a traceback."""

    late = COMMANDS

    def invoke(self, ctx: click.Context) -> Any:
        prepare_streams()
        try:
            result = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
            return result
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except (Exception, KeyboardInterrupt) as error:
            raise ending(error) from (error if isinstance(error, Exception) else None)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            close = nearest(name, self.late)
            hint = f" Did you mean {close}?" if close else ""
            known = ", ".join(self.late)
            raise click.UsageError(f"There is no command '{name[:40]}'.{hint} There are {known}.", ctx)
        return super().resolve_command(ctx, args)


def ending(error: Exception | KeyboardInterrupt) -> Refused | click.exceptions.Exit:
    """What click is to make of an error. Raises it as it is where somebody looks for a fault."""
    if isinstance(error, KeyboardInterrupt):
        return Refused("Stopped.", INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        _no_more_output()
        return click.exceptions.Exit(NOBODY_READS)
    if os.environ.get("NORMQUEST_DEBUG"):
        raise error
    return refused(error)


def ended(error: Exception | KeyboardInterrupt) -> int:
    """Say what went wrong outside click, as click would; gives the exit code."""
    how = ending(error)
    if isinstance(how, Refused):
        how.show()
    return how.exit_code


def _no_more_output() -> None:
    """Let what is still buffered vanish, so that the interpreter has nothing to complain of at its end."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


@click.group(
    cls=App,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="normquest", message="%(prog)s %(version)s")
@click.pass_context
def app(context: click.Context) -> None:
    """Walk into a small community, watch who is frowned at, and find the one rule nobody tells you.

    Without a command, home: play, worlds, settings.
    """
    if context.invoked_subcommand is None:
        from normquest.cli.on_screens import on_screens

        raise click.exceptions.Exit(on_screens(None))
