"""Caps on tokens and money: never passed, whatever fails to be known."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from normquest.store import CallTotals, CapReached, Store, open_store
from store.builders import begun


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A store with run 1 and its episode 1."""
    with open_store(path) as store:
        begun(store, run=store.begin_run("pilot", {}))
        yield store


def call(store: Store, cost: float | None = 0.01, **caps: float | int) -> int:
    return store.record_pending(1, 1, model="m", request=4, tokens=100, cost=cost, **caps)  # type: ignore[arg-type]


def test_a_call_counts_as_reserved_until_its_use_is_known(store: Store) -> None:
    number = call(store)
    assert store.totals(1) == CallTotals(1, 1, 0, 0, 100, 0.01, 0)
    store.record_done(number, outcome="ok", tokens_in=30, tokens_out=12, cost=0.004, ms=800)
    assert store.totals(1) == CallTotals(1, 0, 30, 12, 42, 0.004, 0)


def test_use_that_a_provider_does_not_tell_counts_as_reserved(store: Store) -> None:
    store.record_done(call(store), outcome="ok", tokens_in=30)
    assert store.totals(1) == CallTotals(1, 0, 30, 0, 100, 0.01, 0)


def test_totals_are_by_run_by_episode_or_of_all(store: Store) -> None:
    call(store)
    store.record_pending(None, None, model="m", request=0, tokens=7, cost=None)
    assert (store.totals(1).tokens, store.totals(episode=1).tokens, store.totals().tokens) == (100, 100, 107)
    assert store.totals(2) == CallTotals(0, 0, 0, 0, 0, 0.0, 0)
    assert store.totals().unpriced == 1


def test_the_call_that_could_pass_the_cap_on_tokens_is_refused(store: Store) -> None:
    call(store, most_tokens=200)
    call(store, most_tokens=200)
    with pytest.raises(CapReached, match="200 tokens are used, 100 more could pass the cap of 200"):
        call(store, most_tokens=200)
    assert store.totals(1).calls == 2


def test_the_call_that_could_pass_the_cap_on_money_is_refused(store: Store) -> None:
    number = call(store, cost=0.03, most_cost=0.05)
    with pytest.raises(CapReached, match=r"0\.0300 is spent"):
        call(store, cost=0.03, most_cost=0.05)
    store.record_done(number, outcome="ok", tokens_in=1, tokens_out=1, cost=0.01)
    call(store, cost=0.03, most_cost=0.05)


def test_a_cap_on_money_fails_closed_where_the_price_is_unknown(store: Store) -> None:
    with pytest.raises(CapReached, match="the price of this model is not known"):
        call(store, cost=None, most_cost=1.0)
    call(store, cost=None)
    with pytest.raises(CapReached, match="not known"):
        call(store, cost=0.01, most_cost=1.0)


def test_another_run_has_a_purse_of_its_own(store: Store) -> None:
    call(store, most_tokens=100)
    other = store.begin_run("other", {})
    store.record_pending(other, None, model="m", request=0, tokens=100, cost=None, most_tokens=100)


def test_two_processes_share_one_cap(path: Path, store: Store) -> None:
    with open_store(path) as other:
        call(store, most_tokens=150)
        with pytest.raises(CapReached):
            call(other, most_tokens=150)


def test_calls_are_counted_by_newcomer_and_by_how_they_ended(store: Store) -> None:
    store.record_done(call(store), outcome="ok", tokens_in=30, tokens_out=12, cost=0.004, ms=800)
    store.record_done(call(store, cost=None), outcome="ok", tokens_in=30, ms=200)
    again = store.record_pending(1, 1, model="m", request=4, attempt=1, tokens=9, cost=None)
    store.record_done(again, outcome="refusal", tokens_in=1, tokens_out=1, ms=100)
    call(store)
    newcomer = store.episodes()[0].key.newcomer
    found = store.calls_by_outcome([1])
    assert [(c.newcomer, c.outcome, c.calls, c.retries) for c in found] == [
        (newcomer, "ok", 2, 0),
        (newcomer, "pending", 1, 0),
        (newcomer, "refusal", 1, 1),
    ]
    ok = found[0]
    assert (ok.tokens_in, ok.tokens_out, ok.untold, ok.unpriced, ok.ms) == (60, 12, 1, 1, 500)
    assert ok.cost == pytest.approx(0.004) and found[1].ms is None
    assert store.calls_by_outcome([2]) == store.calls_by_outcome([]) == []


def test_what_answered_is_kept_call_by_call(store: Store) -> None:
    for revision in ("m-1", "m-1", "", "m-2\udc80"):
        store.record_done(call(store), outcome="ok", revision=revision)
    store.record_done(call(store), outcome="infra_error", revision="")
    call(store)
    newcomer = store.episodes()[0].key.newcomer
    assert store.revisions([1]) == {newcomer: {"m-1": 2, "": 1, "m-2\udc80": 1}}
    assert store.revisions([2]) == store.revisions([]) == {}


def test_how_calls_went_is_told_by_episode(store: Store) -> None:
    number = begun(store).id
    assert (store.effort(number).again, store.effort(number).last_ms) == (0, None)
    for attempt, ms in ((0, 700), (1, 300)):
        made = store.record_pending(None, number, model="m", request=4, attempt=attempt, tokens=9, cost=None)
        assert store.effort(number).last_ms == (None if attempt == 0 else 700)
        store.record_done(made, outcome="ok", ms=ms)
    store.record_pending(None, number, model="m", request=5, attempt=0, tokens=9, cost=None)
    assert (store.effort(number).again, store.effort(number).last_ms) == (1, 300)


def test_thoughts_are_kept_by_request_whatever_is_in_them(store: Store) -> None:
    number = begun(store).id
    for request, text in ((1, "first\ud800"), (3, "then"), (3, "again"), (4, "")):
        made = store.record_pending(None, number, model="m", request=request, tokens=1, cost=None)
        store.record_done(made, outcome="ok", thoughts=text)
    assert store.thoughts(number) == {1: "first\ud800", 3: "then\n\nagain"}
    assert store.thoughts(number, after=1) == {3: "then\n\nagain"} and store.thoughts(number, after=3) == {}
