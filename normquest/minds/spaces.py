"""The space of rules that observers entertain in one community.

All guarded rules over what was seen, all simple duties, and the one-edit
neighbours of every custom alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from normquest.norms.edits import Vocabulary, edits, windows
from normquest.norms.rules import ActPattern, Alternation, Now, Past, Quantity, Rule, Test
from normquest.norms.space_builder import SpaceBuilder

Guard = tuple[tuple[Now | Past, bool], ...]


def act_patterns(words: Vocabulary, most_tests: int = 2) -> Iterator[ActPattern]:
    """Every tag with up to two tests of what can be told apart."""
    for tag, slots in words.tests.items():
        if tag in ("moving", "waiting"):
            continue
        yield ActPattern(tag=tag)
        tests = [
            Test(subject=subject, attribute=attribute, value=value)  # type: ignore[arg-type]
            for key, values in slots.items()
            for subject, _, attribute in [key.partition(".")]
            for value in values
        ]
        for i, first in enumerate(tests):
            yield ActPattern(tag=tag, tests=(first,))
            for second in tests[i + 1 :]:
                if most_tests > 1 and second.key != first.key:
                    yield ActPattern(tag=tag, tests=(first, second))


def guards(words: Vocabulary) -> Iterator[Guard]:
    """No guard; a condition or its contrary; a past rite in every window, or its contrary."""
    yield ()
    for condition in words.conditions:
        yield ((condition, False),)
        yield ((condition, True),)
    for rite in words.rites:
        for window, n in windows(words):
            past = Past(act=rite, window=window, n=n)  # type: ignore[arg-type]
            yield ((past, False),)
            yield ((past, True),)


def pair_guards(words: Vocabulary) -> Iterator[Guard]:
    """Either of two rites in the same window: compositions that can be told from their parts."""
    plain = [rite for rite in words.rites if len(rite.tests) <= 1]
    for i, first in enumerate(plain):
        for second in plain[i + 1 :]:
            if first.tag == second.tag:
                continue
            for window in ("since_entering", "today"):
                yield (
                    (Past(act=first, window=window), False),
                    (Past(act=second, window=window), False),
                )


def build_space(words: Vocabulary, customs: Sequence[Rule]) -> tuple[SpaceBuilder, list[int]]:
    """The builder with all rules in it, and the customs' rows."""
    builder = SpaceBuilder()
    patterns = list(act_patterns(words))
    small = [p for p in patterns if len(p.tests) <= 1]
    builder.product(patterns, guards(words))
    builder.product(small, pair_guards(words))
    builder.duties(small, words.rites, words.spans)
    for pattern in small:
        builder.add(Quantity(act=pattern, most=1))
        builder.add(Alternation(act=pattern))
    for custom in customs:
        builder.add(custom)
        for variant in edits(custom, words):
            builder.add(variant)
    return builder, [builder.row_of(custom) for custom in customs]
