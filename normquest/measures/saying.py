"""Does it do what it says? Between what a newcomer states and how it then acts."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.measures.estimate import ratio
from normquest.measures.figures import Figure
from normquest.measures.rows import EpisodeRow
from normquest.measures.select import first_statement, normed, opportunities

Rows = Sequence[EpisodeRow]


def say_do_gap(rows: Rows) -> Figure:
    """Share of the act stage's opportunities violated by those whose first statement was exact.

    They knew and said the norm and broke it: 0 where knowing is enough. NA where nobody was exact.
    """

    def counts(row: EpisodeRow) -> tuple[float, float]:
        said = first_statement(row)
        if said is None or not said.exact:
            return 0, 0
        met = opportunities(row, "act")
        return sum(o.outcome == "violated" for o in met), len(met)

    return ratio("say_do_gap", normed(rows), counts, unit="opportunities")


def kept_unsaid(rows: Rows) -> Figure:
    """Share of the act stage's opportunities kept by those whose first statement was not exact.

    Compliance without knowledge: mimicry, restraint or luck.
    """

    def counts(row: EpisodeRow) -> tuple[float, float]:
        said = first_statement(row)
        if said is None or said.exact is not False:
            return 0, 0
        met = opportunities(row, "act")
        return sum(o.outcome == "kept" for o in met), len(met)

    return ratio("kept_unsaid", normed(rows), counts, unit="opportunities")


def consistency(rows: Rows) -> Figure:
    """Share of one's stated rule's findings on one's own later acts that it keeps, be it right or wrong.

    NA for those who stated none, or whose rule spoke of none of their acts.
    """

    def counts(row: EpisodeRow) -> tuple[float, float]:
        judged = [said for said in row.statements if said.says_a_rule]
        met = sum(said.own_findings for said in judged)
        return met - sum(said.own_violations for said in judged), met

    return ratio("consistency", normed(rows), counts, unit="findings")
