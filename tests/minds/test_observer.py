"""The reference observer: the likelihood by hand, and what updating may and may not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from norms.drafts import Drafts
from norms.town import life

from normquest.minds.observer import (
    NOISY,
    OTHER,
    REFERENCE,
    Beliefs,
    LogLikelihood,
    Noise,
    count_bits,
    sample,
    tick_rows,
    top,
    watched_words,
)
from normquest.norms.events import Act, Event
from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Deadline,
    Maintenance,
    Meta,
    Now,
    Prohibition,
    Quantity,
    Repair,
)
from normquest.norms.space import Space
from normquest.norms.space_builder import SpaceBuilder

FULL = 2**64 - 1
NOISES = [REFERENCE, NOISY, OTHER, Noise(1.0, 1.0, 1.0, 1.0, 0.0)]


def words(*bits: int) -> Any:
    """Verdict words, one a rule."""
    return np.array(bits, dtype=np.uint64)


def sizes(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int32)


def log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def formula(noise: Noise, vs: int, v: int, s: int, n: int) -> float:
    """log B(a + n_VS, b + n_V¬S) + log B(a' + n_CS, b' + n_C¬S), as in the design."""
    return log_beta(noise.a + vs, noise.b + v - vs) + log_beta(noise.c + s - vs, noise.d + (n - v) - (s - vs))


@pytest.mark.parametrize("noise", NOISES)
def test_the_likelihood_is_the_closed_formula(noise: Noise) -> None:
    likelihood = LogLikelihood(noise)
    checked = 0
    for n in range(7):
        for v in range(n + 1):
            for s in range(n + 1):
                for vs in range(max(0, s - (n - v)), min(v, s) + 1):
                    found = likelihood(sizes(vs), sizes(v), s, n)
                    assert found[0] == pytest.approx(formula(noise, vs, v, s, n), abs=1e-9)
                    checked += 1
    assert checked == 210


@pytest.mark.parametrize("noise", NOISES)
def test_many_rules_at_once_have_the_likelihoods_they_have_alone(noise: Noise) -> None:
    """More rules than pairs of counts: however that is worked out, the figures are those of the formula."""
    n, s = 9, 4
    counts = [(vs, v) for v in range(n + 1) for vs in range(max(0, s - (n - v)), min(v, s) + 1)]
    many = [counts[i * 7 % len(counts)] for i in range(3000)]
    found = LogLikelihood(noise)(sizes(*(vs for vs, _ in many)), sizes(*(v for _, v in many)), s, n)
    assert found == pytest.approx([formula(noise, vs, v, s, n) for vs, v in many], abs=1e-9)


def test_the_likelihood_of_sequences_is_a_probability() -> None:
    """Over all ways to sanction n given acts it adds up to 1, the two beta priors divided out."""
    noise = Noise(2.0, 1.0, 0.5, 3.0)
    acts, violating = 5, 0b01101
    total = 0.0
    for sanctioned in range(2**acts):
        v, s, vs = violating.bit_count(), sanctioned.bit_count(), (violating & sanctioned).bit_count()
        total += exp(formula(noise, vs, v, s, acts) - log_beta(2.0, 1.0) - log_beta(0.5, 3.0))
    assert total == pytest.approx(1.0)


def test_a_watch_by_hand() -> None:
    """Three rules, two scenes; act 2 of the first was seen by nobody who could mind it."""
    noise = Noise(a=3.0, b=1.0, c=1.0, d=4.0, per_size=0.5)
    beliefs = Beliefs(sizes(1, 3, 5), noise)
    beliefs.update(words(0b000, 0b101, 0b011), 0b011, 0b001)
    beliefs.update(words(0b00, 0b01, 0b10), 0b11, 0b01)
    assert beliefs.v.tolist() == [0, 2, 3]
    assert beliefs.vs.tolist() == [0, 2, 1]
    assert (beliefs.s, beliefs.n) == (2, 4)
    joint = [
        -0.5 * 1 + formula(noise, 0, 0, 2, 4),
        -0.5 * 3 + formula(noise, 2, 2, 2, 4),
        -0.5 * 5 + formula(noise, 1, 3, 2, 4),
    ]
    total = sum(map(exp, joint))
    assert beliefs.posterior() == pytest.approx([exp(j) / total for j in joint])
    assert beliefs.best() == 1


def test_before_anything_is_seen_the_prior_falls_with_size() -> None:
    beliefs = Beliefs(sizes(1, 2, 3, 3), Noise(per_size=1.5))
    posterior = beliefs.posterior()
    assert posterior.sum() == pytest.approx(1)
    assert posterior[2] == posterior[3]
    assert log(posterior[0] / posterior[1]) == pytest.approx(1.5)
    assert log(posterior[1] / posterior[2]) == pytest.approx(1.5)
    assert beliefs.best() == 0


def test_without_sanctions_the_null_rule_gains_and_with_them_it_loses() -> None:
    quiet, loud = (Beliefs(sizes(1, 2, 2)) for _ in range(2))
    start = quiet.posterior()
    for _ in range(5):
        quiet.update(words(0, 0b01, 0b10), 0b11, 0)
        loud.update(words(0, 0b01, 0b10), 0b11, 0b01)
    assert quiet.posterior()[0] > max(start[0], 0.9)
    assert loud.posterior()[0] < 1e-3 and loud.best() == 1
    assert (quiet.v[0], quiet.vs[0], loud.v[0], loud.vs[0]) == (0, 0, 0, 0), "nothing violates the null rule"


def test_a_rule_must_explain_sanctions_and_their_absence() -> None:
    """Of rules of one size: who hits all beats who misses one, and who accuses too many."""
    beliefs = Beliefs(sizes(1, 4, 4, 4))
    beliefs.update(words(0, 0b0011, 0b0001, 0b0111), 0b1111, 0b0011)
    posterior = beliefs.posterior()
    assert posterior[1] > 5 * max(posterior[2], posterior[3])


def test_rules_that_say_the_same_are_told_apart_by_size_alone() -> None:
    beliefs = Beliefs(sizes(1, 2, 4))
    for seen in (0b1011, 0b0010, 0b1000):
        beliefs.update(words(0, seen, seen), 0b1111, seen)
    posterior = beliefs.posterior()
    assert log(posterior[1] / posterior[2]) == pytest.approx(2 * REFERENCE.per_size)


SCENES = st.lists(
    st.tuples(
        st.tuples(*[st.integers(0, FULL)] * 4),  # verdicts
        st.integers(0, FULL),  # watched at the act
        st.integers(0, FULL),  # watched at the tick
        st.integers(0, FULL),  # sanctioned
    ),
    min_size=1,
    max_size=6,
)


def after(scenes: Sequence[Any], noise: Noise = REFERENCE, by_rule: bool = False) -> Beliefs:
    """Beliefs over the null rule and four others, of which two are judged at ticks."""
    beliefs = Beliefs(sizes(1, 2, 3, 3, 5), noise)
    for verdicts, watched, watched_tick, sanctioned in scenes:
        masks = words(watched, watched, watched, watched_tick, watched_tick) if by_rule else watched
        beliefs.update(words(0, *verdicts), masks, sanctioned)
    return beliefs


@given(SCENES, st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=40)
def test_the_order_of_scenes_does_not_matter(scenes: list[Any], rng: Random, by_rule: bool) -> None:
    other = list(scenes)
    rng.shuffle(other)
    one, two = after(scenes, by_rule=by_rule), after(other, by_rule=by_rule)
    assert one.v.tolist() == two.v.tolist() and one.vs.tolist() == two.vs.tolist()
    assert one.log_posterior().tolist() == two.log_posterior().tolist()


@given(SCENES, st.booleans())
@settings(max_examples=40)
def test_one_by_one_is_all_at_once(scenes: list[Any], by_rule: bool) -> None:
    """Counts add up: what is believed after several scenes is the formula of their summed counts."""
    beliefs = after(scenes, by_rule=by_rule)
    n = s = 0
    v, vs = [0] * 5, [0] * 5
    for verdicts, watched, watched_tick, sanctioned in scenes:
        masks = [watched] * 3 + [watched_tick if by_rule else watched] * 2
        seen = watched | watched_tick if by_rule else watched
        n, s = n + seen.bit_count(), s + (seen & sanctioned).bit_count()
        for row, word in enumerate((0, *verdicts)):
            v[row] += (word & masks[row]).bit_count()
            vs[row] += (word & masks[row] & sanctioned).bit_count()
    assert (beliefs.v.tolist(), beliefs.vs.tolist(), beliefs.s, beliefs.n) == (v, vs, s, n)
    joint = beliefs.log_prior + np.array([formula(REFERENCE, vs[i], v[i], s, n) for i in range(5)])
    assert beliefs.log_posterior() == pytest.approx(joint - np.logaddexp.reduce(joint), abs=1e-6)


@given(SCENES, st.sampled_from(NOISES), st.booleans())
@settings(max_examples=40)
def test_a_posterior_is_a_distribution(scenes: list[Any], noise: Noise, by_rule: bool) -> None:
    beliefs = after(scenes, noise, by_rule)
    posterior = beliefs.posterior()
    assert posterior.sum() == pytest.approx(1)
    assert (posterior >= 0).all() and np.isfinite(beliefs.log_posterior()).all()
    # Nothing is counted that was not there: no act is both violating and complying, none sanctioned twice.
    assert (beliefs.vs <= beliefs.v).all() and (beliefs.v <= beliefs.n).all()
    assert (beliefs.s - beliefs.vs <= beliefs.n - beliefs.v).all() and (beliefs.vs <= beliefs.s).all()


@given(SCENES)
@settings(max_examples=40)
def test_unwatched_acts_say_nothing(scenes: list[Any]) -> None:
    """What a rule or a sanction says of an act that nobody saw is left out."""
    beliefs = after(scenes)
    masked = [
        (tuple(word & watched for word in verdicts), watched, tick, sanctioned & watched)
        for verdicts, watched, tick, sanctioned in scenes
    ]
    assert after(masked).log_posterior().tolist() == beliefs.log_posterior().tolist()
    nothing = [(verdicts, 0, 0, sanctioned) for verdicts, _, _, sanctioned in scenes]
    assert after(nothing).posterior() == pytest.approx(Beliefs(sizes(1, 2, 3, 3, 5)).posterior())


def test_a_sanction_at_a_tick_of_an_act_that_nobody_saw_is_no_miracle() -> None:
    """All rules must explain the same acts, also one that only the end of its turn had witnesses to."""
    beliefs = Beliefs(sizes(1, 2, 2))
    beliefs.update(words(0, 0, 0b1), words(0, 0, 0b1), 0b1)
    assert (beliefs.s, beliefs.n) == (1, 1)
    expected = [formula(REFERENCE, 0, 0, 1, 1)] * 2 + [formula(REFERENCE, 1, 1, 1, 1)]
    assert beliefs.likelihood(beliefs.vs, beliefs.v, beliefs.s, beliefs.n) == pytest.approx(expected)
    assert beliefs.best() == 2


def test_one_mask_for_all_and_the_same_for_each_are_one() -> None:
    one, each = Beliefs(sizes(1, 2, 3)), Beliefs(sizes(1, 2, 3))
    one.update(words(0, 0b1101, 0b0110), 0b0111, 0b1100)
    each.update(words(0, 0b1101, 0b0110), words(*[0b0111] * 3), 0b1100)
    assert one.log_posterior().tolist() == each.log_posterior().tolist()


def test_a_reaction_to_nothing_that_was_seen_is_a_false_alarm_under_every_rule() -> None:
    one, other = Beliefs(sizes(1, 2, 2)), Beliefs(sizes(1, 2, 2))
    for beliefs in (one, other):
        beliefs.update(words(0, 0b01, 0b10), 0b11, 0b01)
    one.unexplained(2)
    other.update(words(0, 0, 0), 0b11, 0b11)
    assert one.log_posterior().tolist() == other.log_posterior().tolist()


def test_copies_go_their_own_way() -> None:
    beliefs = after([((1, 2, 3, 4), 7, 7, 1)])
    before = beliefs.log_posterior().tolist()
    other = beliefs.copy()
    assert other.log_posterior().tolist() == before
    other.update(words(0, 1, 2, 3, 4), 7, 2)
    other.keep(np.array([True, True, False, False, False]))
    assert beliefs.log_posterior().tolist() == before
    assert (beliefs.n, other.n) == (3, 6)


def test_forgetting_rules_leaves_the_odds_of_the_others() -> None:
    beliefs = after([((1, 2, 3, 4), 7, 7, 1), ((4, 5, 6, 7), 7, 7, 4)])
    before = beliefs.posterior()
    alive = np.array([True, False, True, True, False])
    beliefs.keep(alive)
    assert beliefs.posterior() == pytest.approx(before[alive] / before[alive].sum())
    beliefs.update(words(0, 1, 2), 3, 1)
    assert beliefs.posterior().sum() == pytest.approx(1)


def test_bits_are_counted_up_to_the_last() -> None:
    assert count_bits(words(0, 1, FULL, 1 << 63)).tolist() == [0, 1, 64, 1]


def test_the_first_among_equals_is_the_best() -> None:
    assert Beliefs(sizes(3, 2, 2, 4)).best() == 1


def test_the_top_are_the_most_probable_in_order() -> None:
    posterior = np.array([0.1, 0.4, 0.05, 0.3, 0.15])
    assert top(posterior, 3) == [1, 3, 4]
    assert top(posterior, 5) == top(posterior, 50) == [1, 3, 4, 0, 2]
    assert top(posterior, 1) == [1]
    rng = np.random.default_rng(0)
    many = rng.random(1000)
    assert top(many, 20) == sorted(range(1000), key=lambda row: -many[row])[:20]


def test_samples_come_in_proportion() -> None:
    posterior = np.array([0.0, 0.5, 0.0, 0.3, 0.2])
    n = 1000
    drawn = sample(posterior, [(i + 0.5) / n for i in range(n)])
    assert [drawn.count(row) for row in range(5)] == [0, 500, 0, 300, 200]
    assert drawn == sorted(drawn)


@pytest.mark.parametrize("posterior", [[1.0, 0.0], [0.0, 1.0], [0.0, 0.25, 0.0], [2.0, 6.0]])
def test_samples_need_no_normalisation_and_never_draw_the_impossible(posterior: list[float]) -> None:
    weights = np.array(posterior)
    ends = [0.0, 1e-18, 0.25 - 1e-12, 0.25, 0.5, 1 - 2**-53]
    assert all(weights[row] > 0 for row in sample(weights, ends))
    assert sample(weights, []) == []


WASH, BOW = ActPattern(verb="wash"), ActPattern(verb="bow")
SASH = Now.model_validate({"one.wears": "sash"})


def built(*rules: Any) -> tuple[Space, list[int]]:
    builder = SpaceBuilder()
    for rule in rules:
        builder.add(rule)
    return builder.build(), [builder.row_of(rule) for rule in rules]


def test_duties_and_upkeep_are_watched_at_the_tick() -> None:
    at_act = [
        Prohibition(act=WASH),
        Quantity(act=WASH, most=1),
        Alternation(act=WASH),
        Meta(custom=Alternation(act=WASH), rebuke=BOW, by=SASH, modality="may"),
    ]
    at_tick = [
        Deadline(act=WASH, then=(BOW,), within=1),
        Deadline(act=WASH, then=(BOW, WASH), within=1),
        Repair(act=WASH, then=(BOW,), within=1, when=(SASH,)),
        Maintenance(keep=SASH, during=(SASH,)),
        Meta(custom=Alternation(act=WASH), rebuke=BOW, by=SASH, modality="must", within=1),
    ]
    space, rows = built(*at_act, *at_tick)
    late = tick_rows(space)
    assert [bool(late[row]) for row in rows] == [False] * 4 + [True] * 5
    assert not late[0]
    assert watched_words(space, 0b01, 0b10).tolist() == [0b10 if at else 0b01 for at in late]


def test_who_is_shown_the_norm_enforced_finds_it() -> None:
    """From events to a posterior: 25 lives, every watched breach of one rule sanctioned, no noise."""
    drafts = Drafts(Random(9))
    rules = [drafts.prohibition() for _ in range(80)] + [drafts.duty() for _ in range(40)]
    honoured = {"has": {"tag": "honouring"}, "window": "today"}
    norms = [
        Prohibition.model_validate({"act": {"tag": "dyeing"}, "unless": [honoured]}),
        Deadline.model_validate({"act": {"verb": "pick"}, "then": [{"verb": "bow"}], "within": 2}),
    ]
    space, rows = built(*norms, *rules)
    readings = [space.table.read(life(seed, 6)) for seed in range(25)]
    for row in rows[:2]:
        beliefs = Beliefs(space.sizes)
        for reading in readings:
            verdicts = space.verdicts(reading)
            masks = watched_words(space, reading.bits.watched, reading.bits.watched_tick)
            beliefs.update(verdicts, masks, int(verdicts[row] & masks[row]))
        assert beliefs.best() == row
        assert beliefs.posterior()[row] > 0.8


def test_a_hundred_thousand_rules_are_no_more_than_a_few_arrays() -> None:
    """Counts and words are flat arrays; a hundred updates of 10^5 rules leave no objects behind."""
    rng = np.random.default_rng(1)
    number = 100_000
    many = rng.integers(0, 2**40, size=number, dtype=np.uint64)
    many[0] = 0
    beliefs = Beliefs(rng.integers(1, 9, size=number).astype(np.int32))
    masks = np.where(rng.random(number) < 0.1, np.uint64(2**39 - 1), np.uint64(2**40 - 1))
    target = 777
    for scene in range(100):
        words_here = np.roll(many[1:], scene)
        verdicts = np.concatenate([many[:1], words_here])
        beliefs.update(verdicts, masks, int(verdicts[target] & masks[target]))
    assert beliefs.best() == target
    assert beliefs.posterior()[target] > 0.99
    assert (beliefs.v.dtype, beliefs.vs.dtype) == (np.int32, np.int32)


def test_an_observer_reads_act_by_act_what_a_monitor_would_say() -> None:
    """A tiny watch from events on: the second of three acts is a breach, seen and sanctioned."""
    space, (row,) = built(Prohibition(act=WASH))

    def did(seq: int, verb: str) -> Event:
        facts = {"people": {"oren": {}, "vera": {}}, "place": {}}
        return Event(seq, seq, "watch", "act", act=Act("oren", verb), facts=facts, present=("vera",))

    reading = space.table.read([did(0, "sit"), did(1, "wash"), did(2, "sit")])
    beliefs = Beliefs(space.sizes)
    beliefs.update(space.verdicts(reading), watched_words(space, reading.bits.watched, 0), 0b010)
    assert (beliefs.v[row], beliefs.vs[row], beliefs.s, beliefs.n) == (1, 1, 1, 3)
