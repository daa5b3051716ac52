"""Who is uninformed reads nowhere that there is a norm, and is asked for the same as everybody."""

from __future__ import annotations

import re

import pytest
from cases import made, play

from normquest.episode import briefs
from normquest.episode.records import ARMS, Config

SPEAKS_OF_A_NORM = re.compile(
    r"\b(mind|minds|offen[cs]e|custom|norm|rule|forbid\w*|allowed|enforce|sanction|earned|punish\w*)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("arm", [arm for arm in ARMS if arm != "told"])
@pytest.mark.parametrize("delay", [0, 2])
def test_no_brief_and_no_question_but_that_for_a_statement_speaks_of_a_norm(arm: str, delay: int) -> None:
    config, case = Config(arm=arm, brief="uninformed", delay=delay), made()
    told = [briefs.opening(case, config), briefs.act_brief(case, config)]
    told += [briefs.elsewhere_brief(case, config), briefs.forecast_question(config)]
    told += [briefs.attribution_question(config), briefs.mark(config)]
    for text in told:
        assert SPEAKS_OF_A_NORM.search(text) is None, text
    assert "take a while" in told[0] if delay else "at once" in told[0]


def test_the_statement_does_not_presuppose_that_there_is_a_rule() -> None:
    config = Config(brief="uninformed")
    assert briefs.statement_title(config) == "Is there a rule here?"
    asked = briefs.statement_question(config)
    assert asked.startswith("Is there a rule that people here enforce, and which?") and "19 of 20" in asked


def test_in_the_watch_what_people_do_about_it_is_marked_by_a_neutral_word() -> None:
    def watched(brief: str) -> str:
        played = play(made(), "noop", arm="witnessed", brief=brief)
        return "\n".join(r.observation.text for r in played.requests("continue", "watch"))

    assert "▲ reaction  " in watched("uninformed") and "▲ sanction" not in watched("uninformed")
    assert "▲ sanction  " in watched("default")


def test_who_is_told_the_rule_is_not_uninformed() -> None:
    assert not briefs.uninformed(Config(arm="told", brief="uninformed"))
    assert briefs.uninformed(Config(arm="both", brief="uninformed"))
    assert not briefs.uninformed(Config()) and not briefs.uninformed(Config(brief="told"))
