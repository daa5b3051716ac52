"""Facts, and who knows which: what one learns stays as it was when one learned it."""

from __future__ import annotations

from typing import Any

from community.play import Play, verb, world
from normquest.community.seen import knowledge
from normquest.world.schema import World

SOMEONE = {"addressee": {"kind": "person", "reach": "here"}}


def gossip(**more: Any) -> World:
    """Two facts: the colour of the rose vat (as it happens to be), and how many cloths lie in the yard."""
    here = {"thing": {"kind": "cloth", "reach": "here"}}
    knows = {"knows": ["actor", "lying"]}
    verbs = {
        "look": verb("look", do=[{"learn": ["actor", "lying"]}]),
        "tell": verb("tell", slots=SOMEONE, when=knows, do=[{"learn": ["addressee", "lying"]}]),
        "point": verb("point", slots=SOMEONE, do=[{"learn": ["addressee", "lying"]}]),
        "fetch": verb("fetch", slots=here, when=[{"compare": [{"known": ["actor", "lying"]}, ">=", 2]}]),
        "fret": verb(
            "fret", when=[{"not": {"is": [{"known": ["actor", "lying"]}, {"fact": "lying"}]}}, knows]
        ),
        "agree": verb(
            "agree",
            slots=SOMEONE,
            when=[{"is": [{"known": ["actor", "lying"]}, {"known": ["addressee", "lying"]}]}],
        ),
        **more,
    }
    lying = {"count": {"kind": "cloth", "where": [{"in": ["it", "yard"]}]}}
    return world(verbs=verbs, facts={"lying": lying, "tint": "rose_vat.colour"})


def test_nobody_knows_anything_at_first() -> None:
    play = Play(gossip())
    assert all(knowledge(play.community, play.state, p) == {} for p in play.community.people)
    assert not play.may("you", "tell", addressee="second") and not play.may("you", "fetch", thing="cloth_a")


def test_who_looks_learns_what_is_so_and_may_act_on_it() -> None:
    play = Play(gossip())
    assert play.do("you", "look").changes == (("you", "knows:lying", 2),)
    assert knowledge(play.community, play.state, "you") == {"lying": 2}
    assert knowledge(play.community, play.state, "second") == {}
    assert play.may("you", "fetch", thing="cloth_a") and not play.may("second", "fetch", thing="cloth_a")


def test_what_one_knows_goes_stale_until_one_looks_again() -> None:
    play = Play(gossip())
    play.do("you", "look")
    assert not play.may("you", "fret")
    play.do("second", "take", thing="cloth_b")
    assert knowledge(play.community, play.state, "you") == {"lying": 2}
    assert play.may("you", "fret") and play.may("you", "fetch", thing="cloth_a")
    play.do("you", "look")
    assert knowledge(play.community, play.state, "you") == {"lying": 1}
    assert not play.may("you", "fret") and not play.may("you", "fetch", thing="cloth_a")


def test_who_is_told_learns_what_the_teller_knows_stale_as_it_is() -> None:
    play = Play(gossip())
    play.do("you", "look")
    play.do("second", "take", thing="cloth_b")
    play.do("you", "tell", addressee="second")
    assert knowledge(play.community, play.state, "second") == {"lying": 2}
    assert play.may("you", "agree", addressee="second")


def test_news_is_relayed_from_one_to_the_next() -> None:
    play = Play(gossip())
    play.put("first", "yard")
    play.do("you", "look")
    play.do("second", "take", thing="cloth_b")
    play.do("you", "tell", addressee="second")
    play.do("second", "tell", addressee="first")
    assert knowledge(play.community, play.state, "first") == {"lying": 2}


def test_who_is_shown_by_one_who_does_not_know_learns_what_is_so() -> None:
    play = Play(gossip())
    play.do("second", "take", thing="cloth_b")
    play.do("you", "point", addressee="second")
    assert knowledge(play.community, play.state, "second") == {"lying": 1}


def test_a_fact_sees_what_the_same_act_changed_before() -> None:
    grab = verb(
        "grab",
        slots={"thing": {"kind": "cloth", "reach": "here"}},
        do=[{"move": ["thing", "actor"]}, {"learn": ["actor", "lying"]}],
    )
    play = Play(gossip(grab=grab))
    play.do("you", "grab", thing="cloth_a")
    assert knowledge(play.community, play.state, "you") == {"lying": 1}


def test_what_is_known_may_be_a_word_and_stands_in_the_order_of_the_file() -> None:
    study = verb("study", do=[{"learn": ["actor", "tint"]}, {"learn": ["actor", "lying"]}])
    play = Play(gossip(study=study), seed=5)
    play.do("you", "study")
    known = knowledge(play.community, play.state, "you")
    assert list(known.items()) == [("lying", 2), ("tint", play.of("rose_vat", "colour"))]


def test_a_world_rule_can_tell_everyone_how_it_is() -> None:
    crier = {"for": "person", "every": 2, "do": {"learn": ["it", "lying"]}}
    rules = {"home": {"rules": [crier]}}
    play = Play(
        world(
            verbs={},
            facts={"lying": {"count": {"kind": "cloth", "where": [{"in": ["it", "yard"]}]}}},
            **rules,
        )
    )
    play.end()
    assert knowledge(play.community, play.state, "first") == {}
    play.do("you", "take", thing="cloth_a")
    play.end()
    assert [knowledge(play.community, play.state, p) for p in play.community.people] == [{"lying": 1}] * 3


def test_what_someone_has_known_all_along_counts_even_where_nobody_can_learn_it() -> None:
    nod = verb("nod", when=[{"knows": ["actor", "tint"]}])
    play = Play(world(verbs={"nod": nod}, facts={"tint": "rose_vat.colour"}))
    play.state[("second", "knows:tint")] = "rose"
    assert play.may("second", "nod") and not play.may("you", "nod")
