"""Ten thousand damaged world files. The small sibling is tests/world/test_mutations.py."""

import time

import pytest
from mutations import damaged, load_all, mistyped, rearranged, sources

from normquest.text import sanitise
from normquest.world.errors import WorldError

pytestmark = pytest.mark.long

SOURCES = sources()
CHUNKS = 20


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", SOURCES)
def test_ten_thousand_damaged_files(name: str, chunk: int) -> None:
    each = 8_000 // (len(SOURCES) * CHUNKS) + 1
    for number in range(chunk * each, (chunk + 1) * each):
        how = damaged if number % 2 else rearranged
        data = how(SOURCES[name], 2, number)
        start = time.perf_counter()
        try:
            load_all(data)
        except WorldError as error:
            assert error.problems and sanitise(str(error)) == str(error)
        assert time.perf_counter() - start < 2, (name, number)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", SOURCES)
def test_two_thousand_wrong_types(name: str, chunk: int) -> None:
    each = 2_000 // (len(SOURCES) * CHUNKS) + 1
    for number in range(chunk * each, (chunk + 1) * each):
        source, field = mistyped(SOURCES[name], 2, number)
        with pytest.raises(WorldError):
            load_all(source)
            pytest.fail(f"{name} {number}: wrong type at {field} was accepted")
