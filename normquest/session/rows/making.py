"""The row of an episode. One maker serves all episodes of a case, so that each rule is scored once."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.episode.case import Case
from normquest.episode.records import Config, EpisodeKey, Record, Status
from normquest.measures.rows import EpisodeRow, ObserverRow, StatementRow
from normquest.session.drawing import family_of
from normquest.session.rows.conduct import noise_row, opportunity_rows, result_of, trial_rows
from normquest.session.rows.customs import Asked
from normquest.session.rows.probes import attribution_rows, forecast_rows, recognition_rows
from normquest.session.rows.scoring import Scorer
from normquest.session.rows.statements import statement_rows
from normquest.session.rows.stretches import judged, stretches

OBSERVER = "observer"
"""The name of the reference observer among the minds."""


class RowMaker:
    """Makes rows of the episodes of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.scorer = Scorer(case)
        self._asked: Asked | None = None
        self._observers: dict[str, tuple[ObserverRow, ...]] = {}

    def row(
        self,
        key: EpisodeKey,
        config: Config,
        records: Sequence[Record],
        *,
        episode: str,
        status: Status = "done",
        tokens: int | None = None,
    ) -> EpisodeRow:
        """The row of an episode, as far as it was played.

        The reference observer's score stands beside it if it has met the same evidence before (that is, if
        its episode was made into a row by this maker), since working it out takes seconds.
        """
        case = self.case
        parts = [judged(stretch, config) for stretch in stretches(records)]
        statements = statement_rows(records, parts, self.scorer)
        if key.newcomer == OBSERVER:
            self._observers[config.hash()] = _as_observer(statements)
        met, kept = self._planned().customs(parts, self.scorer.unenforced)
        return EpisodeRow(
            episode=episode,
            world=case.home.world.id,
            norm=key.norm,
            family=family_of(case),
            seed=key.seed,
            arm=key.arm,
            newcomer=key.newcomer,
            rep=key.rep,
            status=status,
            act=result_of(records, "act"),
            transfer=result_of(records, "elsewhere"),
            opportunities=opportunity_rows(records),
            permitted=() if case.norm is None else self._planned().permitted(parts),
            customs_met=met,
            customs_kept=kept,
            statements=statements,
            forecasts=forecast_rows(parts, config),
            attributions=attribution_rows(parts),
            recognitions=recognition_rows(records, key, config, case),
            observer=self._observers.get(config.hash(), ()),
            own_trials=trial_rows(records, parts, config),
            noise=noise_row(case, parts),
            norm_free=case.norm is None,
            tokens=tokens,
        )

    def _planned(self) -> Asked:
        if self._asked is None:
            self._asked = Asked(self.case)
        return self._asked


def _as_observer(statements: Sequence[StatementRow]) -> tuple[ObserverRow, ...]:
    """Only what rests on the watch is evidence that all newcomers of an arm share."""
    return tuple(
        ObserverRow(said.stage, said.exact, said.balanced_accuracy) for said in statements if said.stage == "watch"
    )
