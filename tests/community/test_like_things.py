"""Like things are counted together, wherever they lie or are held."""

from __future__ import annotations

from community.play import dye_kitchen
from normquest.community.build import YOU, Community, build
from normquest.community.state import State
from normquest.community.words import looks, with_articles
from normquest.episode.observing import acting, things_here


def _all_alike(community: Community) -> State:
    state = dict(community.start)
    cloths = [thing for thing in community.setting.things if state[(thing, "kind")] == "cloth"]
    return state | {(c, "fibre"): "coarse" for c in cloths} | {(c, "colour"): "raw" for c in cloths}


def test_like_things_are_counted_and_others_stand_apart() -> None:
    home = build(dye_kitchen(), "home", 1)
    state = _all_alike(home) | {("cloth_c", "fibre"): "fine"}
    assert with_articles(home, ["cloth_a", "cloth_c", "cloth_b"], state) == [
        "two coarse raw cloths",
        "a fine raw cloth",
    ]
    assert with_articles(home, ["glass_bead"], state)[0].startswith("a")


def test_what_is_held_and_what_lies_about_is_told_so() -> None:
    home = build(dye_kitchen(), "home", 1)
    state = _all_alike(home) | {("cloth_a", "at"): "keeper", ("cloth_b", "at"): "keeper"}
    assert "holding two coarse raw cloths" in looks(home, "keeper", state)
    for cloth in ("cloth_a", "cloth_b", "cloth_c"):
        state[(cloth, "at")] = "loft_line"
    state[(YOU, "at")] = "loft"
    assert "three coarse raw cloths on the loft line" in things_here(home, "loft", state)
    shown = acting(home, state, stage="act", turn=0, left=9, lines=(), task="", visit=0, arrived=True)
    assert "and three coarse raw cloths on the loft line." in " ".join(shown.prose.split())
    assert "\n\nThere is a loft line" in shown.prose
