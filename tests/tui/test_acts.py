"""The numbered acts below the scene: none is left out, none is broken in the middle of nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.style import Style

from normquest.episode.records import Choice
from normquest.front.choices import headed
from normquest.norms.events import Act
from normquest.tui.play.acts import acts
from tui.conftest import opened, to_the_act
from tui.seen import rows

HARBOUR = (
    "go to the pier head",
    "go to the salt house",
    "shed the dark red tin storm lamp",
    "spark the dark red tin storm lamp at the jetty pan",
    "bawl at Tressa for the dark green brass storm lamp gruffly",
    "bawl at Tressa for the dark white brass storm lamp gruffly",
    "solicit the dark green brass storm lamp from Tressa politely",
    "solicit the dark white tin storm lamp from Senara politely",
    "confront Senara about the tallow rushlight",
    "pass the word to Senara gruffly",
    "pass the word to Senara politely",
    "pass the word to Tressa gruffly",
    "pass the word to Tressa politely",
    "doff to Senara",
    "doff to Tressa",
    "kiss the smiling figurehead",
    "hop on the planks",
    "sound the water at the jetty post",
    "wait",
)


def choices(texts: tuple[str, ...]) -> list[Choice]:
    return [Choice(number, text, Act("you", text.split()[0])) for number, text in enumerate(texts, 1)]


def clicks(content: object) -> set[str]:
    spans = getattr(content, "spans", ())
    styles = [span.style for span in spans if isinstance(span.style, Style)]
    return {str(style.meta["@click"]) for style in styles if "@click" in style.meta}


@pytest.mark.parametrize("width", [70, 74, 110])
def test_nineteen_acts_of_a_harbour_all_stand_there_in_as_many_rows_as_a_small_window_has(width: int) -> None:
    listed = acts(choices(HARBOUR), width, 11, 14)
    shown = listed.plain.split("\n")
    assert len(shown) <= 14 and all(len(row) <= width for row in shown)
    assert clicks(listed) == {f"screen.choose({number})" for number in range(1, 20)}
    assert [int(n) for n in re.findall(r"\b\d+\b", listed.plain)] == list(range(1, 20))


def test_what_all_acts_of_a_verb_begin_with_is_said_once() -> None:
    assert headed(["pass the word to Ada gruffly", "pass the word to Ben politely"]) == (
        "pass the word to",
        ["Ada gruffly", "Ben politely"],
    )
    assert headed(["give the bead to Ada", "give the chit to Ada"]) == (
        "give",
        ["the bead to Ada", "the chit to Ada"],
    )
    assert headed(["wait"]) == ("wait", [""])


def test_an_act_too_long_for_a_row_goes_on_below_itself_and_no_row_is_empty() -> None:
    long = (
        "fill the painted empty jar at the brimming sweet-water well",
        "fill the plain empty jar at the brimming rain-water well",
        *(
            f"go to the {place}"
            for place in ("yard", "square", "orchard", "cloister", "lane", "loft", "kiln")
        ),
        "run an errand for Zita",
    )
    shown = acts(choices(long), 50).plain.split("\n")
    assert all(row.strip() for row in shown) and all(len(row) <= 50 for row in shown)
    behind = next(row for row in shown if row.startswith(" ") and "well" in row and "fill" not in row)
    assert len(behind) - len(behind.lstrip()) > 8


@given(
    st.lists(st.sampled_from(HARBOUR), min_size=1, max_size=19, unique=True),
    st.integers(min_value=30, max_value=120),
)
def test_whatever_the_acts_and_the_width_each_is_a_click_away(texts: list[str], width: int) -> None:
    offered = choices(tuple(sorted(texts, key=HARBOUR.index)))
    listed = acts(offered, width)
    assert clicks(listed) == {f"screen.choose({one.number})" for one in offered}


def test_where_there_is_no_room_it_says_that_there_are_more() -> None:
    shown = acts(choices(HARBOUR), 40, 5, 5).plain.split("\n")
    assert len(shown) == 5 and shown[-1].startswith("… and more")


async def test_the_list_in_a_small_window_ends_with_the_last_act(home: Path) -> None:
    async with opened() as pilot:
        await to_the_act(pilot)
        page = pilot.app.screen
        page.asked = _with(page.asked, choices(HARBOUR))  # a late resize asks for it anew
        page.foot.ask(page.asked, page.past.total)
        shown = ""
        for _ in range(50):
            await pilot.pause()
            shown = " ".join("\n".join(rows(pilot)).split())
            if "wait 19" in shown:
                break
        assert "wait 19" in shown


def _with(request: Any, offered: list[Choice]) -> Any:
    return replace(request, observation=replace(request.observation, choices=tuple(offered)))
