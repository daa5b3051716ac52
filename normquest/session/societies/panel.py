"""From the store to what the analyses read: a panel of members and rounds, and all that stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from normquest.measures.societies.analyses import Logs, SecondCodes
from normquest.measures.societies.logs import Draws, Message, Ratings, Span, table
from normquest.measures.societies.mechanisms import Intervention as Named
from normquest.measures.societies.panel import NAN, Panel, Row
from normquest.measures.societies.trials import trials_of
from normquest.session.errors import SessionError
from normquest.session.societies.names import stored_society
from normquest.society import records as log
from normquest.society.forms import SURE
from normquest.society.games import Game, game_of
from normquest.society.members.names import family
from normquest.society.records import Record
from normquest.society.schema import BadActors, Intervention, Majority, Multiplier, RatingsOff, Society
from normquest.store import SocietyRow, Store
from normquest.store.canonical import canonical


def material(store: Store, heads: Sequence[SocietyRow], coder: str | None = None) -> tuple[Panel, Logs]:
    """What these societies hold; a `run` is a society's number in the store.

    `coder`: whose codes of messages stand beside the rules; as a rule, of whoever coded last. Raises
    SessionError where their scales of acts differ (they can't be pooled), and for a coder that coded nothing.
    """
    second = _coder(store, [head.id for head in heads], coder)
    rows: list[Row] = []
    ratings: list[tuple[object, ...]] = []
    draws: list[tuple[object, ...]] = []
    messages: list[Message] = []
    spans: list[Span] = []
    noticed: dict[tuple[int, int, str, int], bool] = {}
    believed: dict[tuple[int, int, str, int], tuple[float, float]] = {}
    shocks: dict[int, int] = {}
    societies: dict[str, Society] = {}
    units: dict[int, int] = {}
    firsts: dict[str, int] = {}
    tops: set[float] = set()
    for head in heads:
        if head.key.file_hash not in societies:
            file = store.society_file(head.key.file_hash)
            assert file is not None, "a foreign key holds it"
            societies[head.key.file_hash] = stored_society(file).society
        society = societies[head.key.file_hash]
        tops.add(society.expectations.most)
        units[head.id] = firsts.setdefault(_same_but_for_interventions(head), head.id)
        told = Told(head, society, store.society_records(head.id))
        rows += told.rows()
        ratings += told.ratings()
        draws += told.draws()
        messages += told.messages()
        spans += told.spans()
        noticed |= told.noticed()
        believed |= told.believed()
        for record in told.records:
            if isinstance(record, log.ShockRecord):
                shocks[head.id] = record.round
    if len(tops) > 1:
        raise SessionError(
            "these societies",
            f"their acts lie on different scales, up to {', '.join(f'{top:g}' for top in sorted(tops))}",
            "societies of one game",
            "Name runs that belong together",
            usage=True,
        )
    panel = Panel.of(rows, tops.pop() if tops else 10.0)
    return panel, Logs(
        table(Ratings, ratings),
        table(Draws, draws),
        messages,
        second={} if second is None else _codes(store, [head.id for head in heads], second),
        coder=second,
        shocks=shocks,
        spans=spans,
        trials=trials_of(panel, spans, noticed, believed) if spans else None,
        units=units,
    )


def _coder(store: Store, societies: Sequence[int], wanted: str | None) -> str | None:
    coders = store.coders(societies)
    if wanted is None or wanted in coders:
        return wanted or next(iter(coders), None)
    raise SessionError(
        f"--coder {wanted}",
        "it has coded no message of these societies",
        f"one of those who have: {', '.join(coders)}" if coders else "a coder: there is none yet",
        f"Have it code them: normquest society code --model {wanted}",
        usage=True,
    )


def _codes(store: Store, societies: Sequence[int], coder: str) -> SecondCodes:
    """What a coder made of messages; those of which it made nothing are not in it."""
    return {
        (row.society, row.round, row.group, row.turn): (row.kind, row.looks_back, row.direction)
        for society in societies
        for row in store.codes(society, coder)
        if row.kind is not None and row.looks_back is not None and row.direction is not None
    }


def _same_but_for_interventions(head: SocietyRow) -> str:
    """What societies share that differ in what was tried alone: their trials are those of one."""
    key = asdict(head.key) | {"config_hash": ""}
    return canonical(
        {**key, **{name: value for name, value in head.config.items() if name != "interventions"}}
    )


class Told:
    """One society's records, as rows."""

    def __init__(self, head: SocietyRow, society: Society, records: Sequence[Record]) -> None:
        self.run = head.id
        self.condition = head.key.condition
        self.society = society
        self.records = records
        self.game: Game = game_of(society)

    def rows(self) -> list[Row]:
        """A row for each member and round, from the round in which it sits down.

        Who is excluded keeps its row, without an act. Who is replaced has none until it returns. One in whose
        name somebody else acts counts as an adversary in these rounds.
        """
        here: dict[int, log.Seated] = {}
        out: set[int] = set()
        found: list[Row] = []
        now: dict[int, dict[str, float]] = {}
        groups: dict[int, int] = {}
        for record in self.records:
            match record:
                case log.Seated():
                    here[record.member] = record
                case log.Left() if record.why == "replaced":
                    here.pop(record.member, None)
                case log.Exclusion():
                    now.setdefault(record.member, {})["out"] = 1.0
                case log.Groups():
                    now = {}
                    groups = {m: place for place, group in enumerate(record.groups) for m in group}
                case log.Move():
                    level = self.game.level(record)
                    if level is not None:
                        now.setdefault(record.member, {})["act"] = level
                case log.Payoff():
                    now.setdefault(record.member, {})["payoff"] = record.value
                case log.Report():
                    said = now.setdefault(record.member, {})
                    said["ee"] = record.ee
                    said["ne"] = NAN if record.ne == "none" else record.ne
                case log.RoundEnd():
                    standing = dict(zip(record.members, record.standing, strict=True))
                    for member, seat in here.items():
                        own = now.get(member, {})
                        found.append(
                            Row(
                                run=self.run,
                                round=record.round,
                                member=member,
                                condition=self.condition,
                                family=family(seat.mind),
                                group=groups.get(member, -1),
                                contribution=NAN if member in out else own.get("act", NAN),
                                ee=own.get("ee", NAN),
                                ne=own.get("ne", NAN),
                                tau=seat.tau,
                                payoff=own.get("payoff", NAN),
                                standing=standing.get(member, NAN),
                                excluded=member in out,
                                adversary=seat.role != "member",
                            )
                        )
                    out |= {member for member, own in now.items() if "out" in own}
        return found

    def ratings(self) -> list[tuple[object, ...]]:
        """Each rating, with the weight of its tie before and after it."""
        start = self.society.ties.start
        weights: dict[tuple[int, int], float] = {}
        found: dict[tuple[int, int, int], tuple[float, float, float]] = {}
        for record in self.records:
            match record:
                case log.Rating():
                    before = weights.get((record.rater, record.rated), start)
                    found[record.round, record.rater, record.rated] = (record.value, before, before)
                case log.Tie():
                    key = (record.round, record.source, record.target)
                    value, before, _ = found[key]
                    found[key] = (value, before, record.weight)
                    weights[record.source, record.target] = record.weight
        return [(self.run, *key, *values) for key, values in found.items()]

    def draws(self) -> list[tuple[object, ...]]:
        """Of each round with groups drawn by ties: each member, its standing before, whether a seed."""
        found: list[tuple[object, ...]] = []
        standing: dict[int, float] = {}
        for record in self.records:
            match record:
                case log.RoundEnd():
                    standing = dict(zip(record.members, record.standing, strict=True))
                case log.Groups() if record.seeds:
                    members = sorted(m for group in (*record.groups, record.resting) for m in group)
                    for m in members:
                        had = standing.get(m, self.society.ties.start)
                        found.append((self.run, record.round, m, had, m in record.seeds))
        return found

    def messages(self) -> list[Message]:
        """What was said."""
        return [
            Message(self.run, r.round, r.group, r.turn, r.member, r.text)
            for r in self.records
            if isinstance(r, log.Message)
        ]

    def spans(self) -> list[Span]:
        """The rounds of each trial that came to its end, or to the society's."""
        last = max((r.round for r in self.records if isinstance(r, log.RoundEnd)), default=0)
        return [
            Span(self.run, self.named(r.name), r.trial, r.round, min(self._last(r), last))
            for r in self.records
            if isinstance(r, log.Trial) and r.begins
        ]

    def _last(self, trial: log.Trial) -> int:
        return trial.round + self.society.interventions[trial.name].lasts - 1

    def noticed(self) -> dict[tuple[int, int, str, int], bool]:
        """Who said rightly, in the first round of a trial, what had changed."""
        found: dict[tuple[int, int, str, int], bool] = {}
        trial = 0
        for record in self.records:
            match record:
                case log.Trial() if record.begins:
                    trial = record.trial
                case log.Noticed():
                    found[self.run, record.member, self.named(record.name), trial] = record.right
        return found

    def believed(self) -> dict[tuple[int, int, str, int], tuple[float, float]]:
        """What each held right in the last round of a trial, and feared, as shares of their scales."""
        found: dict[tuple[int, int, str, int], tuple[float, float]] = {}
        top = self.society.expectations.most
        running: log.Trial | None = None
        for record in self.records:
            match record:
                case log.Trial() if record.begins:
                    running = record
                case log.Believed() if running is not None:
                    own = 0.0 if record.belief == "none" else record.belief / top
                    key = (self.run, record.member, self.named(running.name), running.trial)
                    found[key] = (own, record.sanction / SURE)
        return found

    def named(self, name: str) -> Named:
        """What the analyses call an intervention of the file."""
        return named(self.society, self.society.interventions[name])


def named(society: Society, item: Intervention) -> Named:
    """What the analyses call an intervention. A multiplier that makes giving pay is a kind of its own."""
    match item:
        case RatingsOff():
            return "ratings_off"
        case Multiplier():
            return "paying" if item.multiplier >= society.groups.size else "payoff"
        case Majority():
            return "stop_caring" if item.says == "none" else "acts_flip"
        case BadActors():
            return "bad_actors"
    return "control"
