"""What a statement comes to is said so that nothing contradicts itself."""

from __future__ import annotations

from normquest.front.debrief import Debrief, Said, debrief_page
from normquest.front.look import Look
from normquest.front.places import Place
from normquest.front.right import Comparison

OTHERWISE = Comparison(
    (("Before serving one must ring", False),), (("the kind of rule", "wrong"), ("the act", "right"))
)


def page(said: Said) -> str:
    return " ".join(debrief_page(Debrief("It is forbidden to serve.", (said,)), Look()).split())


def test_nearly_all_test_cases_are_not_all_of_them() -> None:
    shown = page(Said("watch", "x", exact=False, agreement=239 / 240, cases=240, comparison=OTHERWISE))
    assert "not their rule; it agrees with theirs in 239 of 240 test cases" in shown and "100%" not in shown


def test_of_the_very_rule_in_other_words_nothing_is_called_wrong() -> None:
    shown = page(Said("watch", "x", exact=True, agreement=1.0, cases=240, comparison=OTHERWISE))
    assert "the very rule, in other words" in shown and "Not so" not in shown


def test_in_the_table_too_a_share_is_rounded_down() -> None:
    place = Place("you", 1, 1, 1, 0.0, 239 / 240)
    assert place.cells()[-1] == "99%"
