"""Would it have been minded? Acts that might have been done in the watch instead of those that were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import Community
from normquest.community.clock import end_turn
from normquest.community.happening import happen
from normquest.community.state import Key, folded
from normquest.episode.case import Case, Scene
from normquest.episode.telling import words_of
from normquest.episode.watching import sanctioners, scenes_of
from normquest.norms.events import Event
from normquest.norms.monitor import Monitor
from normquest.norms.past import Memory
from normquest.norms.rules import Rule
from normquest.norms.terms_of import terms_of
from normquest.streams import Stream, shuffled, stream


class Supposition(NamedTuple):
    """What is supposed, in words, and whether it would have been minded.

    `history` is the scene up to it, the act supposed, and the tick after.
    """

    text: str
    minded: bool
    history: tuple[Event, ...]

    def breaks(self, rule: Rule) -> bool:
        """Whether the act supposed, or the tick after it, breaks a rule of one's own."""
        *_, act, tick = self.history
        return any(
            f.result == "violated" and f.bearer == act.actor and f.closed_by in (act.seq, tick.seq)
            for f in Monitor(rule).feed_all(self.history)
        )


OF_EACH = 2
"""So many that would have been minded, and so many that would not."""
OPTIONS = 2
"""Other acts looked at in place of one."""


def suppositions(case: Case, watch: str, count: int, seed: int) -> list[Supposition]:
    """At most four, half of them minded, where the scenes have them.

    All are acts of a kind that some custom speaks of, before somebody who
    would have reacted. Left out is what would only have opened a duty.
    """
    found: list[Supposition] = []
    for number, scene in enumerate(scenes_of(case, watch)[:count]):
        found += _in_scene(case, scene, number, stream(seed, "counterfactual", number))
    rng = stream(seed, "counterfactual")
    found = shuffled(rng, found)
    asked = [one for one in found if one.minded][:OF_EACH] + [one for one in found if not one.minded][
        :OF_EACH
    ]
    return shuffled(rng, asked)


def _in_scene(case: Case, scene: Scene, number: int, rng: Stream) -> Iterator[Supposition]:
    community = case.home
    kinds = {(act.verb, act.tag) for rule in case.customs for act in terms_of(rule).acts}
    monitor = None if case.norm is None else Monitor(case.norm)
    state, memory = dict(scene.start), Memory()
    for index, event in enumerate(scene.events):
        others = [p for p in event.present if p != event.actor]
        if event.kind == "act" and sanctioners(community, others):
            options = [
                ground
                for ground in legal_acts(community, state, event.actor)
                if ground.act != event.act
                and ((ground.act.verb, None) in kinds or any((None, tag) in kinds for tag in ground.tags))
            ]
            done = words_of(community, event, number, index, state)
            for ground in shuffled(rng, options)[:OPTIONS]:
                other, closing, minded = _instead(community, state, ground, event, monitor, memory)
                if minded is not None:
                    said = words_of(community, other, number, index, state)
                    text = f"In scene {number + 1}: {done} Suppose instead: {said}"
                    yield Supposition(text, minded, (*scene.events[:index], other, closing))
        if monitor is not None:
            memory, _ = monitor.judge(memory, event)
        state = folded(state, event.changes)


def _instead(
    community: Community,
    state: Mapping[Key, Any],
    ground: GroundAct,
    event: Event,
    monitor: Monitor | None,
    memory: Memory,
) -> tuple[Event, Event, bool | None]:
    """The other act, the tick after it, and whether it breaks the norm then; None where that stays open."""
    other, after = happen(
        community, dict(state), ground, seq=event.seq, turn=event.turn, stage="watch", told=False
    )
    closing, _ = end_turn(community, after, seq=event.seq + 1, turn=event.turn, stage="watch")
    if other.kind != "act" or monitor is None:
        return other, closing, False if other.kind == "act" else None
    memory, at_act = monitor.judge(memory, other)
    _, at_tick = monitor.judge(memory, closing)
    own = {f.result for f in (*at_act, *at_tick) if f.bearer == event.actor}
    if "violated" in own:
        return other, closing, True
    return other, closing, None if own & {"open", "unknown"} else False
