"""Every norm of every world can be said: from the menus that people and models share, and in a sentence."""

from __future__ import annotations

import pytest

from normquest.front import offers
from normquest.norms.english import render
from normquest.norms.reading import read
from normquest.norms.rules import ActPattern, Now, Rule
from normquest.norms.rules import Test as Tested
from normquest.norms.templates import templates
from normquest.norms.walk import parts
from normquest.session.worlds import open_world, world_files
from normquest.world.lexicon import Lexicon
from normquest.world.words import lexicon_of


def missing(rule: Rule, lexicon: Lexicon) -> list[object]:
    """What the menus do not offer of the rule's acts and states."""
    acts = {(item.value.verb, item.value.tag) for item in offers.acts(lexicon)}
    states = {item.value.test for item in offers.states(lexicon)}
    found: list[object] = []
    for part in parts(rule):
        match part:
            case ActPattern():
                bare = ActPattern(verb=part.verb, tag=part.tag)
                details = [item.value for item in offers.details(bare, lexicon)]
                found += [] if (part.verb, part.tag) in acts else [part]
                found += [test for test in part.tests if test not in details]
                found += [bind for bind in part.binds if bind not in details]
            case Now() if isinstance(part.test, Tested) and part.test not in states:
                found.append(part.test)
    return found


@pytest.mark.parametrize("name", sorted(world_files()))
def test_every_norm_of_a_world_can_be_said(name: str) -> None:
    world = open_world(name).world
    lexicon = lexicon_of(world)
    for template in templates(world):
        for _, rule in template.instances:
            assert missing(rule, lexicon) == [], render(rule, lexicon)
            assert read(render(rule, lexicon), lexicon) == rule


def test_where_one_goes_is_described_as_a_place_is() -> None:
    lexicon = lexicon_of(open_world("lantern_watch").world)
    said = read("Never enter a dark place at midnight", lexicon)
    assert render(said, lexicon) == "It is forbidden to go to a dark place at midnight."
    tests = [(t.subject, t.attribute, t.value) for t in parts(said) if isinstance(t, Tested)]
    assert ("target", "light", "dark") in tests  # of the place, not "fire: dark" as of a lantern
    assert read("It is forbidden to go to a place whose light is dark at midnight.", lexicon) == said


def test_the_small_word_at_the_end_of_an_act_may_be_left_out() -> None:
    lexicon = lexicon_of(open_world("lantern_watch").world)
    said = read("Never hang a red light in a planked place", lexicon)
    assert render(said, lexicon) == "It is forbidden to hang a red light out while in a planked place."
    # Where one act is meant by just these words, it is that one.
    assert "on a hook" in render(read("Never hang a lantern", lexicon), lexicon)
