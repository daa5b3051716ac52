"""What a row takes from other episodes: the observer's score on the same evidence, and a mirror's twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from normquest.episode.records import Config, EpisodeKey
from normquest.measures.rows import EpisodeRow, ObserverRow

OBSERVER = "observer"
"""The name of the reference observer among the minds."""

Known = tuple[EpisodeKey, Config, EpisodeRow]
"""A row with the key and the configuration of its episode."""

_Place = tuple[str, int, str, str]


def _place(key: EpisodeKey, config: Config) -> _Place:
    return (key.world_hash, key.seed, key.arm, config.hash())


def beside(known: Sequence[Known], others: Sequence[Known] = ()) -> list[EpisodeRow]:
    """The rows, each with what its twins say; `others` are episodes to look in that are not asked for."""
    everything = [*known, *others]
    seen: dict[_Place, tuple[ObserverRow, ...]] = {}
    plain: dict[tuple[object, ...], str] = {}
    for key, config, row in everything:
        if key.newcomer == OBSERVER and key.rep == 0:
            seen[_place(key, _unprobed(config))] = _observed(row)
        if not config.mirror:
            plain[_twin(key, config)] = row.episode
    return [
        replace(
            row,
            observer=seen.get(_place(key, _unprobed(config)), row.observer),
            mirror_of=plain.get(_twin(key, config)) if config.mirror else None,
        )
        for key, config, row in known
    ]


def _unprobed(config: Config) -> Config:
    """The configuration without what does not touch the evidence of the watch: a model's settings."""
    return replace(config, model={})


def _twin(key: EpisodeKey, config: Config) -> tuple[object, ...]:
    """What an episode shares with its mirror twin."""
    rest = replace(config, mirror=False).hash()
    return (key.world_hash, key.seed, key.arm, key.newcomer, key.rep, key.participant, rest)


def _observed(row: EpisodeRow) -> tuple[ObserverRow, ...]:
    """Only what rests on the watch is evidence that all newcomers of an arm share."""
    return tuple(
        ObserverRow(said.stage, said.exact, said.balanced_accuracy)
        for said in row.statements
        if said.stage == "watch"
    )
