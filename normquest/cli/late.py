"""Commands that are read in when they are called: the start of the program is on the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import click


@dataclass(frozen=True)
class Late:
    """A command by the module that holds it, and what it does in a line."""

    module: str
    about: str


class LateGroup(click.Group):
    """A group that knows the names of its commands, and what they do, before it has any of them."""

    late: Mapping[str, Late] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in order."""
        return list(self.late)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, read in now."""
        if cmd_name not in self.late:
            return None
        found: click.Command = getattr(import_module(self.late[cmd_name].module), cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What there is, in the help text."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.late[name].about) for name in self.list_commands(ctx)])
