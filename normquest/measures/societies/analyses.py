"""All analyses of some societies at once, for a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from normquest.measures.figures import Figure
from normquest.measures.societies.alignment import Alignment, alignments
from normquest.measures.societies.contrasts import Contrast, contrasts
from normquest.measures.societies.corrections import Correction, corrections
from normquest.measures.societies.discussion import Coded, Share, coded, shares
from normquest.measures.societies.kappa import Agreement, agreement
from normquest.measures.societies.logs import Draws, Message, Ratings, Span
from normquest.measures.societies.means import RoundMean, Steady, round_means, steady_state
from normquest.measures.societies.panel import Panel
from normquest.measures.societies.pathway import Pathway, pathway
from normquest.measures.societies.recovery import Recovery, recovery
from normquest.measures.societies.sharedness import Sharedness, sharedness
from normquest.measures.societies.shares import mechanism_shares, success_shares, successes
from normquest.measures.societies.trials import Trials
from normquest.measures.societies.verdicts import Verdict, classify_members

SecondCodes = Mapping[tuple[int, int, int, int], tuple[str, bool, str]]
"""(run, round, group, turn) to kind, looks back, direction, as another coder gives them."""


@dataclass(frozen=True)
class Analyses:
    """What a report takes. Empty or None: there was nothing of that kind to analyse."""

    endowment: float
    runs: int
    conditions: Sequence[str]
    families: Sequence[str]
    rounds: Sequence[RoundMean]
    steady: Sequence[Steady]
    contrasts: Sequence[Contrast]
    sharedness: Sequence[Sharedness]
    alignment: Sequence[Alignment]
    pathway: Pathway | None
    corrections: Sequence[Correction]
    discussion: Sequence[Share]
    coders: Sequence[Agreement]
    recovery: Sequence[Recovery]
    mechanisms: Sequence[Figure]
    successes: Sequence[Figure]
    verdicts: Sequence[Verdict]


@dataclass(frozen=True)
class Logs:
    """What there is besides the panel. `shocks`: run to its last round before the shock."""

    ratings: Ratings | None = None
    draws: Draws | None = None
    messages: Sequence[Message] = ()
    second: SecondCodes = field(default_factory=dict)
    shocks: Mapping[int, int] = field(default_factory=dict)
    spans: Sequence[Span] = ()
    trials: Trials | None = None


def analyse(panel: Panel, logs: Logs | None = None, baseline: str = "none") -> Analyses:
    """Everything that the panel and the logs allow.

    Keep societies with a shock or trials apart from those without, unless their disturbed rounds are meant to
    count in means and regressions.
    """
    logs = logs or Logs()
    codes = coded(logs.messages, panel.endowment)
    verdicts = classify_members(logs.trials) if logs.trials is not None else []
    path = None
    if logs.ratings is not None and logs.draws is not None:
        path = pathway(panel, logs.ratings, logs.draws)
    return Analyses(
        panel.endowment,
        len(set(panel.run.tolist())),
        panel.conditions(),
        panel.families(),
        round_means(panel),
        steady_state(panel),
        contrasts(panel, baseline),
        sharedness(panel),
        alignments(panel),
        path,
        corrections(panel),
        shares(codes),
        coders(codes, logs.second),
        recovery(panel, logs.shocks),
        mechanism_shares(verdicts) if verdicts else [],
        success_shares(verdicts, successes(panel, logs.spans)) if verdicts else [],
        verdicts,
    )


def coders(codes: Sequence[Coded], second: SecondCodes) -> list[Agreement]:
    """How the rules agree with the second coder, code by code, over the messages that both have coded."""
    both = [
        (c, second[key])
        for c in codes
        if (key := (c.message.run, c.message.round, c.message.group, c.message.turn)) in second
    ]
    if not both:
        return []
    runs = [c.message.run for c, _ in both]
    return [
        agreement("kind", [c.kind for c, _ in both], [s[0] for _, s in both], runs),
        agreement("looks back", [c.looks_back for c, _ in both], [s[1] for _, s in both], runs),
        agreement("direction", [c.direction for c, _ in both], [s[2] for _, s in both], runs),
    ]
