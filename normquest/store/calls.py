"""Calls to models: noted before they are sent, so that caps on tokens and money survive a kill."""

from collections.abc import Sequence

from normquest.store.base import Connected, now
from normquest.store.canonical import readable, storable
from normquest.store.caps import Running, Used
from normquest.store.rows import CallsBy, CallTotals, Effort

_TOTALS = """
    SELECT count(*) AS calls, coalesce(sum(status = 'pending'), 0) AS pending,
        coalesce(sum(tokens_in), 0) AS tokens_in, coalesce(sum(tokens_out), 0) AS tokens_out,
        coalesce(sum(coalesce(tokens_in + tokens_out, reserved_tokens)), 0) AS tokens,
        coalesce(sum(coalesce(cost, reserved_cost)), 0.0) AS cost,
        coalesce(sum(cost IS NULL AND reserved_cost IS NULL), 0) AS unpriced
    FROM model_calls"""


class CapReached(Exception):
    """The next call could pass a cap of its run, so it was not noted and must not be sent.

    `final`: that will not change when calls that are pending turn out to use less than they reserved.
    """

    def __init__(self, why: str, *, final: bool) -> None:
        super().__init__(why)
        self.final = final


class Calls(Connected):
    """The part of a store that keeps account of model calls."""

    _running: dict[int | None, Running]
    """Sums of the runs whose caps were asked for here."""

    def record_pending(
        self,
        run: int | None,
        episode: int | None,
        *,
        model: str,
        request: int,
        attempt: int = 0,
        tokens: int,
        cost: float | None,
        most_calls: int | None = None,
        most_tokens: int | None = None,
        most_cost: float | None = None,
        society: int | None = None,
    ) -> int:
        """Note a call before it is sent, for an episode or a seat of a society; gives its id.

        `tokens` and `cost` are the most it can use (prompt and longest reply; cost None: the price is
        unknown). Raises CapReached if the run, with all it has used or reserved, could then be over
        `most_calls`, `most_tokens` or `most_cost`; with `most_cost` an unknown price does too. Check and note
        are one transaction, so that processes of one run cannot pass a cap together.
        """
        with self._writing("noting a model call") as conn:
            if any(cap is not None for cap in (most_calls, most_tokens, most_cost)):
                used = self._running.setdefault(run, Running()).used(conn, run)
                if most_calls is not None and used.calls >= most_calls:
                    raise CapReached(f"{used.calls} calls are made, and the cap is {most_calls}", final=True)
                _check_caps(used, tokens, cost, most_tokens, most_cost)
            row = (run, episode, society, request, attempt, model, tokens, cost, now())
            call = conn.execute(
                """INSERT INTO model_calls (run, episode, society, request, attempt, model, reserved_tokens,
                    reserved_cost, started, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')""",
                row,
            ).lastrowid
            assert call is not None
        return call

    def record_done(
        self,
        call: int,
        *,
        outcome: str,
        tokens_in: int | None = None,
        tokens_out: int | None = None,
        cost: float | None = None,
        ms: int = 0,
        error: str = "",
        thoughts: str = "",
        revision: str = "",
    ) -> None:
        """Note how a call ended and what it used; None where the provider did not say (never 0 for that)."""
        said = storable(error), storable(thoughts), storable(revision)
        row = (outcome, tokens_in, tokens_out, cost, ms, *said, now(), call)
        with self._writing("noting a model's answer") as conn:
            conn.execute(
                """UPDATE model_calls SET status = 'done', outcome = ?, tokens_in = ?, tokens_out = ?,
                    cost = ?, ms = ?, error = ?, thoughts = ?, revision = ?, ended = ? WHERE id = ?""",
                row,
            )

    def tokens_of(self, episode: int) -> int | None:
        """The tokens that an episode's answered calls used; None if one did not say, or there were none."""
        row = self._first(
            "adding up an episode's tokens",
            """SELECT sum(tokens_in + tokens_out) AS used, count(*) AS calls,
                count(tokens_in + tokens_out) AS told
                FROM model_calls WHERE episode = ? AND status = 'done' AND outcome <> 'infra_error'""",
            (episode,),
        )
        assert row is not None
        return int(row["used"]) if row["calls"] and row["calls"] == row["told"] else None

    def effort(self, episode: int) -> Effort:
        """How an episode's calls went."""
        row = self._first(
            "looking at an episode's calls",
            """SELECT coalesce(sum(attempt > 0), 0) AS again, (
                SELECT ms FROM model_calls WHERE episode = ? AND status = 'done' ORDER BY id DESC LIMIT 1
                ) AS last_ms FROM model_calls WHERE episode = ?""",
            (episode, episode),
        )
        assert row is not None
        return Effort(row["again"], row["last_ms"])

    def thoughts(self, episode: int, after: int = -1) -> dict[int, str]:
        """The reasoning that came beside an episode's replies, by request, for requests after `after`."""
        rows = self._select(
            "reading what a model thought",
            """SELECT request, thoughts FROM model_calls
                WHERE episode = ? AND request > ? AND thoughts <> '' ORDER BY id""",
            (episode, after),
        )
        found: dict[int, str] = {}
        for row in rows:
            text = readable(row["thoughts"])
            found[row["request"]] = f"{found[row['request']]}\n\n{text}" if row["request"] in found else text
        return found

    def unusable(self, run: int) -> dict[str, int]:
        """How many decisions of a run's episodes were of another outcome than "ok", by outcome."""
        rows = self._select(
            "counting what could not be used",
            """SELECT outcome, count(*) AS times
                FROM decisions JOIN episodes ON episodes.id = decisions.episode
                WHERE key IN (SELECT key FROM planned WHERE run = ?)
                AND status <> 'discarded' AND outcome <> 'ok' GROUP BY outcome ORDER BY outcome""",
            (run,),
        )
        return {row["outcome"]: row["times"] for row in rows}

    def revisions(self, runs: Sequence[int]) -> dict[str, dict[str, int]]:
        """By newcomer of these runs: what its provider says answered, how often; "" if it is silent."""
        rows = self._select(
            "looking at who answered",
            f"""SELECT coalesce(episodes.newcomer, model_calls.model) AS newcomer, revision, count(*) AS calls
                FROM model_calls LEFT JOIN episodes ON episodes.id = model_calls.episode
                WHERE model_calls.run IN ({", ".join("?" * len(runs))})
                AND model_calls.status = 'done' AND model_calls.outcome <> 'infra_error'
                GROUP BY newcomer, revision ORDER BY newcomer, calls DESC, revision""",
            list(runs),
        )
        found: dict[str, dict[str, int]] = {}
        for row in rows:
            found.setdefault(row["newcomer"], {})[readable(row["revision"])] = row["calls"]
        return found

    def calls_by_outcome(self, runs: Sequence[int]) -> list[CallsBy]:
        """The model calls of these runs, by newcomer (or member of a society) and by how they ended."""
        rows = self._select(
            "counting model calls",
            f"""SELECT coalesce(episodes.newcomer, model_calls.model) AS newcomer,
                coalesce(model_calls.outcome, 'pending') AS outcome,
                count(*) AS calls, sum(attempt > 0) AS retries,
                coalesce(sum(tokens_in), 0) AS tokens_in, coalesce(sum(tokens_out), 0) AS tokens_out,
                sum(model_calls.status = 'done' AND tokens_in + tokens_out IS NULL) AS untold,
                coalesce(sum(cost), 0.0) AS cost, sum(cost IS NULL) AS unpriced, avg(ms) AS ms
                FROM model_calls LEFT JOIN episodes ON episodes.id = model_calls.episode
                WHERE model_calls.run IN ({", ".join("?" * len(runs))})
                GROUP BY newcomer, coalesce(model_calls.outcome, 'pending') ORDER BY newcomer, outcome""",
            list(runs),
        )
        return [CallsBy(**dict(row)) for row in rows]

    def totals(self, run: int | None = None, *, episode: int | None = None) -> CallTotals:
        """What the calls of a run, of an episode, or of all that is stored have used."""
        tests = {"run": run, "episode": episode}
        given = {column: value for column, value in tests.items() if value is not None}
        where = " WHERE " + " AND ".join(f"{column} = ?" for column in given) if given else ""
        row = self._first("adding up model calls", _TOTALS + where, list(given.values()))
        assert row is not None
        return CallTotals(**dict(row))


def _check_caps(
    used: Used, tokens: int, cost: float | None, most_tokens: int | None, most_cost: float | None
) -> None:
    if most_tokens is not None and used.tokens + tokens > most_tokens:
        raise CapReached(
            f"{used.tokens} tokens are used, {tokens} more could pass the cap of {most_tokens}",
            final=used.known + tokens > most_tokens,
        )
    if most_cost is None:
        return
    if cost is None or used.unpriced:
        raise CapReached("there is a cap on money, but the price of this model is not known", final=True)
    if used.cost + cost > most_cost:
        raise CapReached(
            f"{used.cost:.4f} is spent, {cost:.4f} more could pass the cap of {most_cost:.4f}", final=False
        )
