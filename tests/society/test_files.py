"""Society files are read as strictly as worlds: a mistake is told once, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from normquest.society.conditions import EIGHT, MAIN, condition_from, label
from normquest.society.loader import load_society, parse_society
from normquest.society.people import expanded
from normquest.society.records import Config
from normquest.society.schema import Commons
from normquest.society.switches import check_config
from normquest.world.errors import WorldError
from society.playing import FILES, loaded, society


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_society_that_comes_with_the_program_is_sound(path: Path) -> None:
    found = load_society(path)
    assert found.society.id == path.stem
    assert parse_society(found.source.replace("\n", "\r\n"), path.name).hash == found.hash


def test_the_commons_is_the_papers_setting() -> None:
    of = loaded().society
    assert (of.members, of.rounds, of.groups.size) == (12, 20, 4)
    assert isinstance(of.game, Commons) and (of.game.endowment, of.game.multiplier) == (10, 1.6)
    assert (of.ties.start, of.ties.praise, of.ties.blame, of.ties.exclusion) == (1.0, 0.2, 0.8, 0.15)
    assert (of.tendency.least, of.tendency.most) == (0, 1) and of.selection_from == 2
    assert (of.expectations.least, of.expectations.most) == (0, 10)
    for name, after, who in (("early", 10, "random"), ("late", 20, "random"), ("late_top", 20, "standing")):
        shock = of.shocks[name]
        assert (shock.after, shock.who, shock.count, shock.rounds_after) == (after, who, 4, 5)
        assert (shock.tendency.least, shock.tendency.most, shock.anchor) == (0, 0.2, 0.5)
    assert all(len(item.starts) >= 3 for item in of.interventions.values())
    shares = [of.interventions[f"bad_{n}"].share for n in (0, 20, 40, 60)]  # type: ignore[union-attr]
    assert shares == [0, 0.2, 0.4, 0.6]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("multiplier: 1.6", "multiplyer: 1.6", "29:3 game.multiplyer: there is no field 'multiplyer' here; "
         "expected one of endowment, kind, multiplier; did you mean 'multiplier'?"),
        ("kind: commons", "kind: comons", "27:9 game.kind: 'comons' cannot stand here; expected one of "
         "commons, naming, fairness; did you mean 'commons'?"),
        ("  kind: commons\n", "", "game.kind: the field 'kind' is missing"),
        ("endowment: 10", "endowment: ten", "game.endowment: expected a whole number, not 'ten'"),
        ("endowment: 10", "endowment: 10.0", "game.endowment: expected a whole number"),
        ("rounds_told: true", "rounds_told: yes", "rounds_told: expected true or false, not 'yes'"),
        ("rounds: 20", "rounds: 20\nrounds: 21", "'rounds' is given twice, first in line 14"),
        ("size: 4", "size: 40", "groups.size: groups are larger than the society"),
        ("remainder: smaller", "remainder: smallest", "did you mean 'smaller'?"),
        ("tendency: {least: 0, most: 1}", "tendency: {least: 0, most: 1.5}", "tendency: a tendency lies"),
        ("tendency: {least: 0, most: 1}", "tendency: {least: 1, most: 0}", "'least' is above 'most'"),
        ("expectations: {least: 0, most: 10}", "expectations: {least: 0, most: 9}", "the scale must be that"),
        ("elicitation: shown", "elicitation: shwn", "did you mean 'shown'?"),
        ("says: 8", "says: lots", "acts_flip.says: expected a whole number of at least 0, or none"),
        ("says: 8", "says: 11", "acts_flip.says: too large: at most 10"),
        ("variant: standard", "variant: standart", "did you mean 'standard'?"),
        ("after: 10, count: 4, who: random", "after: 21, count: 4, who: random", "has only 20 rounds"),
        ("after: 10, count: 4, who: random", "after: 10, count: 12, who: random", "somebody must stay"),
        ("nothing, starts: [6, 11, 16]", "nothing, starts: [6, 7, 16]", "before the last one has ended"),
        ("nothing, starts: [6, 11, 16]", "nothing, starts: [6, 11, 20]", "starts[2]: this trial ends after"),
        ("[Ash, Birch", "[Ash, ash", "names[1]: 'ash' is given twice"),
        ("asked: true, told", "asked: false, told", "partners cannot be chosen where nobody is rated"),
        ("exclusion: 0.15", "exclusion: .15", "ties.exclusion"),
        ("title: The Commons", "title: ''", "title: this text is empty"),
        ("society: 1", "society: 2", "society: 2 cannot stand here"),
        ("society: 1", "society: &a 1", "anchors and aliases"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(old: str, new: str, said: str) -> None:
    source = loaded().source
    assert old in source
    with pytest.raises(WorldError) as caught:
        parse_society(source.replace(old, new, 1), "commons.yaml")
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


def test_each_mistake_is_told_once() -> None:
    source = loaded().source.replace("endowment: 10", "endowment: -1").replace("size: 4", "sice: 4")
    with pytest.raises(WorldError) as caught:
        parse_society(source, "commons.yaml")
    assert [problem.field for problem in caught.value.problems] == ["groups.sice", "game.endowment"]


def test_a_file_that_is_not_there_or_too_long() -> None:
    with pytest.raises(WorldError, match="no such file"):
        load_society(Path("nowhere.yaml"))
    with pytest.raises(WorldError, match="longer than 1 MiB"):
        parse_society("#" * (1 << 20) + "\na: 1", "x.yaml")


def test_conditions_have_one_name_each() -> None:
    assert [label(condition_from(name)) for name in EIGHT] == list(EIGHT) and set(MAIN) < set(EIGHT)
    assert label(condition_from("SS+E")) == "E+SS"
    assert [condition_from(name).elicitation for name in ("none", "E(end)", "E(asked)+SL", "E")] == [
        "off", "end", "asked", "shown"
    ]  # fmt: skip
    for wrong in ("", "E+E", "E+E(end)", "SL+", "sl", "none+E"):
        with pytest.raises(ValueError, match="cannot stand in a condition"):
            condition_from(wrong)


def test_members_are_counted_out() -> None:
    assert expanded("a*2, b,c *1", 4) == ("a", "a", "b", "c")
    assert expanded("conditional~.05*3", 3) == ("conditional~.05",) * 3
    for wrong in ("a*2", "a*4", "a**3", "a*0,b*3", ""):
        with pytest.raises(ValueError, match="expected"):
            expanded(wrong, 3)


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ({"shock": "erly"}, "did you mean 'early'?"),
        ({"interventions": ("ratings_of",)}, "did you mean 'ratings_off'?"),
        ({"interventions": ("nothing", "bad_20")}, "bad_20 and nothing both have a trial in round 6"),
        (
            {"interventions": ("nothing",), "shock": "early"},
            "nothing has a trial in round 16; the shock early",
        ),
    ],
)
def test_switches_that_do_not_go_together(switches: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        check_config(society(), Config(condition_from("E"), **switches))  # type: ignore[arg-type]
    assert said in str(caught.value)
