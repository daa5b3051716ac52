"""What the newcomer is given holds nothing of the norm; and it holds all that a rule could ask about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cases import HIDDEN, THEN_BOW, UNDER_ROOF, Played, enforcing, made, play

from normquest.community.build import Community
from normquest.community.state import folded
from normquest.community.words import looks
from normquest.episode.case import Case, Scene
from normquest.episode.records import ARMS, Decision, Request, Statement
from normquest.norms.english import render
from normquest.norms.events import Event
from normquest.norms.rules import rule_data
from normquest.store.canonical import canonical
from normquest.world.words import lexicon_of

NAMES = ["made", "duty by hand", "place", "rite", "duty"]


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest, drawn: Callable[[str], Case]) -> Case:
    """Every case in turn: two made by hand, three drawn."""
    by_hand = {"made": UNDER_ROOF, "duty by hand": THEN_BOW}
    return made(by_hand[request.param]) if request.param in by_hand else drawn(request.param)


# --- nothing of the norm ----------------------------------------------------------------------------------


def given(played: Played) -> str:
    """All that a newcomer gets, as text: what it reads, and the records that a mind is handed."""
    return "\n".join([played.text(), *(canonical(r) for r in played.given())])


@pytest.mark.parametrize("arm", [arm for arm in ARMS if arm != "told"])
def test_neither_the_norm_nor_any_custom_is_in_what_a_newcomer_gets(case: Case, arm: str) -> None:
    played = play(case, "selfish", arm=arm, recognition=True, attribution=True, counterfactual=True)
    everything, lexicon = given(played), lexicon_of(case.home.world)
    for rule in case.customs:
        assert render(rule, lexicon).rstrip(".").lower() not in everything.lower()
        assert canonical(rule_data(rule)) not in everything
    assert f'"{case.template}"' not in everything


def test_who_is_told_reads_the_norm_once_and_no_other_custom(case: Case) -> None:
    text, lexicon = play(case, "selfish", arm="told").text(), lexicon_of(case.home.world)
    assert case.norm is not None
    assert text.count(render(case.norm, lexicon)) == 1
    assert not any(render(rule, lexicon) in text for rule in case.customs if rule != case.norm)
    assert "Nobody will tell you" not in text


def test_the_told_variant_of_the_brief_tells_in_any_arm_and_the_uninformed_one_says_nothing_of_a_rule() -> (
    None
):
    told = play(made(), "noop", arm="blind", brief="told").requests()[0].observation.text
    assert render(UNDER_ROOF, lexicon_of(made().home.world)) in told
    plain, bare = (
        play(made(), "noop", arm="blind", brief=brief).requests()[0].observation.text
        for brief in ("default", "uninformed")
    )
    assert "People here mind one thing" in plain and "mind one thing" not in bare


def test_findings_opportunities_and_results_are_records_that_no_newcomer_is_given() -> None:
    played = play(made(), "selfish", arm="both", battery=True)
    assert {type(r) for r in played.given()} == {Event, Request, Decision, Statement}
    assert all(any(isinstance(r, kind) for r in played.records) for kind in HIDDEN)


def test_an_event_says_nothing_of_a_finding() -> None:
    """With another norm, or none, the events are the same but for who is sanctioned."""
    seen = []
    for norm in (0, 1, None):
        events = play(enforcing(made(), norm), "noop", arm="witnessed").events()
        seen.append(
            [(e.turn, e.stage, e.kind, e.act, e.facts, e.text) for e in events if e.kind != "sanction"]
        )
    assert seen[0] == seen[1] == seen[2]


def test_sanctions_never_name_the_rule() -> None:
    played = play(made(), "noop", arm="witnessed")
    assert {set(e.facts) == {"by", "turns"} for e in played.sanctions()} == {True}
    assert not any(word in e.text for e in played.sanctions() for word in ("dye", "roof", "vat"))


# --- all that a rule could ask ----------------------------------------------------------------------------


def values_of(community: Community, facts: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(attribute, its words) of what could be tested of a thing or a person."""
    for name, value in facts.items():
        if name == "kind" and value in community.world.kinds:
            yield name, community.world.kinds[value].name
        elif name in community.world.attributes:
            yield name, community.world.attributes[name].values[str(value)]


def told_scenes(played: Played) -> list[tuple[str, dict[int, str]]]:
    """Each scene's title and opening, and by event the text of the scene up to and with its line."""
    found: list[tuple[str, dict[int, str]]] = []
    for request in played.requests(stage="watch"):
        page = request.observation
        if request.kind not in ("continue", "forecast"):
            continue
        if "going on" not in page.place:
            found.append((f"{page.place}\n{page.prose}", {}))
        head, by_event = found[-1]
        so_far = max(by_event.values(), key=len, default=head)
        for line in page.lines:
            so_far = f"{so_far}\n{line}"
            number = re.match(r" *(\d+) ", line)
            if number:
                by_event[int(number[1])] = so_far
            elif by_event:
                by_event[max(by_event)] = so_far
    return found


