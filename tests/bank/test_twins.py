"""Mirror twins: the same people in the same places, enforcing the norm turned round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from community.play import dye_kitchen

from bank.draws import drawn
from normquest.bank import turned, twins
from normquest.bank.certificate import certify
from normquest.bank.draw import Drawn, NoDraw, designed, draw
from normquest.bank.make import case_of
from normquest.bank.turned import mirrored, twin_of
from normquest.bank.twins import mirror_rules
from normquest.norms.mirrors import token_mirrors
from normquest.norms.rules import Rule, rule_data, rule_from
from normquest.norms.templates import templates
from normquest.settings import worlds_folder
from normquest.world.loader import load_world
from normquest.world.schema import World
from normquest.world.words import lexicon_of


def tokens_swapped(one: Drawn) -> list[Rule]:
    """The norm with two like tokens swapped."""
    return [rule for *_, rule in token_mirrors(one.norm.rule, lexicon_of(dye_kitchen()))]


def beside_its_mirror() -> Drawn:
    """A draw whose customs are the norm and its token mirror."""
    base = next(
        turned
        for seed in range(1, 9)
        for turned in _enforcing_each(draw(dye_kitchen(), seed, norm="word_before_dyeing"))
        if (twin := twin_of(turned)) is not None
        and twin.how != "other tasks"
        and twin.custom.rule in tokens_swapped(turned)
    )
    twin = twin_of(base)
    assert twin is not None
    pair = (base.norm, twin.custom)
    return designed(
        base.world,
        base.seed,
        base.layout,
        base.asked,
        base.level,
        base.home,
        base.elsewhere,
        pair,
        0,
        base.free,
        base.noise,
    )


def _enforcing_each(drawn: Drawn) -> Iterator[Drawn]:
    yield from (replace(drawn, enforced=k) for k in range(len(drawn.customs)))


def test_a_mirror_that_is_a_custom_already_shows_the_very_same_scenes() -> None:
    one = beside_its_mirror()
    twin = mirrored(one)
    assert twin.norm.rule in tokens_swapped(one) and twin.norm.rule == one.customs[1].rule
    here, there = case_of(one), case_of(twin)
    assert here.scenes == there.scenes and here.neutral == there.neutral
    assert here.norm != there.norm and here.cases != there.cases


def test_a_norm_without_a_mirror_that_binds_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    one = drawn("dye_colour_under", 2)
    monkeypatch.setattr(twins, "mirror_rules", lambda rule, world: iter(()))
    monkeypatch.setattr(turned, "mirror_rules", lambda rule, world: iter(()))
    with pytest.raises(NoDraw, match="no mirror of the norm binds"):
        mirrored(one)


def test_where_the_mirror_binds_on_other_tasks_only_the_twin_has_those() -> None:
    one, twin = next(
        (one, twin)
        for seed in range(1, 12)
        for one in _enforcing_each(draw(dye_kitchen(), seed, norm="dye_colour_under"))
        if (twin := twin_of(one)) is not None and twin.how == "other tasks"
    )
    turned = mirrored(one)
    assert (turned.home.name, turned.elsewhere.name) == (twin.home.name, twin.elsewhere.name)
    assert (turned.home.name, turned.elsewhere.name) != (one.home.name, one.elsewhere.name)
    assert turned.layout == one.layout and turned.home.community.start == one.home.community.start
    assert certify(one).mirror == "other tasks"


def test_where_no_mirror_binds_one_that_can_be_kept_stands_and_nothing_tempts() -> None:
    one, twin = next(
        (one, twin)
        for seed in range(1, 12)
        for one in _enforcing_each(draw(dye_kitchen(), seed, norm="dye_under_hour"))
        if (twin := twin_of(one)) is not None and twin.how == "untempted"
    )
    here, away = twin.custom.home, twin.custom.elsewhere
    assert not (here.opportunities and away.opportunities)
    for job, binding in ((twin.home, here), (twin.elsewhere, away)):
        assert binding.oracle.cost <= job.budget
        if not binding.opportunities:
            assert binding.oracle.cost == job.easy.cost, "the easy way keeps it"
    case = case_of(mirrored(one))
    assert case.norm == twin.custom.rule and case.scenes


def test_hours_and_manners_are_swapped_and_what_has_no_tokens_changes_its_polarity() -> None:
    def mirrors_of(data: dict[str, object]) -> list[dict[str, object]]:
        return [rule_data(rule) for rule in mirror_rules(rule_from(data), dye_kitchen())]

    dusk = {"form": "prohibition", "act": {"tag": "dyeing", "hour": "dusk"}}
    assert [rule["act"]["hour"] for rule in mirrors_of(dusk)] == ["forenoon", "noon"]
    formally = {"form": "speech", "act": {"tag": "asking"}, "style": "formally"}
    assert [rule["style"] for rule in mirrors_of(formally)][:1] == ["plainly"]
    washed = {"form": "precedence", "act": {"tag": "dyeing"}, "first": [{"tag": "washing"}]}
    assert [rule.get("negated", False) for rule in mirrors_of(washed)] == [False, True]
    assert mirrors_of(washed)[0]["first"] == [{"tag": "sounding"}]


@pytest.mark.parametrize("world_id", ["dye_kitchen", "well_queue", "lantern_watch"])
def test_every_norm_that_ships_has_a_mirror(world_id: str) -> None:
    world = load_world(worlds_folder() / f"{world_id}.yaml").world
    alone = [(t.id, rule) for t in templates(world) for _, rule in t.instances if not any_mirror(rule, world)]
    assert not alone


def any_mirror(rule: Rule, world: World) -> bool:
    """Whether the rule can be turned round at all."""
    return next(mirror_rules(rule, world), None) is not None


@pytest.mark.parametrize("seed", range(1, 4))
def test_every_custom_of_a_draw_has_a_twin_whichever_is_enforced(seed: int) -> None:
    assert all(twin_of(one) is not None for one in _enforcing_each(draw(dye_kitchen(), seed)))


def test_customs_without_a_mirror_make_no_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "mirror_rules", lambda rule, world: iter(()))
    with pytest.raises(NoDraw) as caught:
        draw(dye_kitchen(), 1)
    assert any("no mirror of it can be kept there" in reason for reason in caught.value.reasons)


def test_a_norm_free_case_enforces_nothing_and_shows_the_same() -> None:
    one = drawn("dye_colour_under", 2)
    free = case_of(one, norm_free=True)
    assert free.norm is None and free.scenes == case_of(one).scenes
