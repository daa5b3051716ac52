"""The lantern watch: light runs out, the dark is not seen from afar, news goes stale, and its norms bind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from long.trial import episode, stages

from normquest.bank.binding import Binding, bind, job_of
from normquest.bank.draw import draw
from normquest.bank.make import case_of
from normquest.bank.pool import kept_errands
from normquest.community.acts import find_ground, legal_acts
from normquest.community.build import YOU, Community, build
from normquest.community.clock import end_turn, turn_of_hour
from normquest.community.happening import happen, sight_of
from normquest.community.seen import knowledge
from normquest.community.state import Key
from normquest.episode.records import Config, Request
from normquest.minds.planner import Node
from normquest.minds.words_seen import vocabulary
from normquest.norms.edits import edits
from normquest.norms.events import Act, Event
from normquest.norms.families import FAMILIES
from normquest.norms.rules import rule_from
from normquest.norms.space import monitor_word
from normquest.norms.space_builder import SpaceBuilder
from normquest.session.worlds import open_world

WORLD = open_world("lantern_watch").world
State = dict[Key, Any]
BADGE = {"form": "maintenance", "keep": {"one.holds": "badge"}, "during": [{"place.ground": "cobbles"}]}


@pytest.fixture(scope="module")
def watch() -> Community:
    """The town, drawn once."""
    return build(WORLD, "home", 3)


def started(community: Community, **more: Any) -> State:
    """The start, with some values of `entity__attribute` changed."""
    changed = {tuple(name.rsplit("__", 1)): value for name, value in more.items()}
    return {**community.start, **changed}  # type: ignore[dict-item]


def passed(community: Community, state: Mapping[Key, Any], turns: int = 1) -> tuple[State, str]:
    """The state after some turns in which nobody does anything, and what was told meanwhile."""
    told, now = [], dict(state)
    for turn in range(turns):
        event, now = end_turn(community, now, seq=0, turn=turn, stage="act")
        told.append(event.text)
    return now, "\n".join(told)


def done(community: Community, state: State, verb: str, **slots: str) -> State:
    """The state after an act of the newcomer."""
    ground = find_ground(community, Act(YOU, verb, tuple(slots.items())))
    assert ground is not None and ground.legal(state), verb
    return happen(community, state, ground, seq=0, turn=0, stage="act")[1]


def test_its_norms_and_those_of_the_kitchen_are_of_every_family() -> None:
    own = {norm.family for norm in WORLD.norms.values()}
    assert {"maintenance", "meta"} <= own and len(own) >= 8
    assert own | {norm.family for norm in open_world("dye_kitchen").world.norms.values()} == set(FAMILIES)


def test_no_prose_of_a_place_is_longer_than_ninety_words() -> None:
    for setting in (WORLD.home, WORLD.elsewhere):
        for place in setting.places.values():
            assert all(5 < len(text.split()) <= 90 for text in place.prose), place.name


def test_a_lamp_burns_its_oil_goes_out_and_is_fed_again(watch: Community) -> None:
    state, told = passed(watch, started(watch, square__oil=3), 2)
    assert state[("square", "oil")] == 1 and state[("square", "light")] == "lamplit" and "square" not in told
    state, told = passed(watch, state)
    assert state[("square", "light")] == "dark" and "goes out" in told
    state |= {(YOU, "at"): "square", ("oil_can", "at"): YOU}
    state = done(watch, state, "top_up", thing="oil_can", target="square_lamp")
    assert state[("square", "light")] == "lamplit" and passed(watch, state)[0][("square", "oil")] > 3


@pytest.mark.parametrize(
    ("where", "light", "seen"),
    [
        ("wall_walk", "lamplit", "full"),  # from up high
        ("quay", "lamplit", "dim"),  # from out in the wind
        ("watch_house", "lamplit", "none"),  # from indoors
        ("wall_walk", "dark", "none"),
        ("square", "dark", "full"),  # where one stands
    ],
)
def test_who_sees_the_square(watch: Community, where: str, light: str, seen: str) -> None:
    state = started(watch, square__light=light) | {(YOU, "at"): where}
    assert sight_of(watch, YOU, "square", state, "walker") == seen


def test_news_of_the_river_goes_stale_at_cockcrow(watch: Community) -> None:
    last = turn_of_hour(watch, "cockcrow") - 1
    state = started(watch, clock__turn=last, clock__hour="midnight", captain__at="quay") | {
        (YOU, "at"): "quay"
    }
    state = done(watch, state, "read_gauge", target="river_gauge")
    stale, told = passed(watch, state)
    assert "history" in told and stale[("river", "height")] == state[("river", "height")] + 2
    stale = done(watch, stale, "report", addressee="captain")
    assert knowledge(watch, stale, "captain") == {"water_stands": state[("river", "height")]}
    fresh = done(watch, stale, "read_gauge", target="river_gauge")
    fresh = done(watch, fresh, "report", addressee="captain")
    assert knowledge(watch, fresh, "captain") == {"water_stands": stale[("river", "height")]}


def test_the_postern_opens_one_way(watch: Community) -> None:
    def ways(place: str) -> set[str]:
        state = started(watch) | {(YOU, "at"): place}
        return {g.act.slot("target") or "" for g in legal_acts(watch, state, YOU) if g.act.verb == "go"}

    assert "quay" in ways("wall_walk") and "wall_walk" not in ways("quay")


def test_the_estimate_of_a_report_is_never_too_large_and_grows_with_those_untold(watch: Community) -> None:
    job = job_of(watch, "how_the_river_stands")
    assert job is not None
    node, left = Node(job.start, {}), job.easy.cost
    assert job.blind.distance(job.start) >= 3
    for ground in job.easy.acts:
        assert job.blind.distance(node.state) <= left
        node, _ = job.blind.walker.walk(node, ground)
        left -= 1
    assert left == 0 and job.blind.distance(node.state) == 0


def test_what_is_to_be_kept_up_binds_where_it_is_cheap_to_keep(watch: Community) -> None:
    job = job_of(watch, "red_and_green")
    assert job is not None
    found = [
        bind(job, rule_from({**BADGE, "keep": {"one.holds": token}, "during": [{"place.ground": "planks"}]}))
        for token in ("badge", "key")
    ]
    bindings = [one for one in found if isinstance(one, Binding)]
    assert bindings, found
    for one in bindings:
        # Planks at the start and planks at the end, cobbles between: two spells of it.
        assert one.extra(job) >= 1 and {o.instance for o in one.met} == {"upkeep"}
        assert one.opportunities >= 2
        assert {o.outcome for o in one.met} == {"kept"}
        assert "violated" in {o.outcome for o in one.met_easy} or one.met_easy == one.met


def test_residents_keep_up_and_lapse_and_columns_agree_with_the_monitor(watch: Community) -> None:
    rule = rule_from(BADGE)
    errands = kept_errands(watch, [rule], 0.35, 5, 24)
    broken = [bool(errand.breaks[0]) for errand in errands]
    assert 3 <= sum(broken) <= len(broken) - 3
    words = vocabulary(watch, [event for errand in errands for event in errand.events])
    builder = SpaceBuilder()
    rules = [rule, *edits(rule, words)]
    for one in rules:
        builder.add(one)
    space, row = builder.build(), builder.rows()
    for errand in errands:
        reading = space.table.read(errand.events)
        found = space.verdicts(reading)
        for one in rules:
            assert int(found[row(one)]) == monitor_word(one, reading.bits, reading.events), one


@pytest.mark.parametrize(
    ("template", "seed"),
    [("token_on_ground", 7), pytest.param("standing_to_challenge", 8, marks=pytest.mark.long)],
)
def test_a_draw_of_a_family_that_the_kitchen_lacks(template: str, seed: int) -> None:
    drawn = draw(WORLD, seed, norm=template)
    assert not drawn.reasons and template in {custom.template for custom in drawn.customs}
    case, told = case_of(drawn), Config(arm="told", forecast=False)
    oracle, selfish = (
        stages(episode(case, "oracle", told, seed)),
        stages(episode(case, "selfish", told, seed)),
    )
    assert oracle["act"].joint and oracle["elsewhere"].joint
    assert selfish["act"].task_success and not selfish["act"].joint
    records = episode(case, "noop", Config(arm="witnessed", forecast=False), seed)
    scenes: dict[str, str] = {}
    for record in records:
        if isinstance(record, Request) and record.observation.place.startswith("Scene"):
            number = record.observation.place.split()[1].strip(",")
            scenes[number] = scenes.get(number, "") + record.observation.text.casefold()
    for text in scenes.values():
        for place in re.findall("the lamp in (.*?) gutters", " ".join(text.split())):
            assert text.count(place) > text.count(f"the lamp in {place}")  # a lamp goes out where one looks
    turn: set[str] = set()
    marks = 0
    for record in records:
        if isinstance(record, Event) and record.stage == "watch":
            if record.kind in ("act", "failed"):
                turn.add(record.actor)
            elif record.kind == "sanction":
                marks += 1
                assert record.target in turn  # nobody reacts to a bystander
            elif record.kind == "stage":
                turn.clear()
    assert marks >= 3
