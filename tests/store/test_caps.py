"""The sums that caps are held against are those of all calls, whoever settles them and when."""

from pathlib import Path

from normquest.store import Store, open_store
from normquest.store.caps import Running, Used
from normquest.streams import below, chance, stream


def everything(store: Store) -> Used:
    """The sums from all rows anew."""
    used = Used()
    for row in store._conn.execute("SELECT * FROM model_calls WHERE run IS 1"):
        used.add(row)
    return used


def test_two_connections_agree_with_a_sum_from_scratch(path: Path) -> None:
    rng = stream(1, "calls")
    with open_store(path) as one, open_store(path) as other:
        one.begin_run("pilot", {})
        sums = {id(store): Running() for store in (one, other)}
        pending: list[int] = []
        for _ in range(400):
            store = one if chance(rng, 0.5) else other
            if pending and chance(rng, 0.5):
                told = below(rng, 50) if chance(rng, 0.8) else None
                cost = None if told is None else told * 0.01
                store.record_done(
                    pending.pop(below(rng, len(pending))),
                    outcome="ok",
                    tokens_in=told,
                    tokens_out=told,
                    cost=cost,
                )
            else:
                price = 0.5 if chance(rng, 0.9) else None
                pending.append(store.record_pending(1, None, model="m", request=1, tokens=100, cost=price))
            used, scratch = sums[id(store)].used(store._conn, 1), everything(store)
            assert (used.calls, used.tokens, used.known, used.unpriced) == (
                scratch.calls,
                scratch.tokens,
                scratch.known,
                scratch.unpriced,
            )
            assert abs(used.cost - scratch.cost) < 1e-9


def test_a_settled_call_is_not_read_again(path: Path) -> None:
    with open_store(path) as store:
        store.begin_run("pilot", {})
        for _ in range(20):
            call = store.record_pending(
                1, None, model="m", request=1, tokens=100, cost=None, most_tokens=10**6
            )
            store.record_done(call, outcome="ok", tokens_in=1, tokens_out=1)
        sums = store._running[1]
        sums.used(store._conn, 1)
        assert (sums.done.calls, sums.open, sums.last) == (20, [], call)
