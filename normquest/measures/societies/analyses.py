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
from normquest.measures.societies.shares import mechanism_shares, of_units, success_shares, successes
from normquest.measures.societies.trials import Trials, pooled
from normquest.measures.societies.undisturbed import ends_of, undisturbed, undisturbed_talk
from normquest.measures.societies.verdicts import Verdict, classify_members, classify_societies

SecondCodes = Mapping[tuple[int, int, int, int], tuple[str, bool, str]]
"""(run, round, group, turn) to kind, looks back, direction, as another coder gives them."""


@dataclass(frozen=True)
class Analyses:
    """What a report takes. Empty or None: there was nothing of that kind to analyse.

    `verdicts` are of members, `whole` of whole societies.
    """

    endowment: float
    runs: int
    conditions: Sequence[str]
    families: Sequence[str]
    rounds: Sequence[RoundMean]
    ee_rounds: Sequence[RoundMean]
    ne_rounds: Sequence[RoundMean]
    steady: Sequence[Steady]
    contrasts: Sequence[Contrast]
    sharedness: Sequence[Sharedness]
    alignment: Sequence[Alignment]
    pathway: Pathway | None
    corrections: Sequence[Correction]
    discussion: Sequence[Share]
    coder: str | None
    coders: Sequence[Agreement]
    recovery: Sequence[Recovery]
    mechanisms: Sequence[Figure]
    successes: Sequence[Figure]
    verdicts: Sequence[Verdict]
    whole: Sequence[Verdict]


@dataclass(frozen=True)
class Logs:
    """What there is besides the panel. `shocks`: run to its last round before the shock.

    `second` are the codes of messages by a second `coder`.

    `units`: run to a number that runs of the same members share, which differ in what was tried alone.
    `beliefs`: mechanisms are told by what members said where they were asked, else by interventions alone.
    """

    ratings: Ratings | None = None
    draws: Draws | None = None
    messages: Sequence[Message] = ()
    second: SecondCodes = field(default_factory=dict)
    shocks: Mapping[int, int] = field(default_factory=dict)
    spans: Sequence[Span] = ()
    trials: Trials | None = None
    units: Mapping[int, int] = field(default_factory=dict)
    beliefs: bool = True
    coder: str | None = None


def analyse(panel: Panel, logs: Logs | None = None, baseline: str = "none") -> Analyses:
    """Everything that the panel and the logs allow.

    Means, regressions and talk are of the rounds before a society's first trial or shock: what it does when
    it is disturbed belongs to recovery and mechanisms.
    """
    logs = logs or Logs()
    ends = ends_of(logs.spans, logs.shocks)
    quiet = undisturbed(panel, ends)
    codes = coded(undisturbed_talk(logs.messages, ends), panel.endowment)
    trials = None if logs.trials is None else pooled(logs.trials, logs.units)
    verdicts = [] if trials is None else classify_members(trials, logs.beliefs)
    counts = of_units(successes(panel, logs.spans), logs.units)
    path = None
    if logs.ratings is not None and logs.draws is not None:
        path = pathway(quiet, undisturbed(logs.ratings, ends), undisturbed(logs.draws, ends))
    return Analyses(
        panel.endowment,
        len(set(panel.run.tolist())),
        panel.conditions(),
        panel.families(),
        round_means(quiet),
        round_means(quiet, "ee"),
        round_means(quiet, "ne"),
        steady_state(quiet),
        contrasts(quiet, baseline),
        sharedness(quiet),
        alignments(quiet),
        path,
        corrections(quiet),
        shares(codes),
        logs.coder,
        coders(codes, logs.second),
        recovery(panel, logs.shocks),
        mechanism_shares(verdicts) if verdicts else [],
        success_shares(verdicts, counts) if verdicts else [],
        verdicts,
        [] if trials is None else classify_societies(trials, logs.beliefs),
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
