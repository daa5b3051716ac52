"""A rule read as columns says what its own monitor says, act by act, on any life without gaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from normquest.norms.events import Act, Event
from normquest.norms.families import size
from normquest.norms.features import Reading
from normquest.norms.histories import turn_labels
from normquest.norms.rules import (
    ActPattern,
    Alternation,
    Deadline,
    Now,
    Past,
    Precedence,
    Prohibition,
    Quantity,
    Repair,
    Rule,
    rule_from,
)
from normquest.norms.space import Space, monitor_word
from normquest.norms.space_builder import SpaceBuilder, is_duty
from norms.drafts import Drafts
from norms.town import life

WASH, BOW = ActPattern(verb="wash"), ActPattern(verb="bow")
ROSE = ActPattern.model_validate({"tag": "dyeing", "target.colour": "rose"})
ROOFED = Now.model_validate({"place.cover": "roofed"})
GUEST = Now.model_validate({"present.role": "guest"})
WASHED = Past(act=WASH, window="today")


def no(condition: Any) -> Any:
    """The condition denied."""
    return condition.model_copy(update={"negated": not condition.negated})


def built(rules: Sequence[Rule]) -> tuple[Space, list[int]]:
    """The space of some rules, and the row of each."""
    builder = SpaceBuilder()
    for rule in rules:
        builder.add(rule)
    return builder.build(), [builder.row_of(rule) for rule in rules]


def some_rules() -> list[Rule]:
    """A rule of every part of a space."""
    drafts = Drafts(Random(5))
    return [
        *(drafts.prohibition() for _ in range(30)),
        *(drafts.precedence() for _ in range(30)),
        *(drafts.duty() for _ in range(30)),
        *(drafts.rule() for _ in range(40)),
    ]


def said(rule: Rule | None, reading: Reading) -> int:
    """The verdict word of the rule by its own monitor; of no rule, nothing."""
    return 0 if rule is None else monitor_word(rule, reading.bits, reading.events)


KINDS: dict[str, tuple[Callable[[Drafts], Any], int, bool]] = {
    "prohibitions": (Drafts.prohibition, 260, True),
    "precedence": (Drafts.precedence, 200, True),
    "three_first_acts": (lambda drafts: drafts.precedence(3), 60, False),
    "duties": (Drafts.duty, 260, True),
    "tallies": (Drafts.tally, 80, False),
    "both": (Drafts.both, 80, False),
}


@pytest.mark.parametrize("kind", KINDS)
def test_columns_agree_with_monitors(kind: str) -> None:
    """Altogether some 600,000 verdicts on 22 lives of four people."""
    draft, number, mostly_factor = KINDS[kind]
    drafts = Drafts(Random(f"{kind} 1"))
    rules = [draft(drafts) for _ in range(number)]
    space, rows = built(rules)
    if mostly_factor:
        assert len(space.odd) < 0.3 * number
    compared = violations = 0
    broken: set[int] = set()
    for seed in range(22):
        # Of what else could be done all, much or nothing is known: duties are excused often, or never.
        events = life(seed, recorded=(0.0, 0.8, 1.0)[seed % 3], scene=seed % 2 == 0)
        reading = space.table.read(events)
        words = space.verdicts(reading)
        for rule, row in zip(rules, rows, strict=True):
            expected = monitor_word(rule, reading.bits, events)
            assert int(words[row]) == expected, (rule, seed)
            compared += reading.bits.length
            violations += expected.bit_count()
            if expected:
                broken.add(row)
    # So that agreement is not agreement about nothing.
    assert compared > 400 * number and violations > 0.005 * compared
    assert len(broken) > 0.4 * len(space)


def test_the_rule_of_a_row_says_the_same() -> None:
    rules = some_rules()
    space, rows = built(rules)
    assert space.rule(0) is None
    again = [space.rule(row) for row in range(len(space))]
    for seed in range(12):
        reading = space.table.read(life(seed))
        words = space.verdicts(reading)
        for row, rule in enumerate(again):
            assert said(rule, reading) == int(words[row]), (rule, seed)
        for rule, row in zip(rules, rows, strict=True):
            assert said(rule, reading) == int(words[row]), (rule, seed)


def test_the_row_of_the_rule_of_a_row_is_that_row() -> None:
    builder = SpaceBuilder()
    for rule in some_rules():
        builder.add(rule)
    space, rows = builder.build(), builder.rows()
    for row in range(1, len(space)):
        rule = space.rule(row)
        assert rule is not None and builder.row_of(rule) == rows(rule) == row


def test_verdicts_are_the_labels_of_turns() -> None:
    """What observers count is what statements are scored on."""
    rules = some_rules()
    space, rows = built(rules)
    for seed in range(12):
        events = life(seed)
        words = space.verdicts(space.table.read(events))
        for rule, row in zip(rules, rows, strict=True):
            labels = turn_labels(rule, events)
            assert int(words[row]) == sum(1 << bit for bit, label in enumerate(labels) if label)


@pytest.mark.parametrize(
    "rows",
    [
        [0],
        [0, 1],
        [0, 3, 4, 50, 51],
        "all",
        "every third",
        "only odd",
        "only duties",
    ],
)
def test_taking_rows_takes_their_rules_verdicts_and_sizes(rows: Any) -> None:
    space, _ = built(some_rules())
    end = 1 + space.n_guarded
    chosen = {
        "all": list(range(len(space))),
        "every third": list(range(0, len(space), 3)),
        "only odd": [0, *range(end + space.n_duties, len(space))],
        "only duties": [0, *range(end, end + space.n_duties)],
    }.get(str(rows), rows)
    part = space.take(np.array(chosen))
    assert len(part) == len(chosen) == len(part.sizes)
    assert part.sizes.tolist() == space.sizes[chosen].tolist()
    assert [part.rule(i) for i in range(len(part))] == [space.rule(row) for row in chosen]
    for seed in range(3):
        reading = space.table.read(life(seed))
        assert part.verdicts(reading).tolist() == space.verdicts(reading)[chosen].tolist()


def test_the_null_rule_must_stay() -> None:
    space, _ = built([Prohibition(act=WASH)])
    with pytest.raises(AssertionError):
        space.take(np.array([1]))


def test_an_empty_space_holds_the_null_rule() -> None:
    space = SpaceBuilder().build()
    assert len(space) == 1 and space.sizes.tolist() == [1]
    assert space.verdicts(space.table.read(life(0))).tolist() == [0]


@pytest.mark.parametrize(
    "rules",
    [
        [Prohibition(act=WASH, unless=(ROOFED,)), Prohibition(act=WASH, when=(no(ROOFED),))],
        [Prohibition(act=WASH, when=(WASHED,)), Prohibition(act=WASH, unless=(no(WASHED),))],
        [Prohibition(act=WASH, unless=(ROOFED, GUEST)), Prohibition(act=WASH, unless=(GUEST, ROOFED))],
        [
            Prohibition(act=WASH, when=(ROOFED,), unless=(GUEST,)),
            Prohibition(act=WASH, when=(no(GUEST), ROOFED)),
            Prohibition(act=WASH, unless=(no(ROOFED), GUEST)),
        ],
        [
            Precedence(act=ROSE, first=(WASH,), window="today"),
            Prohibition(act=ROSE, unless=(WASHED,)),
        ],
        [
            Precedence(act=ROSE, first=(WASH,), window="today", negated=True),
            Prohibition(act=ROSE, when=(WASHED,)),
        ],
        [
            Precedence(act=ROSE, first=(WASH, BOW)),
            Precedence(act=ROSE, first=(BOW, WASH)),
            Prohibition(
                act=ROSE,
                unless=(
                    Past(act=BOW, window="since_entering"),
                    Past(act=WASH, window="since_entering"),
                ),
            ),
        ],
        [Deadline(act=ROSE, then=(WASH,), within=2), Repair(act=ROSE, then=(WASH,), within=2)],
    ],
)
def test_one_meaning_one_row(rules: list[Rule]) -> None:
    space, rows = built([*rules, *rules])
    assert len(space) == 2 and set(rows) == {1}
    assert space.sizes[1] == min(size(rule) for rule in rules)


@pytest.mark.parametrize(
    "rule",
    [
        Prohibition(act=WASH, unless=(ROOFED, GUEST, WASHED)),
        Prohibition(act=WASH, bearer="present"),
        Precedence(act=ROSE, first=(WASH, BOW), negated=True),
        Precedence(act=ROSE, first=(WASH, BOW, ROSE)),
        rule_from(
            {"form": "precedence", "act": {"verb": "greet", "addressee": "?x"}, "first": [{"verb": "bow"}]}
        ),
        Deadline(act=ROSE, then=(WASH, BOW), within=2),
        Deadline(act=ROSE, then=(WASH,), within=2, bearer="addressee"),
        Repair(act=ROSE, then=(WASH,), within=2, when=(ROOFED,)),
        Quantity(act=ROSE, most=1),
        Alternation(act=ROSE),
    ],
)
def test_what_does_not_factor_is_run_by_its_monitor(rule: Rule) -> None:
    space, rows = built([rule])
    assert space.odd == (rule,) and rows == [1] and space.rule(1) == rule
    assert space.sizes.tolist() == [1, size(rule)]


def test_sizes_are_those_of_the_shortest_way_to_say_it() -> None:
    """A prior must not ask which part of a space holds a rule, nor which way round a condition was put."""
    rules = some_rules()
    space, rows = built(rules)
    for row in range(1, len(space)):
        rule = space.rule(row)
        ways = [rule, *(r for r, other in zip(rules, rows, strict=True) if other == row)]
        assert space.sizes[row] <= min(size(way) for way in ways if way is not None)
        if row > space.n_guarded:
            assert rule is not None and space.sizes[row] == size(rule)


@pytest.mark.parametrize("window", ["since_entering", "today"])
@pytest.mark.parametrize("negated", [False, True])
def test_the_size_of_a_guard_of_the_past_is_that_of_the_precedence(window: Any, negated: bool) -> None:
    past = Past(act=BOW, window=window)
    guard = Prohibition(act=ROSE, when=(past,)) if negated else Prohibition(act=ROSE, unless=(past,))
    space, _ = built([guard])
    assert space.sizes[1] == size(Precedence(act=ROSE, first=(BOW,), window=window, negated=negated))


def test_a_product_is_every_act_with_every_guard() -> None:
    acts = [WASH, ROSE, BOW]
    guards: list[Any] = [(), ((ROOFED, False),), ((ROOFED, True),), ((WASHED, False), (GUEST, True))]
    whole, single = SpaceBuilder(), SpaceBuilder()
    whole.product(acts, guards)
    whole.duties(acts, [WASH, BOW], [1, 3])
    for act in acts:
        single.add(Prohibition(act=act))
        single.add(Prohibition(act=act, unless=(ROOFED,)))
        single.add(Prohibition(act=act, when=(ROOFED,)))
        single.add(Prohibition(act=act, when=(GUEST,), unless=(WASHED,)))
        for then in (WASH, BOW):
            for within in (1, 3):
                single.add(Deadline(act=act, then=(then,), within=within))
    one, other = whole.build(), single.build()
    assert len(one) == len(other) == 1 + 12 + 12

    def content(space: Space) -> list[tuple[Rule | None, int]]:
        return [(space.rule(row), int(space.sizes[row])) for row in range(len(space))]

    assert content(one) == content(other)


def test_rows_lie_in_the_order_null_guarded_duties_odd() -> None:
    odd, duty, guarded = (
        Quantity(act=WASH, most=1),
        Deadline(act=WASH, then=(BOW,), within=1),
        Prohibition(act=WASH),
    )
    space, rows = built([odd, duty, guarded])
    assert rows == [3, 2, 1]
    assert [space.rule(row) for row in range(4)] == [None, guarded, duty, odd]
    assert (space.n_guarded, space.n_duties, len(space.odd)) == (1, 1, 1)


def test_what_counts_as_a_duty() -> None:
    assert is_duty(Deadline(act=WASH, then=(BOW,), within=1))
    assert is_duty(Repair(act=WASH, then=(BOW,), within=1))
    assert not is_duty(Repair(act=WASH, then=(BOW,), within=1, unless=(ROOFED,)))
    assert not is_duty(Prohibition(act=WASH))


def _turns(*acts: tuple[str, Any]) -> list[Event]:
    """One person's turns, each with what else could be done (None: not recorded)."""
    option = {"verb": "bow", "tags": [], "slots": {}}
    events: list[Event] = []
    for verb, could in acts:
        rites = None if could is None else (option,) * could
        events.append(
            Event(len(events), 0, "watch", "act", act=Act("oren", verb), facts={"people": {}}, could=rites)
        )
        events.append(Event(len(events), 0, "watch", "tick"))
    return events


@pytest.mark.parametrize(
    ("acts", "word"),
    [
        ((("wash", 0), ("sit", 1), ("sit", 0)), 0b100),
        ((("wash", 1), ("sit", 0), ("sit", 0)), 0),  # excused: the turn of the act itself does not count
        ((("wash", 0), ("sit", 0), ("sit", None)), 0b100),
        ((("wash", 0), ("sit", 0), ("bow", 0)), 0),
        ((("wash", 0), ("wash", 1), ("sit", 1), ("sit", 1), ("sit", 1)), 0b100),
        ((("wash", 0), ("sit", 1), ("wash", 1), ("wash", 1), ("sit", 1), ("sit", 1)), 0b100100),
        ((("wash", 0), ("sit", 1)), 0),
    ],
)
def test_a_duty_by_hand(acts: tuple[tuple[str, Any], ...], word: int) -> None:
    rule = Deadline(act=WASH, then=(BOW,), within=2)
    space, rows = built([rule])
    reading = space.table.read(_turns(*acts))
    assert int(space.verdicts(reading)[rows[0]]) == word == said(rule, reading)
