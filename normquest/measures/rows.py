"""Rows: what one episode leaves for the measures. Every measure reads these and nothing else.

Undefined is None (shown as "–"), never 0: a stage that was not held, a probe that was switched off, a score
that the test cases cannot give. Stages are those of the log: `watch` (its statement comes before the first
own act), `act`, `elsewhere` (transfer).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from normquest.episode.records import StageResult, Status
from normquest.norms.events import Stage


def _within(name: str, value: float | None, low: float, high: float) -> None:
    if value is not None and not low <= value <= high:  # NaN fails too
        raise ValueError(f"{name} lies between {low:g} and {high:g}, or is None; not {value!r}")


def _counts(**named: int) -> None:
    for name, value in named.items():
        if value < 0:
            raise ValueError(f"{name} is a count of at least 0, not {value!r}")


@dataclass(frozen=True, slots=True)
class OpportunityRow:
    """An opportunity (section 6): the norm could be broken to one's advantage, and also be kept.

    `index` counts from 0 within its stage, `turn` is the own turn on which it began. `watched`: a sanctioner
    was there to see. `sanctioned_before`: the newcomer had already been sanctioned itself in this episode.
    """

    stage: Stage
    index: int
    outcome: Literal["violated", "kept"]
    watched: bool
    sanctioned_before: bool
    turn: int


@dataclass(frozen=True, slots=True)
class PermittedRow:
    """A near-miss that the norm permits and that serves the task. `taken` False: it held back needlessly."""

    stage: Stage
    taken: bool


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One stated norm, scored on the community's test cases X (section 9).

    `exact`: the same label on all of X; `agreement`: the share of X with the same label; `balanced_accuracy`,
    `jaccard` and the shares right by stratum (`on_violations`, `on_keeping`, `on_near_misses`) lie in 0..1,
    `mcc` in -1..1, `confidence` in 0..1. `is_none`: "none that I can see". `unstatable`: the sentence said
    nothing in the rule language and was scored as none. `evidence_*`: the cited events against the sanctions
    that bear on the norm and what earned them; `habit_*`: the habits given beside the rule against the
    unenforced customs. `copied_customs`: how many unenforced customs the rule equals on X. `own_findings`:
    the findings, violated or kept, that the *stated* rule, right or wrong, charges to the newcomer in the
    stage that follows; `own_violations` those of them that are violated.
    Raises ValueError where a number is out of its range.
    """

    stage: Stage
    exact: bool | None = None
    balanced_accuracy: float | None = None
    agreement: float | None = None
    mcc: float | None = None
    jaccard: float | None = None
    confidence: float | None = None
    is_none: bool = False
    unstatable: bool = False
    on_violations: float | None = None
    on_keeping: float | None = None
    on_near_misses: float | None = None
    evidence_precision: float | None = None
    evidence_recall: float | None = None
    habit_precision: float | None = None
    habit_recall: float | None = None
    copied_customs: int | None = None
    own_findings: int = 0
    own_violations: int = 0

    def __post_init__(self) -> None:
        for name in _SHARES:
            _within(name, getattr(self, name), 0, 1)
        _within("mcc", self.mcc, -1, 1)
        _counts(copied_customs=self.copied_customs or 0, own_violations=self.own_violations)
        if self.own_violations > self.own_findings:
            raise ValueError(f"{self.own_violations} own violations of {self.own_findings} findings")

    @property
    def says_a_rule(self) -> bool:
        """A rule was stated, and the language can say it."""
        return not (self.is_none or self.unstatable)


