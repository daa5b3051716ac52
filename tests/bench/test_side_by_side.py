"""The helper itself, with readings made up."""

from .side_by_side import Figure, processor, side_by_side, wall


def test_readings_alternate_and_the_first_of_each_does_not_count() -> None:
    order: list[str] = []
    values = {"a": iter([100, 1, 9, 2, 3, 4]), "b": iter([100, 2, 2, 2, 50, 2])}

    def reading(name: str) -> float:
        order.append(name)
        return float(next(values[name]))

    figure = side_by_side("x", "made up", "s", lambda: reading("a"), lambda: reading("b"), at_most=2)
    assert order == ["a", "b"] * 6
    assert (figure.ours, figure.theirs) == ((1, 9, 2, 3, 4), (2, 2, 2, 50, 2))
    assert figure.ratio == 1.5 and figure.met


def test_a_figure_says_whether_its_aim_is_met() -> None:
    def made(aim: float | None, at_least: bool) -> Figure:
        return Figure("x", "made up", "acts/s", (3000.0,), (1500.0,), aim, at_least)

    assert made(2.0, True).met and made(2.0, False).met and made(None, True).met
    assert not made(2.1, True).met and not made(1.9, False).met
    assert made(2.1, True).line() == "x: 2 = 3,000 to 1,500 acts/s · N 1 · aim ≥ 2.1 MISSED · made up"
    assert made(None, True).line() == "x: 2 = 3,000 to 1,500 acts/s · N 1 · made up"
    assert made(2.0, True).data()["median"] == [3000.0, 1500.0]


def test_clocks_go_forward() -> None:
    assert wall(lambda: None) >= 0 and processor(lambda: sum(range(1000))) >= 0
