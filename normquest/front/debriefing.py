"""What a debrief tells of an episode that has ended."""

from __future__ import annotations

from collections.abc import Iterator

from normquest.episode.records import OpportunityRecord, StageResult, Statement
from normquest.front.debrief import Debrief, Said
from normquest.front.right import compare
from normquest.front.timeline import timeline_of
from normquest.norms.english import render
from normquest.norms.rules import Rule
from normquest.session.lines import stored_row
from normquest.session.live import Live
from normquest.session.newcomers import HUMAN
from normquest.session.rows.stretches import NORM
from normquest.session.summing import maker_of
from normquest.store import Store
from normquest.world.lexicon import Lexicon
from normquest.world.words import lexicon_of


def debrief_of(store: Store, live: Live) -> Debrief:
    """The whole debrief."""
    lexicon = lexicon_of(live.case.home.world)
    norm = live.case.norm
    return Debrief(
        rule="" if norm is None else render(norm, lexicon),
        said=tuple(
            _said(live, record, norm, lexicon) for record in live.records if isinstance(record, Statement)
        ),
        timeline=timeline_of(
            live.records, None if norm is None else NORM, None if live.known is None else live.known + 1
        ),
        results=tuple(record for record in live.records if isinstance(record, StageResult)),
        opportunities=tuple(record for record in live.records if isinstance(record, OpportunityRecord)),
        others=tuple(others(store, live)),
    )


def _said(live: Live, said: Statement, norm: Rule | None, lexicon: Lexicon) -> Said:
    scorer = maker_of(live.case).scorer
    score, rule = scorer.score(said.rule), scorer.rule(said.rule)
    return Said(
        stage=said.stage,
        english=said.unstatable or ("" if rule is None else said.english),
        words=said.words,
        confidence=said.confidence,
        exact=None if norm is None else score.exact,
        agreement=None if norm is None else score.agreement,
        cases=0 if norm is None else len(live.case.cases.items),
        comparison=None if rule is None or norm is None else compare(rule, norm, lexicon),
    )


def others(store: Store, live: Live) -> Iterator[str]:
    """How people and minds fared on this seed in this arm, with N."""
    heads = store.episodes(world=live.case.home.world.id, seed=live.key.seed, arm=live.key.arm)
    joint: dict[str, list[bool]] = {}
    for head in heads:
        row = stored_row(head)
        alike = (head.key.world_hash, head.key.norm) == (live.key.world_hash, live.key.norm)
        if alike and head.id != live.number and row is not None and row.act is not None:
            joint.setdefault(head.key.newcomer, []).append(row.act.joint)
    for newcomer, results in sorted(joint.items(), key=lambda one: (one[0] != HUMAN, one[0])):
        who = "Other sittings of people" if newcomer == HUMAN else newcomer
        done = f"joint success in {sum(results)} of {len(results)}"
        yield f"{who} on this seed: {done} (N = {len(results)})."
