"""Whether a society can be run as it is asked for, before it is."""

from __future__ import annotations

from collections.abc import Iterable

from normquest.society.records import Config
from normquest.society.schema import Society
from normquest.text import nearest


def check_config(society: Society, config: Config) -> None:
    """Raises ValueError, in words, for switches that this society does not have or that do not go
    together.
    """
    if config.shock and config.shock not in society.shocks:
        raise ValueError(_unknown("shock", config.shock, society.shocks))
    for name in config.interventions:
        if name not in society.interventions:
            raise ValueError(_unknown("intervention", name, society.interventions))
    if config.condition.selection and not society.ratings.asked:
        raise ValueError(
            "SS is not possible in this society: its members rate nobody; expected a condition without SS"
        )
    _check_trials(society, config)


def _check_trials(society: Society, config: Config) -> None:
    shock = society.shocks.get(config.shock)
    last = shock.after + shock.rounds_after if shock else society.rounds
    taken: dict[int, str] = {}
    for name in config.interventions:
        item = society.interventions[name]
        for start in item.starts:
            for round in range(start, start + item.lasts):
                if round in taken:
                    raise ValueError(
                        f"{name} and {taken[round]} both have a trial in round {round}; expected one at a "
                        f"time"
                    )
                if round > last:
                    raise ValueError(
                        f"{name} has a trial in round {round}; the shock {config.shock} leaves {last}"
                    )
                taken[round] = name


def _unknown(what: str, given: str, known: Iterable[str]) -> str:
    names = sorted(known)
    close = nearest(given, names)
    hint = f"; did you mean '{close}'?" if close else ""
    expected = f"one of {', '.join(names)}" if names else f"no {what}: this society has none"
    return f"there is no {what} '{given[:40]}' in this society; expected {expected}{hint}"
