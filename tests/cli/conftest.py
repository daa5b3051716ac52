"""A home of its own for each test, with the small world in it, and the command line in this process."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cases import drawn
from click.testing import CliRunner, Result
from session.handmade import at_home, open_case

from normquest.cli.app import app

Nq = Callable[..., Result]

__all__ = ["Nq", "drawn", "home", "nq"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with the small world, whose draws take no time."""
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    monkeypatch.setattr("normquest.session.drawing.open_case", open_case)
    return at_home(tmp_path)


@pytest.fixture
def nq(home: Path) -> Nq:
    """Runs a command line; `code` is what it must end with, `typed` what it reads."""

    def run(*args: str, code: int = 0, typed: str = "") -> Result:
        result = CliRunner().invoke(app, list(args), input=typed, prog_name="normquest")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        assert result.exit_code == code, (result.exit_code, result.output[-3000:])
        return result

    return run
