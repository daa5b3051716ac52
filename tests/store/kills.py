"""Killing a writer in the middle, again and again; shared by the short test and the long one."""

from pathlib import Path

from normquest.norms.events import Event
from normquest.store import line, open_store
from normquest.streams import below, stream
from store.builders import begun, turn
from store.processes import heard, rest, start, tell


def killed(path: Path, times: int) -> int:
    """Kill a writer `times` times, each after a few turns; gives how many events the file then holds.

    After each kill the file must be whole and hold every turn that the writer said was stored, and at most
    the one in hand besides. The next writer goes on where the last one stopped.
    """
    rng = stream(1, "kills")
    stored = 0
    for _ in range(times):
        stored = _killed_once(path, below(rng, 40) + 1)
    with open_store(path) as store:
        episode = begun(store)
        expected = [event for number in range(stored // 8) for event in turn(number)]
        assert [line(record) for record in store.records(episode.id)] == [line(event) for event in expected]
        store.turn(episode.id, turn(stored // 8), status="done")
    return stored


def _killed_once(path: Path, turns: int) -> int:
    process = start("write_for_ever", path)
    tell(process)
    for _ in range(turns - 1):
        heard(process)
    said = int(heard(process))
    process.kill()
    said = max([said, *(int(words) for words in rest(process)[0])])
    with open_store(path) as store:
        assert store.check() == []
        (episode,) = store.episodes()
        records = store.records(episode.id)
    assert len(records) == episode.records
    assert episode.records in (said, said + 8)
    last = records[-1]
    assert isinstance(last, Event)
    assert (last.seq, episode.last_seq, episode.status) == (episode.records - 1, last.seq, "running")
    return episode.records
