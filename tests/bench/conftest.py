"""Figures are taken one after the other: several processes at once would measure each other."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """No xdist here, whatever pyproject.toml says."""
    for option, value in (("numprocesses", 0), ("dist", "no"), ("tx", [])):
        if hasattr(config.option, option):
            setattr(config.option, option, value)
