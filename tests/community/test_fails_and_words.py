"""Legal attempts that come to nothing, and the words in which acts are told."""

from __future__ import annotations

from community.play import Play, dye_kitchen, verb, world
from normquest.community.acts import legal_acts
from normquest.community.happening import happen
from normquest.community.words import bare_noun, looks, phrase, the

LOCKED = [
    {"when": {"is": ["target.colour", "slate"]}, "say": "{target} spits at {actor}, and that is all."},
    {"when": {"in": ["cloth_b", "actor"]}, "say": "{actor} has no hand free."},
]
STIR = verb(
    "stir",
    slots={"target": {"kind": "vat", "reach": "here"}},
    fails=LOCKED,
    do={"set": ["target.colour", "raw"]},
)
FIXED = {"vary": []}


def stirring() -> Play:
    play = Play(world(verbs={"stir": STIR}, home=FIXED))
    play.put("you", "loft")
    play.put("first", "loft")
    return play


def test_an_attempt_that_fails_is_legal_and_changes_nothing() -> None:
    play = stirring()
    event = play.do("you", "stir", target="slate_vat")
    assert (event.kind, event.changes) == ("failed", ())
    assert event.text == "The slate vat spits at you, and that is all."
    assert event.facts["target"]["colour"] == "slate" and event.tags == ("doing",)
    assert play.do("you", "stir", target="rose_tub").kind == "act"


def test_the_first_reason_that_holds_is_told() -> None:
    play = stirring()
    play.put("cloth_b", "first")
    names = play.community.names
    assert (
        play.do("first", "stir", target="slate_vat").text
        == f"The slate vat spits at {names['first']}, and that is all."
    )
    assert play.do("first", "stir", target="rose_tub").text == f"{names['first']} has no hand free."


def test_things_are_named_by_what_can_be_seen_of_them() -> None:
    play = stirring()
    community, state = play.community, play.state
    assert bare_noun(community, "cloth_a", state) == "raw cloth"
    assert the(community, "rose_tub", state) == "the rose tub"
    play.do("you", "stir", target="rose_tub")
    assert the(community, "rose_tub", play.state) == "the raw tub"
    assert the(community, "loft", state) == "the loft"
    assert the(community, "formal", state) == "formally"
    assert the(community, "you", state) == "you"
    assert (
        phrase(community, "dye {thing} in {target}", {"thing": "cloth_a"}, state)
        == "dye the raw cloth in {target}"
    )


def test_a_thing_without_a_property_has_no_adjective_for_it() -> None:
    play = Play(
        world(kinds={"peg": {"name": "peg"}}, home={"things": {"peg": {"kind": "peg", "at": "yard"}}})
    )
    assert bare_noun(play.community, "peg", play.state) == "peg"


def test_people_are_described_by_what_can_be_seen() -> None:
    play = Play(world(kinds={"peg": {"name": "peg", "spare": 1}}, home={"vary": []}))
    assert looks(play.community, "first", play.state) == "a steward, wearing a grey sash"
    play.put("cloth_a", "first")
    play.put("peg__1", "first")
    assert (
        looks(play.community, "first", play.state)
        == "a steward, wearing a grey sash, holding a raw cloth and a peg"
    )
    assert looks(play.community, "you", play.state) == ""


def test_the_newcomer_is_told_in_words_of_its_own() -> None:
    play = Play(world())
    names = play.community.names
    assert (
        play.do("you", "greet", addressee="second", style="plain").text
        == f"You greet {names['second']} plainly."
    )
    assert play.do("second", "bow", addressee="you").text == f"{names['second']} bows to you."
    assert play.do("you", "go", target="loft").text == "You go to the loft."


def test_the_choice_among_wordings_depends_on_the_seed_and_the_event_alone() -> None:
    def told(first_text: bool) -> list[str]:
        play = Play(dye_kitchen(), 4)
        lines = []
        for seq in range(12):
            ground = next(g for g in legal_acts(play.community, play.state, "you") if g.act.verb == "pick_up")
            if first_text:
                happen(play.community, play.state, ground, seq=99, turn=0, stage="act")
            event, _ = happen(play.community, play.state, ground, seq=seq, turn=0, stage="act")
            lines.append(event.text)
        return lines

    assert told(False) == told(True)
    assert len(set(told(False))) == 2


def test_no_placeholder_is_left_in_any_wording_of_the_shipped_world() -> None:
    for setting in ("home", "elsewhere"):
        play = Play(dye_kitchen(), 2, setting)
        for actor in ("you", *play.community.residents):
            for ground in legal_acts(play.community, play.state, actor):
                event, _ = happen(play.community, play.state, ground, seq=3, turn=0, stage="act")
                assert (
                    event.text and "{" not in event.text and event.text[0].isupper() | (event.text[0] == '"')
                )
