"""The figures as tests: `pytest tests/bench`. Each prints its lines and fails where an aim is missed."""

import pytest

from .__main__ import PARTS, measured
from .side_by_side import Skipped


@pytest.mark.parametrize("part", PARTS)
def test_aims_are_met(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        figures = measured(part)
    except Skipped as why:
        pytest.skip(str(why))
    with capsys.disabled():
        print("", *(figure.line() for figure in figures), sep="\n")
    assert not [figure.line() for figure in figures if not figure.met]
