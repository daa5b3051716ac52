"""Each line of the certificate can turn a draw down."""

from __future__ import annotations

from collections import Counter

import pytest
from community.play import dye_kitchen

from normquest.bank.binding import ELSEWHERE, HOME, Bounds, bind, job_of
from normquest.bank.draw import NoDraw, draw
from normquest.bank.scenes import why_not
from normquest.bank.settling import NOISY_BAR, Bar
from normquest.community.build import build
from normquest.norms.templates import templates

FINE = [(0.9, 0.05)] * 3
RIVALS = [(9, 9, 9), (9, 9, 9), (2, 3, 4)]


def test_a_watch_that_holds_every_line_is_fine() -> None:
    assert why_not(FINE, (3, 4, 5), 0.1, RIVALS) is None


@pytest.mark.parametrize(
    ("mass", "broken", "phi", "rivals", "reason"),
    [
        ([*FINE[:2], (0.79, 0.01)], (3, 3, 3), 0.0, RIVALS, "settle"),
        ([*FINE[:2], (0.8, 0.17)], (3, 3, 3), 0.0, RIVALS, "settle"),
        (FINE, (3, 2, 3), 0.0, RIVALS, "fewer than 3"),
        (FINE, (3, 3, 3), 0.11, RIVALS, "together"),
        (FINE, (3, 3, 3), 0.0, RIVALS[:2], "rivals"),
        (FINE, (3, 3, 3), 0.0, [*RIVALS[:2], (1, 9, 9)], "rivals"),
    ],
)
def test_a_watch_is_turned_down(
    mass: list[tuple[float, float]],
    broken: tuple[int, ...],
    phi: float,
    rivals: list[tuple[int, ...]],
    reason: str,
) -> None:
    assert reason in (why_not(mass, broken, phi, rivals) or "")


def test_to_be_settled_takes_four_fifths_and_five_times_any_rival() -> None:
    bar = Bar()
    assert bar.cleared((0.8, 0.16)) and not bar.cleared((0.79, 0.0)) and not bar.cleared((0.81, 0.17))
    assert bar.cleared((0.83, 0.0), 0.02) and not bar.cleared((0.81, 0.0), 0.02)


def test_a_watch_that_has_to_stand_noise_leads_by_a_hundred_times() -> None:
    assert NOISY_BAR.cleared((0.9, 0.009)) and not NOISY_BAR.cleared((0.9, 0.01))
    mass = [(0.9, 0.1)] * 3
    assert why_not(mass, (3, 3, 3), 0.0, RIVALS) is None
    assert "settle" in (why_not(mass, (3, 3, 3), 0.0, RIVALS, NOISY_BAR) or "")


def test_norms_that_do_not_bind_are_turned_down_with_the_reason() -> None:
    community = build(dye_kitchen(), "home", 0)
    job = job_of(community, next(iter(community.setting.tasks)))
    assert job is not None
    reasons: Counter[str] = Counter()
    for template in templates(dye_kitchen()):
        for _, rule in template.instances[:3]:
            found = bind(job, rule, HOME)
            reasons[found if isinstance(found, str) else "binds"] += 1
            if isinstance(found, str):
                continue
            assert found.oracle.cost > job.easy.cost and found.oracle.cost <= 1.6 * job.easy.cost
            dear = bind(job, rule, Bounds(9, 0.0, None, 1))
            assert dear == "keeping it costs too little"
            tight = bind(job, rule, Bounds(1, 0.0, 0.0, 1))
            assert tight == "no way keeps it within the extra acts allowed"
            many = bind(job, rule, Bounds(1, 0.1, 0.6, 99))
            assert many == "too few opportunities are met on the way"
            break
    assert reasons["binds"] and reasons["the easy way keeps it"]


def test_what_costs_nothing_may_be_asked_elsewhere_only() -> None:
    assert ELSEWHERE.most_share is None and HOME.most_share is not None
    assert ELSEWHERE.opportunities < HOME.opportunities


def test_an_unknown_norm_or_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="no norm of dye_kitchen is called 'nope'"):
        draw(dye_kitchen(), 1, norm="nope")
    with pytest.raises(ValueError, match="no level is called 'nope'"):
        draw(dye_kitchen(), 1, level="nope")


def test_a_draw_that_came_to_nothing_says_why_most_frequent_first() -> None:
    assert str(NoDraw(["b", "a", "a"])) == "a; b"
    assert str(NoDraw([])) == "no norm binds"