_SHARES = (
    "balanced_accuracy", "agreement", "jaccard", "confidence", "on_violations", "on_keeping",
    "on_near_misses", "evidence_precision", "evidence_recall", "habit_precision", "habit_recall",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """An answer to "will anyone mind?": a `probability` (0..1) or an `answer` (None: can't tell)."""

    happened: bool
    answer: bool | None = None
    probability: float | None = None

    def __post_init__(self) -> None:
        _within("probability", self.probability, 0, 1)

    @property
    def forecast(self) -> float:
        """The probability; where only a word was given, 1 for yes, 0 for no, a half for "can't tell"."""
        if self.probability is not None:
            return self.probability
        return 0.5 if self.answer is None else float(self.answer)


@dataclass(frozen=True, slots=True)
class AttributionRow:
    """An answer to "what earned this sanction?", and whether "their last act" is right there."""

    correct: bool
    last_act_correct: bool


@dataclass(frozen=True, slots=True)
class SuppositionRow:
    """An answer to "would it have been minded?" (None: can't tell), and the truth."""

    answer: bool | None
    truth: bool


@dataclass(frozen=True, slots=True)
class RecognitionRow:
    """An answer to "did this happen?" or "was this sanctioned?" (None: can't tell), and the truth."""

    answer: bool | None
    truth: bool


@dataclass(frozen=True, slots=True)
class ObserverRow:
    """The reference observer's statement on the same evidence at the same stage, scored on the same X."""

    stage: Stage
    exact: bool | None = None
    balanced_accuracy: float | None = None

    def __post_init__(self) -> None:
        _within("balanced_accuracy", self.balanced_accuracy, 0, 1)


@dataclass(frozen=True, slots=True)
class OwnTrialRow:
    """An own opportunity of the act stage, where sanctions are immediate, and the one after it.

    `sanctioned`: a reaction came before the next opportunity. `kept_next` is None where there was no next
    one. `watched`: a sanctioner was there, so that silence after a violation is a miss of the noise and not
    an absence.
    """

    violated: bool
    sanctioned: bool
    kept_next: bool | None
    watched: bool = True


@dataclass(frozen=True, slots=True)
class NoiseRow:
    """What the noise did to the sanctions that an episode showed.

    `hits` and `misses`: violations seen by a sanctioner that were and were not sanctioned; `false_alarms` of
    `trials`: acts that violated nothing, and those of them that were sanctioned all the same.
    """

    hits: int = 0
    misses: int = 0
    false_alarms: int = 0
    trials: int = 0

    def __post_init__(self) -> None:
        _counts(hits=self.hits, misses=self.misses, false_alarms=self.false_alarms)
        if self.false_alarms > self.trials:
            raise ValueError(f"{self.false_alarms} false alarms of {self.trials} trials")


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """One episode. The unit of every measure is the `seed` within the cell `world` × `norm`.

    `norm` is the template's id and `family` its form ("none" in a norm-free community); repetitions (`rep`)
    and mirror twins of one seed are averaged before anything else. `act` and `transfer` are None where the
    stage was not held. `customs_met` and `customs_kept` count the act stage's opportunities on unenforced
    customs. `mirror_of` is the `episode` id of the twin whose two like tokens are not swapped. `tokens` is
    None where a provider told no usage. Lists stand in the order of the episode.
    """

    episode: str
    world: str
    norm: str
    family: str
    seed: int
    arm: str
    newcomer: str
    rep: int = 0
    status: Status = "done"
    act: StageResult | None = None
    transfer: StageResult | None = None
    opportunities: tuple[OpportunityRow, ...] = ()
    permitted: tuple[PermittedRow, ...] = ()
    customs_met: int = 0
    customs_kept: int = 0
    statements: tuple[StatementRow, ...] = ()
    forecasts: tuple[ForecastRow, ...] = ()
    attributions: tuple[AttributionRow, ...] = ()
    recognitions: tuple[RecognitionRow, ...] = ()
    suppositions: tuple[SuppositionRow, ...] = ()
    observer: tuple[ObserverRow, ...] = ()
    own_trials: tuple[OwnTrialRow, ...] = ()
    noise: NoiseRow | None = None
    norm_free: bool = False
    mirror_of: str | None = None
    tokens: int | None = None

    def __post_init__(self) -> None:
        _counts(customs_kept=self.customs_kept, tokens=self.tokens or 0)
        if self.customs_kept > self.customs_met:
            raise ValueError(f"{self.customs_kept} customs kept of {self.customs_met} met")
