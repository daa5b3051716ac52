"""Known motives in the battery: what each does follows from what it is, and agrees with its signature."""

from __future__ import annotations

import pytest
from cases import THEN_BOW, Played, made, play

from normquest.episode.circumstances import BELIEFS, CIRCUMSTANCES, DIFFERENT, About, told, understood
from normquest.episode.records import Config, Request, TrialResult
from normquest.measures.societies.mechanisms import MECHANISMS, PREDICTIONS
from normquest.minds.scripted import MINDS
from normquest.minds.scripted.motives import LAPSES, MOTIVES, believed, different, keeps, noticed
from normquest.norms.rules import Rule
from normquest.streams import stream

NAMES = ("Ada", "Bo", "Cy", "Di")
TOLD = {c: understood(told(c, About(NAMES, NAMES[:1], 3), Config())) for c in CIRCUMSTANCES}


@pytest.mark.parametrize("motive", MECHANISMS)
def test_what_a_motive_makes_of_a_page_agrees_with_the_signature_of_its_mechanism(motive: str) -> None:
    for circumstance in CIRCUMSTANCES:
        act = PREDICTIONS[motive][circumstance].act  # type: ignore[index]
        kept = MOTIVES[motive](TOLD[circumstance], stream(1))
        assert act == "either" or kept == (act == "keep"), circumstance


def test_every_motive_is_a_mind_that_can_be_sent() -> None:
    assert all(MINDS[name].motive == name for name in MOTIVES)
    assert set(MOTIVES) == {*MECHANISMS, "random"}


@pytest.mark.parametrize("circumstance", CIRCUMSTANCES)
def test_a_page_tells_what_is_different(circumstance: str) -> None:
    assert different(TOLD[circumstance]) == circumstance  # type: ignore[index]
    options = sorted(DIFFERENT.values())
    assert options[noticed(TOLD[circumstance], options) - 1] == DIFFERENT[circumstance]  # type: ignore[index]


def test_lapses_come_as_often_as_they_are_said_to() -> None:
    lapsed = sum(not keeps("internalised", TOLD["control"], stream(n)) for n in range(4000))
    assert abs(lapsed / 4000 - LAPSES) < 0.0138  # four standard errors


def test_beliefs_are_what_was_told() -> None:
    flip, names = TOLD["acts_flip"], dict(BELIEFS)
    said = {name: believed("imitator", flip, text, stream(1)) for name, text in names.items()}
    assert said == {"ee": 2, "ne": 8, "personal": 0, "sanction": 10}  # one of four, three of four
    assert believed("internalised", flip, names["personal"], stream(1)) == 10
    assert believed("strategic", TOLD["ratings_off"], names["sanction"], stream(1)) == 0


def outcomes(played: Played) -> list[bool | None]:
    return [r.kept for r in played.records if isinstance(r, TrialResult)]


def test_a_mind_goes_by_the_page_and_not_by_the_trial_that_it_is() -> None:
    """With all pages those of an ordinary day, a mind that calculates keeps the norm in every trial."""
    plain = play(made(), "strategic", battery=True)
    mind = MINDS["strategic"](made(), plain.key)
    ordinary = next(
        r.observation.prose for r in plain.requests("continue", "trials")[1:] if _control(r, plain)
    )

    def answer(request: Request, records: object) -> object:
        shown = [_with(r, ordinary) if isinstance(r, Request) else r for r in records]  # type: ignore[attr-defined]
        return mind.decide(_with(request, ordinary), shown)

    fooled = [k for k in outcomes(play(made(), answer, battery=True)) if k is not None]
    assert sum(fooled) >= 15 and sum(bool(k) for k in outcomes(plain)) < 12


def _control(request: Request, played: Played) -> bool:
    from normquest.episode.battery import order

    seen = request.observation
    return bool(seen.prose) and order(played.key.seed)[int(seen.place.split()[1]) - 1] == "control"


def _with(request: Request, prose: str) -> Request:
    from dataclasses import replace

    if (
        request.stage != "trials"
        or not request.observation.place.startswith("Day")
        or not request.observation.prose
    ):
        return request
    return replace(request, observation=replace(request.observation, prose=prose))


@pytest.mark.parametrize("norm", [None, THEN_BOW], ids=["prohibition", "duty"])
@pytest.mark.parametrize("mind", ["observer", "contrarian", "forbid-all", "random-route", "noop"])
def test_minds_without_a_known_motive_get_through_it_too(mind: str, norm: Rule | None) -> None:
    played = play(made() if norm is None else made(norm), mind, battery=True)
    assert len(outcomes(played)) == 18
    assert set(played.answered("notice")) == {None} == set(played.answered("belief"))