def scenes_with_events(
    played: Played, case: Case
) -> Iterator[tuple[Scene, list[Event], str, dict[int, str]]]:
    """Each scene with its logged events and what was told of it."""
    logged: list[list[Event]] = []
    for event in played.events("watch"):
        if event.kind == "stage":
            logged.append([])
        logged[-1].append(event)
    for scene, events, (head, told) in zip(case.scenes, logged, told_scenes(played), strict=True):
        yield scene, events, head, told


def test_of_what_is_done_to_what_everything_is_told(case: Case) -> None:
    """The line of an act has each attribute of the things that it handles, and its style."""
    played, home = play(case, "noop", arm="demonstrations"), case.home
    for _, events, _, told in scenes_with_events(played, case):
        for event in (e for e in events if e.act is not None):
            line = next(row for row in told[event.seq].split("\n") if row.startswith(f"{event.seq:>3}  "))
            for slot in ("thing", "target"):
                for name, words in values_of(home, event.facts.get(slot) or {}):
                    moving = slot == "target" and event.act.verb == "go"
                    assert moving or words in line, f"{slot}.{name} of {event.act} is not told in {line!r}"
            style = event.act.slot("style")
            assert style is None or home.world.styles[style] in line


def test_of_the_place_of_an_act_everything_is_told_before_it(case: Case) -> None:
    played, home = play(case, "noop", arm="demonstrations"), case.home
    for _, events, _, told in scenes_with_events(played, case):
        for event in (e for e in events if e.act is not None):
            name = home.setting.places[event.place].name
            for attribute, words in values_of(home, event.facts["place"]):
                title = rf"{re.escape(name)} \([^)]*{re.escape(words)}"
                assert re.search(title, told[event.seq], re.IGNORECASE), f"{attribute} of {event.place}"


def test_of_everyone_at_an_act_it_was_told_what_they_are_and_wear(case: Case) -> None:
    played, home = play(case, "noop", arm="demonstrations"), case.home
    for _, events, _, told in scenes_with_events(played, case):
        for event in (e for e in events if e.act is not None):
            for who, facts in event.facts["people"].items():
                shown = re.search(rf"{home.names[who]} \(([^)]*)\)", told[event.seq])
                assert shown, f"{home.names[who]} is there and was not introduced"
                for attribute, words in values_of(home, facts):
                    assert words in shown[1], f"{attribute} of {home.names[who]}"


def test_what_anyone_holds_is_told_when_they_come_into_view_and_after_that_by_what_they_do(
    case: Case,
) -> None:
    played, home = play(case, "noop", arm="demonstrations"), case.home
    for scene, events, head, _ in scenes_with_events(played, case):
        for place in {scene.start[(who, "at")] for who in scene.runners}:
            for who in home.residents:
                if scene.start[(who, "at")] == place:
                    assert f"{home.names[who]} ({looks(home, who, scene.start)})" in head
        state = scene.start
        for event in events:
            moved = {key[0] for key in ((c[0], c[1]) for c in event.changes) if key[1] == "at"}
            handled = {v for _, v in event.act.slots} | {event.actor} if event.act is not None else set()
            assert moved <= handled, f"{moved - handled} changed hands untold"
            state = folded(state, event.changes)


def test_the_hour_of_each_act_is_told_also_when_it_changes_during_a_scene(case: Case) -> None:
    played, hours = play(case, "noop", arm="demonstrations"), case.home.world.hours
    for _, events, _, told in scenes_with_events(played, case):
        for event in (e for e in events if e.act is not None):
            before = told[event.seq].rpartition(f"{event.seq:>3}  ")[0].lower()
            last = max((before.rfind(words.reads.lower()), hour) for hour, words in hours.items())
            assert last[1] == event.hour


def test_in_its_own_stages_the_newcomer_sees_the_same_of_where_it_stands(case: Case) -> None:
    for stage in ("act", "elsewhere"):
        community = case.home if stage == "act" else case.elsewhere
        state = case.home_start if stage == "act" else case.elsewhere_start
        page = play(case, "noop", arm="blind").requests("act", stage)[0].observation  # type: ignore[arg-type]
        place = state[("you", "at")]
        for who in community.residents:
            here = f"{community.names[who]} ({looks(community, who, state)})"
            assert (here in page.here) == (state[(who, "at")] == place)
        for _, words in values_of(community, {k[1]: v for k, v in state.items() if k[0] == place}):
            assert words in page.place
        assert community.world.hours[state[("clock", "hour")]].reads.lower() in page.clock.lower()
        assert len(page.exits) == len(community.setting.places[place].exits)
