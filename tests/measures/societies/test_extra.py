"""A missing package says how to get it."""

import pytest

from normquest.measures.societies import extra
from normquest.newcomers.models.making import install_line


def test_a_missing_package_gives_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None)
    with pytest.raises(extra.NoAnalysis) as caught:
        extra.t_quantile(0.975, 9)
    assert caught.value.package == "scipy"
    assert str(caught.value).endswith(install_line("analysis"))


def test_tails_as_tables_have_them() -> None:
    assert extra.t_quantile(0.975, 9) == pytest.approx(2.262, abs=5e-4)
    assert extra.t_p_value(-2.262157, 9) == pytest.approx(0.05, abs=1e-6)
    # F(1, 9) is the square of t(9)
    assert extra.f_p_value(2.262157**2, 1, 9) == pytest.approx(0.05, abs=1e-6)
