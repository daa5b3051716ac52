"""What a run of models may use: caps to the call, prices, and what counts when use is not known."""

import re
from pathlib import Path

import pytest

from newcomers.brains import Chat, sensible
from newcomers.playing import SHORT, calls_of, first, instant, order, ran
from newcomers.server import Answer, Server, error
from normquest.newcomers.chat.account import Price
from normquest.session.errors import SessionError
from normquest.session.running import Bill, Halted, Played, prices_from, run
from normquest.session.running.means import Means
from normquest.store import open_store


@pytest.fixture(autouse=True)
def no_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    instant(monkeypatch)


def sense(asked: Chat) -> Answer:
    return Answer(sensible(asked))


@pytest.mark.parametrize("cap", [0, 1, 30])
def test_a_cap_on_calls_is_kept_to_the_call_and_a_higher_one_goes_on(tmp_path: Path, cap: int) -> None:
    with Server(sense) as server:
        items = ran(tmp_path, order(server.url, 4), in_flight=4, calls=cap)
        assert len(server.calls) == cap == len(calls_of(tmp_path))
        (halted,) = [item for item in items if isinstance(item, Halted)]
        assert halted.left == 4 - sum(isinstance(item, Played) for item in items)
        assert f"the cap is {cap}" in halted.why
        with open_store(tmp_path / "n.db", readonly=True) as store:
            assert store.runs()[0].status == "stopped"
            assert "infra_error" not in {head.status for head in store.episodes()}
        rest = ran(tmp_path, order(server.url, 4), in_flight=4)
        assert [item.line["status"] for item in rest if isinstance(item, Played)] == ["done"] * 4
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert len(store.runs()) == 1 and store.runs()[0].status == "done"


def test_failed_calls_count_too(tmp_path: Path) -> None:
    with Server(lambda _: error(500)) as server:
        ran(tmp_path, order(server.url, 9), in_flight=3, calls=8)
    assert len(server.calls) == 8


DEAR = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
"""What a call uses where a cap is to be reached soon."""


def test_a_cap_on_tokens_is_never_passed(tmp_path: Path) -> None:
    """Near the cap calls wait for one another, so that what they reserve does not stop the run too soon."""
    cap = 80_000
    with Server(lambda asked: Answer(sensible(asked), usage=DEAR)) as server:
        items = ran(tmp_path, order(server.url, 20, **SHORT), in_flight=8, tokens=cap)
    with open_store(tmp_path / "n.db", readonly=True) as store:
        used = store.totals(1).tokens
    assert any(isinstance(item, Halted) for item in items)
    assert cap * 0.7 < used <= cap and used == 1100 * len(server.calls)


def test_a_cap_on_money_is_never_passed_and_a_price_must_be_known(tmp_path: Path) -> None:
    price = Price(20.0, 200.0)
    with Server(lambda asked: Answer(sensible(asked), usage=DEAR)) as server:
        wanted = order(server.url, 20, **SHORT)
        with pytest.raises(SessionError, match="price of this model is not known"):
            ran(tmp_path, wanted, money=1.0)
        assert not server.calls
        ran(tmp_path, wanted, in_flight=4, money=2.0, prices={"": price})
    with open_store(tmp_path / "n.db", readonly=True) as store:
        totals = store.totals()
    assert totals.cost == pytest.approx(len(server.calls) * 0.04) and 1.4 < totals.cost <= 2.0


def test_unknown_use_counts_as_reserved(tmp_path: Path) -> None:
    with Server(lambda asked: Answer(sensible(asked), usage=None)) as server:
        items = ran(tmp_path, order(server.url, 2, **SHORT), tokens=25_000)
    assert any(isinstance(item, Halted) for item in items)
    assert {tokens for _, _, tokens in calls_of(tmp_path)} == {None}
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert len(server.calls) * 100 < store.totals(1).tokens <= 25_000
    assert [item.line["tokens"] for item in items if isinstance(item, Played)] in ([], [None])


def test_a_call_is_noted_before_it_is_sent(tmp_path: Path) -> None:
    seen = []

    def brain(asked: Chat) -> Answer:
        seen.append(calls_of(tmp_path)[-1][0])
        return sense(asked)

    with Server(brain) as server:
        ran(tmp_path, order(server.url, 1))
    assert set(seen) == {"pending"} and len(seen) == len(server.calls)


def test_calls_of_a_provider_that_turned_them_down_cost_nothing(tmp_path: Path) -> None:
    with Server(first(3, error(429), sense)) as server:
        ran(tmp_path, order(server.url, 1), tokens=10**7)
    with open_store(tmp_path / "n.db", readonly=True) as store:
        assert store.totals(1).tokens == 110 * (len(server.calls) - 3)


def test_the_bill_says_what_was_used_and_what_could_not_be(tmp_path: Path) -> None:
    def brain(asked: Chat) -> Answer:
        if asked.kind == "act":
            return Answer(
                "no", usage=None if len(server.calls) % 2 else {"prompt_tokens": 9, "completion_tokens": 1}
            )
        return sense(asked)

    with Server(brain) as server:
        *_, bill = run(order(server.url, 1), tmp_path / "n.db", name="test", means=Means())
    assert isinstance(bill, Bill)
    assert (bill.calls, bill.money, bill.exact) == (len(server.calls), None, False)
    assert bill.unusable == {"parse_error": 20}


def test_prices_are_read_and_wrong_ones_are_explained() -> None:
    assert prices_from(["0.4,1.6", "openai/x=1,2"]) == {"": Price(0.4, 1.6), "openai:x": Price(1.0, 2.0)}
    for wrong in ("1", "a,b", "1,2,3", "=1,-2", "1;2"):
        with pytest.raises(SessionError, match=re.escape("two numbers")):
            prices_from([wrong])
