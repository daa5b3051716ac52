"""What a command loads: nothing heavy for help, and never what it does not need."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from session.handmade import at_home, environment

from normquest.cli.app import app

_LOADED = """
import sys
from contextlib import suppress
sys.argv = ["normquest", *{args!r}]
with suppress(SystemExit):
    from normquest.cli import main
    main()
print("LOADED", *sorted(sys.modules))
"""


def loaded(*args: str) -> set[str]:
    """The modules that a fresh process has loaded after a command line."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADED.format(args=args)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.rpartition("LOADED ")[2].split())


HEAVY = {
    "numpy",
    "pydantic",
    "textual",
    "langchain_core",
    "sqlite_utils",
    "sqlite3",
    "yaml",
    "asyncio",
    "pandas",
}


@pytest.mark.parametrize("args", [("--help",), ("--version",), ("run", "--help"), ("play", "--help")])
def test_help_loads_nothing_heavy(args: tuple[str, ...]) -> None:
    modules = loaded(*args)
    assert not HEAVY & modules
    own = {name for name in modules if name.startswith("normquest.")}
    assert all(name.startswith(("normquest.cli", "normquest.text")) for name in own), own


def test_a_wrong_command_loads_nothing_heavy() -> None:
    assert not HEAVY & loaded("plai")


def test_the_help_knows_its_commands_before_they_are_read_in() -> None:
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert command is not None and command.name == name
    assert app.get_command(context, "wrld") is None
    assert not {"normquest.cli.run", "normquest.cli.society"} & loaded("--help")


def test_no_command_loads_a_screen_or_a_model() -> None:
    """Nor do the lists of what was played load what draws communities."""
    assert not {"textual", "langchain_core"} & loaded("worlds", "list")
    assert "normquest.bank.draw" not in loaded("episodes")


def test_an_episode_of_a_scripted_mind_needs_no_screen_and_no_model(tmp_path: Path) -> None:
    code = """
import sys
import session.handmade
from normquest.cli.app import app
app(["run", "small", "--newcomer", "oracle", "--seeds", "1"], standalone_mode=False)
print("LOADED", *(name for name in ("textual", "langchain_core") if name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(at_home(tmp_path))
    )
    assert done.stdout.splitlines() == ["oracle, both: joint success 1 of 1", "LOADED"], done.stderr


def test_python_m_normquest_is_the_same(tmp_path: Path) -> None:
    env = {**os.environ, "NORMQUEST_HOME": str(tmp_path)}
    module, script = (
        subprocess.run([*command, "locate"], capture_output=True, text=True, env=env, check=True).stdout
        for command in (
            [sys.executable, "-m", "normquest"],
            [sys.executable, "-c", "from normquest.cli import main; main()"],
        )
    )
    assert module == script and str(tmp_path / "normquest.db") in module
