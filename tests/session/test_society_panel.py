"""From stored records to the panel that analyses read: every number where it belongs, gaps as gaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from society.playing import loaded, only

from normquest.measures.societies.analyses import Logs
from normquest.measures.societies.panel import Panel
from normquest.session.societies.keeping import key_of
from normquest.session.societies.names import society_file
from normquest.session.societies.panel import material
from normquest.society.conditions import condition_from
from normquest.society.loader import LoadedSociety, parse_society
from normquest.society.members.scripted import reply
from normquest.society.records import (
    Believed,
    Config,
    Move,
    Payoff,
    Rating,
    Record,
    Reply,
    Report,
    RoundEnd,
    Seated,
    Trial,
)
from normquest.society.step import advance, begin
from normquest.store import open_store

MEMBERS = "conditional~0.05*8,selfish*4"


def stored(path: Path, config: Config, members: str = MEMBERS, of: LoadedSociety | None = None,
           answers: Any = None) -> list[Record]:  # fmt: skip
    """Play a society into a store; gives its records."""
    of = of or loaded()
    key = key_of(of, config, members, 4)
    records: list[Record] = []
    with open_store(path) as store:
        head = store.open_society(key, society_file(of), config)
        step = begin(key, config, of.society)
        while True:
            store.phase(head.id, step.records, None if step.requests else "done")
            records += step.records
            if not step.requests:
                return records
            step = advance(step.state, [(answers and answers(r)) or reply(r, 4) for r in step.requests])


def read(path: Path) -> tuple[Panel, Logs]:
    with open_store(path, readonly=True) as store:
        return material(store, store.societies())


def test_every_number_is_where_it_belongs(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    records = stored(path, Config(condition_from("E+SL+SS")))
    panel, logs = read(path)
    assert len(panel) == 240 and panel.conditions() == ["E+SL+SS"] and panel.endowment == 10
    assert panel.families() == ["conditional", "selfish"] and not panel.adversary.any()
    at = {(int(r), int(m)): i for i, (r, m) in enumerate(zip(panel.round, panel.member, strict=True))}
    for record in records:
        match record:
            case Move():
                i = at[record.round, record.member]
                assert (panel.contribution[i], panel.group[i]) == (record.value, record.group)
            case Payoff():
                assert panel.payoff[at[record.round, record.member]] == record.value
            case Report():
                i = at[record.round, record.member]
                assert panel.ee[i] == record.ee
                assert (panel.ne[i] == record.ne) or (np.isnan(panel.ne[i]) and record.ne == "none")
            case Seated():
                assert (panel.tau[panel.member == record.member] == record.tau).all()
            case RoundEnd():
                for member, standing in zip(record.members, record.standing, strict=True):
                    assert panel.standing[at[record.round, member]] == standing
    assert logs.ratings is not None and len(logs.ratings) == len(only(Rating, records)) == 720
    weights = {(int(a), int(b)): 1.0 for a in range(12) for b in range(12)}
    one = logs.ratings
    for i in range(len(one)):
        pair = (int(one.rater[i]), int(one.rated[i]))
        expected = max(weights[pair] + one.value[i] * (0.2 if one.value[i] > 0 else 0.8), 0)
        assert one.before[i] == pytest.approx(weights[pair]) and one.after[i] == pytest.approx(expected)
        weights[pair] = float(one.after[i])
    assert logs.draws is not None and len(logs.draws) == 12 * 19 and int(logs.draws.seed.sum()) == 3 * 19
    assert len(logs.messages) == 240 and not logs.spans and logs.trials is None


def test_without_reports_and_acts_there_are_gaps(tmp_path: Path) -> None:
    def absent(request: Any) -> Any:
        gone = request.member == 2 and request.round == 3
        return Reply(request.seq, "", None, "refusal") if gone else None

    path = tmp_path / "n.db"
    stored(path, Config(condition_from("none")), answers=absent)
    panel, _ = read(path)
    assert np.isnan(panel.ee).all() and np.isnan(panel.ne).all()
    gap = panel.where(round=3, member=2)
    assert np.isnan(gap.contribution).all() and np.isnan(gap.payoff).all() and not gap.excluded.any()
    assert int(np.isnan(panel.contribution).sum()) == 1


def test_who_is_excluded_stays_as_a_gap_and_who_is_replaced_goes(tmp_path: Path) -> None:
    def answers(request: Any) -> Any:
        if request.kind != "ratings":
            return None
        return Reply(request.seq, "", [-1.0 if member == 5 else 0.0 for member in request.form.about])

    path = tmp_path / "n.db"
    stored(path, Config(condition_from("E+SS"), shock="early"), answers=answers)
    panel, logs = read(path)
    mine = panel.where(member=5)
    first = int(mine.round[mine.excluded].min())
    assert first > 1 and (mine.excluded == (mine.round >= first)).all() and len(mine) == 15
    assert np.isnan(mine.contribution[mine.excluded]).all()
    assert not np.isnan(mine.contribution[~mine.excluded]).any()
    assert list(logs.shocks.values()) == [10]
    strangers = panel.select(panel.member >= 12)
    assert strangers.adversary.all() and set(strangers.round.tolist()) == set(range(11, 16))
    assert len(set(strangers.member.tolist())) == 4
    gone = set(range(12)) - set(panel.where(round=11).member.tolist())
    assert len(gone) == 4 and len(panel) == 15 * 12


def test_trials_mark_whom_they_take_and_who_noticed(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    records = stored(path, Config(condition_from("E+SL"), interventions=("acts_flip",)))
    panel, logs = read(path)
    assert [(s.intervention, s.trial, s.first, s.last) for s in logs.spans] == [
        ("acts_flip", 0, 6, 7), ("acts_flip", 1, 11, 12), ("acts_flip", 2, 16, 17)
    ]  # fmt: skip
    for trial in only(Trial, records):
        if trial.begins:
            taken = panel.select(panel.adversary & (panel.round == trial.round))
            assert set(taken.member.tolist()) == set(trial.members)
    assert not panel.select(~np.isin(panel.round, (6, 7, 11, 12, 16, 17))).adversary.any()
    assert logs.trials is not None and len(logs.trials) == 15 and logs.trials.noticed.all()


def test_the_files_interventions_have_the_names_of_the_analyses(tmp_path: Path) -> None:
    found = {}
    for name in loaded().society.interventions:
        path = tmp_path / f"{name}.db"
        stored(path, Config(condition_from("none"), interventions=(name,)))
        found[name] = {span.intervention for span in read(path)[1].spans}.pop()
    assert found == {
        "ratings_off": "ratings_off", "multiplier": "payoff", "paying": "paying", "acts_flip": "acts_flip",
        "stop_caring": "stop_caring", "bad_0": "bad_actors", "bad_20": "bad_actors", "bad_40": "bad_actors",
        "bad_60": "bad_actors", "nothing": "control",
    }  # fmt: skip


def test_societies_of_other_scales_are_not_pooled(tmp_path: Path) -> None:
    from normquest.session.errors import SessionError

    path = tmp_path / "n.db"
    text = (
        loaded()
        .source.replace("endowment: 10", "endowment: 20")
        .replace("least: 0, most: 10", "least: 0, most: 20")
    )
    stored(path, Config(condition_from("none")))
    stored(path, Config(condition_from("none")), of=parse_society(text, "x.yaml"))
    with pytest.raises(SessionError, match="different scales, up to 10, 20"):
        read(path)


def test_societies_that_differ_in_what_was_tried_alone_are_judged_together(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    condition = condition_from("E+SL")
    for tried in ((), ("acts_flip",), ("ratings_off", "multiplier")):
        stored(path, Config(condition, interventions=tried))
    stored(path, Config(condition_from("E")))
    _, logs = read(path)
    assert logs.units == {1: 1, 2: 1, 3: 1, 4: 4}


def test_what_was_held_right_and_feared_stands_beside_the_acts(tmp_path: Path) -> None:
    path = tmp_path / "n.db"
    records = stored(path, Config(condition_from("E+SL+SS"), interventions=("stop_caring",)))
    _, logs = read(path)
    assert logs.trials is not None
    said = {(b.round, b.member): b for b in only(Believed, records)}
    assert said
    lasts = {(s.intervention, s.trial): s.last for s in logs.spans}
    t = logs.trials
    for name, trial, member, belief, sanction in zip(
        t.intervention.tolist(), t.trial.tolist(), t.member.tolist(), t.belief, t.sanction, strict=True
    ):
        told = said.get((lasts[name, trial], member))
        if told is None:
            assert np.isnan(belief) and np.isnan(sanction)
        else:
            assert told.belief != "none" and (belief, sanction) == (told.belief / 10, told.sanction / 10)
