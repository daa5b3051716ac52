"""The row of an episode. One maker serves all episodes of a case, so that each rule is scored once."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.episode.case import Case
from normquest.episode.records import Config, EpisodeKey, Record, Status
from normquest.measures.rows import EpisodeRow
from normquest.session.drawing import family_of
from normquest.session.rows.conduct import noise_row, opportunity_rows, result_of, trial_rows
from normquest.session.rows.customs import Asked
from normquest.session.rows.probes import attribution_rows, forecast_rows, recognition_rows, supposition_rows
from normquest.session.rows.scoring import Scorer
from normquest.session.rows.statements import statement_rows
from normquest.session.rows.stretches import judged, stretches


class RowMaker:
    """Makes rows of the episodes of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.scorer = Scorer(case)
        self._asked: Asked | None = None

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

        The reference observer's score is not in it: it takes seconds to work out, and `beside_the_observer`
        takes it from the observer's own episodes.
        """
        case = self.case
        parts = [judged(stretch, config) for stretch in stretches(records)]
        statements = statement_rows(records, parts, self.scorer)
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
            suppositions=supposition_rows(records, key, config, case),
            own_trials=trial_rows(records, parts, config),
            noise=noise_row(case, parts),
            norm_free=case.norm is None,
            tokens=tokens,
        )

    def _planned(self) -> Asked:
        if self._asked is None:
            self._asked = Asked(self.case)
        return self._asked
