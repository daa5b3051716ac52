"""A damaged world file is refused in words, quickly, whatever the damage; never with another error."""

import time

import pytest
from mutations import damaged, load_all, mistyped, rearranged, sources

from normquest.text import sanitise
from normquest.world.errors import MOST_SHOWN, WorldError

SOURCES = sources()
BLOWS = 60 if len(SOURCES) > 3 else 75


@pytest.mark.parametrize("name", SOURCES)
def test_damage_is_told_and_never_crashes(name: str) -> None:
    for number in range(BLOWS):
        how = damaged if number % 2 else rearranged
        data = how(SOURCES[name], 1, number)
        start = time.perf_counter()
        try:
            load_all(data)
        except WorldError as error:
            shown = str(error)
            assert error.problems and sanitise(shown) == shown
            assert len(shown.split("\n")) <= MOST_SHOWN + 1
        assert time.perf_counter() - start < 2, (name, number)


@pytest.mark.parametrize("name", SOURCES)
def test_a_wrong_type_is_always_refused(name: str) -> None:
    for number in range(40):
        source, field = mistyped(SOURCES[name], 1, number)
        start = time.perf_counter()
        with pytest.raises(WorldError):
            load_all(source)
            pytest.fail(f"{name} {number}: wrong type at {field} was accepted")
        assert time.perf_counter() - start < 2, (name, number)
