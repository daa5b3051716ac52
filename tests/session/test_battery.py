"""The battery in the store: taken up in the middle, told again, read back as trials."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from normquest.episode.circumstances import BELIEFS, DIFFERENT
from normquest.episode.records import Config, Decision, Request, TrialResult
from normquest.session.driving import drive_now
from normquest.session.keeping import replay, resume, start
from normquest.session.motives import played as known_on
from normquest.session.motives import tried_in
from normquest.session.rows.battery import tried
from normquest.session.summing import maker_of
from normquest.store import Store, line, open_store
from session.cases import decides, drawing, played, world


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "n.db") as store:
        yield store


@pytest.mark.parametrize("after", ["continue", "act", "notice", "belief"])
def test_an_episode_that_was_left_in_a_trial_goes_on_as_the_undisturbed_one(store: Store, after: str) -> None:
    live = start(store, world(), drawing(), Config(battery=True), "strategic")
    live.begin()
    mind = decides(live)
    while live.request is not None and not (live.request.stage == "trials" and live.request.kind == after):
        live.take(mind.decide(live.request, live.seen))
    assert live.request is not None
    again = resume(store, live.number, drawing())
    drive_now(again, decides(again))
    undisturbed = [line(r) for r in played("strategic", battery=True).records]
    assert [line(r) for r in store.records(live.number)] == undisturbed
    assert [line(r) for r in replay(store, live.number, drawing())] == undisturbed


def test_trials_are_read_from_a_run(store: Store) -> None:
    live = start(store, world(), drawing(), Config(battery=True), "imitator", run=store.begin_run("r", {}))
    drive_now(live, decides(live))
    run = store.run("r")
    assert run is not None
    (found,), without = tried_in(store, [run])
    assert without == 0
    assert (found.newcomer, found.episode, len(found.trials)) == ("imitator", str(live.number), 18)
    assert all(row.noticed for row in found.trials)
    flips = [row for row in found.trials if row.circumstance == "acts_flip"]
    assert [(row.ee, row.ne, row.personal, row.sanction) for row in flips] == [(0.3, 0.7, 0.0, 1.0)] * 3


def test_what_was_noticed_and_believed_counts_for_its_circumstance_and_rubbish_for_nothing() -> None:
    page = played().records[0]
    assert isinstance(page, Request)

    def asked(seq: int, kind: str, question: str = "", options: tuple[str, ...] = ()) -> Request:
        return Request(seq, kind, "trials", page.observation, question, options=options)  # type: ignore[arg-type]

    options = tuple(DIFFERENT.values())
    right = options.index(DIFFERENT["payoff"]) + 1
    records = [
        TrialResult(0, "payoff", True, 1, True),
        asked(1, "notice", options=options),
        Decision(1, "", right),
        TrialResult(1, "acts_flip", False, 1, True),
        asked(2, "notice", options=options),
        Decision(2, "", 99),
        TrialResult(2, "payoff", None, 5, True),
        asked(3, "belief", BELIEFS["ne"]),
        Decision(3, "", 4),
        asked(4, "belief", BELIEFS["ee"]),
        Decision(4, "eleven", 11),
        asked(5, "belief", BELIEFS["sanction"]),
        Decision(5, "?", None, "parse_error"),
    ]
    rows = tried("x", "1", records).trials
    assert [(row.circumstance, row.kept, row.noticed) for row in rows] == [
        ("payoff", True, True),
        ("acts_flip", False, False),
        ("payoff", None, True),
    ]
    assert [(row.ne, row.ee, row.sanction) for row in rows] == [
        (0.4, None, None),
        (None,) * 3,
        (0.4, None, None),
    ]


def test_where_no_trial_can_be_held_no_mind_is_tried() -> None:
    assert known_on(world(), drawing(norm_free=True), each=1) == []


@pytest.mark.parametrize("mind", ["strategic", "selfish", "observer"])
def test_the_other_measures_of_an_episode_are_as_they_were(mind: str) -> None:
    plain, tested = (
        played(mind, arm="both", attribution=True),
        played(mind, arm="both", attribution=True, battery=True),
    )
    maker = maker_of(plain.case)
    assert maker.row(plain.key, plain.config, plain.records, episode="1") == maker.row(
        tested.key, tested.config, tested.records, episode="1"
    )
