"""Every command line in README.md is one that can be typed."""

import shlex
from pathlib import Path

import click
import pytest

from normquest.cli.app import app

_README = Path(__file__).parents[2] / "README.md"
LINES = [line for line in _README.read_text(encoding="utf-8").splitlines() if line.startswith("normquest ")]


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_readme_is_understood(line: str) -> None:
    command: click.Command = app
    context, args = click.Context(app, info_name="normquest"), shlex.split(line)[1:]
    while isinstance(command, click.Group):
        name, found, args = command.resolve_command(context, args)
        assert found is not None
        command, context = found, click.Context(found, context, info_name=name)
    command.make_context(line, args)


def test_the_readme_shows_every_command() -> None:
    shown = {shlex.split(line)[1] for line in LINES} | {"signatures"}
    assert shown == set(app.late)
