"""What all tests share: steady hypothesis runs, a home of their own, and the long ones left out."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run and every machine, so that a failure in CI is a failure here.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test writes into saves/ or into the user's data folder; each worker has its own database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NORMQUEST_HOME", str(tmp_path_factory.mktemp("home")))
        yield


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """tests/long is not entered unless named (norecursedirs); a long test elsewhere needs `-m long`."""
    if config.option.markexpr:
        return
    long = [item for item in items if item.get_closest_marker("long") and item.path.parent.name != "long"]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
