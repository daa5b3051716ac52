"""The scripted minds by name. A new one is a class in one file and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from normquest.episode.case import Case
from normquest.episode.records import EpisodeKey
from normquest.minds.scripted.base import Mind
from normquest.minds.scripted.fixed import (
    Contrarian,
    Memoriser,
    Noop,
    Oracle,
    Overconfident,
    PriorGuesser,
    RandomActs,
    RandomRoute,
    Ritualist,
    Selfish,
    Strategic,
)
from normquest.minds.scripted.learning import ForbidAll, Imitator, LastActMisattributor, OwnSanctionLearner
from normquest.minds.scripted.motivated import Conditional, Internalised, NeOnly
from normquest.minds.scripted.observing import Observer, SecondObserver

MINDS: Mapping[str, type[Mind]] = {
    kind.name: kind
    for kind in (
        Oracle,
        Selfish,
        Noop,
        RandomActs,
        Contrarian,
        Ritualist,
        RandomRoute,
        Imitator,
        Strategic,
        ForbidAll,
        OwnSanctionLearner,
        LastActMisattributor,
        Memoriser,
        PriorGuesser,
        Overconfident,
        Observer,
        SecondObserver,
        Internalised,
        NeOnly,
        Conditional,
    )
}


def mind(name: str, case: Case, key: EpisodeKey) -> Mind:
    """A scripted mind by name. Raises KeyError for a name that is none."""
    return MINDS[name](case, key)
