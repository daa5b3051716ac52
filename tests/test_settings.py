"""Where things are, in a checkout and in an installed wheel."""

from pathlib import Path

import pytest

from normquest import settings


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NORMQUEST_HOME", raising=False)


def package_at(root: Path, monkeypatch: pytest.MonkeyPatch, *, source: bool) -> Path:
    """Makes the settings believe that the package lies here, with its sources around it or without."""
    package = root / "normquest"
    package.mkdir()
    if source:
        (root / "pyproject.toml").touch()
        (root / "worlds").mkdir()
    monkeypatch.setattr(settings, "_PACKAGE", package)
    return package


@pytest.mark.usefixtures("no_home")
def test_a_checkout_uses_its_own_worlds_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package_at(tmp_path, monkeypatch, source=True)
    assert settings.worlds_folder() == tmp_path / "worlds"
    assert settings.home() == tmp_path / "saves"
    assert settings.database_path() == tmp_path / "saves" / "normquest.db"


@pytest.mark.usefixtures("no_home")
def test_a_wheel_uses_the_worlds_inside_it_and_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = package_at(tmp_path, monkeypatch, source=False)
    assert settings.worlds_folder() == package / "_worlds"
    assert settings.home().is_absolute()
    assert settings.home().name == "normquest"
    assert tmp_path not in settings.home().parents


def test_normquest_home_wins_and_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NORMQUEST_HOME", "elsewhere")
    assert settings.home() == tmp_path / "elsewhere"
    assert settings.database_path() == tmp_path / "elsewhere" / "normquest.db"


def test_normquest_home_may_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NORMQUEST_HOME", "~/norms")
    assert settings.home() == tmp_path / "norms"


def test_an_empty_normquest_home_counts_as_unset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package_at(tmp_path, monkeypatch, source=True)
    monkeypatch.setenv("NORMQUEST_HOME", "")
    assert settings.home() == tmp_path / "saves"


def test_asking_for_a_path_makes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path / "home"))
    settings.database_path()
    assert list(tmp_path.iterdir()) == []


def test_tests_have_a_home_of_their_own() -> None:
    root = settings.checkout()
    assert root is None or root not in settings.home().parents
