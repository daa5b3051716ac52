"""Mirror twins: the same community on the same tasks, enforcing the norm with two like tokens swapped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from community.play import dye_kitchen

from bank.draws import drawn
from normquest.bank import make
from normquest.bank.certificate import mirrors
from normquest.bank.draw import Drawn, NoDraw, designed, draw
from normquest.bank.make import case_of, mirrored
from normquest.norms.mirrors import token_mirrors
from normquest.world.words import lexicon_of


def beside_its_mirror() -> Drawn:
    """A draw whose customs are the norm and its mirror."""
    base = next(
        turned
        for seed in range(1, 9)
        for turned in _enforcing_each(draw(dye_kitchen(), seed, norm="word_before_dyeing"))
        if mirrors(turned)
    )
    pair = (base.norm, mirrors(base)[0])
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
    token = [rule for *_, rule in token_mirrors(one.norm.rule, lexicon_of(dye_kitchen()))]
    twin = mirrored(one)
    assert twin.norm.rule in token and twin.norm.rule == one.customs[1].rule
    here, there = case_of(one), case_of(twin)
    assert here.scenes == there.scenes and here.neutral == there.neutral
    assert here.norm != there.norm and here.cases != there.cases


def test_a_norm_without_a_mirror_that_binds_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make, "mirrors", lambda _: [])
    with pytest.raises(NoDraw, match="no mirror of the norm binds"):
        mirrored(drawn("dye_colour_under", 2))


def test_a_norm_free_case_enforces_nothing_and_shows_the_same() -> None:
    one = drawn("dye_colour_under", 2)
    free = case_of(one, norm_free=True)
    assert free.norm is None and free.scenes == case_of(one).scenes
