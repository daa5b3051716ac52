"""Minds that learn nothing: what they do does not depend on what they see."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.community.acts import GroundAct, legal_acts, legal_rites
from normquest.community.build import YOU
from normquest.episode.briefs import cost_of_offence
from normquest.episode.case import Case
from normquest.episode.records import ARMS, EpisodeKey, Record, Request
from normquest.episode.watching import sanctioners
from normquest.minds.routes import other_ways
from normquest.minds.scripted.base import Mind, Standing, ground_of, standing
from normquest.minds.scripted.evidence import minds_last_turn
from normquest.minds.scripted.routes import Follower
from normquest.norms.rules import Rule
from normquest.norms.templates import templates
from normquest.streams import below, chance, pick, stream


class Planned(Mind):
    """A mind that follows routes; `minds` is the rule that it minds in a stage."""

    def __init__(self, case: Case, key: EpisodeKey) -> None:
        super().__init__(case, key)
        self.follower = Follower(self)

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | tuple[Rule, ...] | None:
        """The rule or rules it minds here."""
        return None

    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        here = standing(self.case, records)
        return self.follower.next(here, self.minded(here, records))


class Oracle(Planned):
    """Knows the norm: keeps it, states it, and is sure."""

    name = "oracle"

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | None:
        return self.case.norm

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        return self.case.norm, 1.0

    def forecast(self, request: Request, records: Sequence[Record]) -> bool | None:
        norm, home = self.case.norm, self.case.home
        return norm is not None and minds_last_turn(norm, records, sanctioners(home, home.residents))


class Selfish(Planned):
    """Takes the cheapest way, whatever people think."""

    name = motive = "selfish"


class Noop(Mind):
    """Waits."""

    name = "noop"

    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        return None


class RandomActs(Mind):
    """Any legal act, all alike."""

    name = motive = "random"

    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        here = standing(self.case, records)
        return pick(self.rng(here.stage, here.turn), legal_acts(here.community, here.state, YOU))

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        return bank_rule(self.case, self.key, request.stage), 0.5


def bank_rule(case: Case, key: EpisodeKey, purpose: str) -> Rule:
    """Some rule of the world's bank: what one may guess who has read the file and seen nothing."""
    bank = templates(case.home.world)
    rng = stream(key.seed, "guess", purpose)
    template = pick(rng, bank)
    return pick(rng, template.instances)[1]


class Contrarian(Mind):
    """Takes the second-cheapest way: the cheapest one that leaves out an act of the easy way."""

    name = "contrarian"

    def __init__(self, case: Case, key: EpisodeKey) -> None:
        super().__init__(case, key)
        self._ways: dict[str, tuple[GroundAct, ...]] = {}

    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        here = standing(self.case, records)
        if here.stage not in self._ways:
            self._ways[here.stage] = self._way(here)
        way = self._ways[here.stage]
        done = len(here.own)
        if done < len(way) and [ground_of(here.community, e) for e in here.own] == list(way[:done]):
            return way[done]
        plan = self.planner(here).plan(here.state)
        return plan.acts[0] if plan is not None and plan.acts else None

    def _way(self, here: Standing) -> tuple[GroundAct, ...]:
        return second_way(self, here)


def second_way(mind: Mind, here: Standing) -> tuple[GroundAct, ...]:
    """The cheapest way that differs from the easy one in a handling act."""
    planner = mind.planner(here)
    easy = planner.plan(here.start)
    if easy is None:
        return ()
    others = other_ways(planner, here.start, easy.acts, here.task.turns)
    return others[0].acts if others else easy.acts


class Ritualist(Mind):
    """Every rite before every act: whatever can be done for manners' sake is done first."""

    name = "ritualist"

    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        here = standing(self.case, records)
        plan = self.planner(here).plan(here.state)
        following = plan.acts[0] if plan is not None and plan.acts else None
        if following is None or following.act.verb == "go":
            return following
        since: list[str] = []
        for event in here.own:
            ground = ground_of(here.community, event)
            if ground is not None and not ground.rite:
                since = []
            else:
                since.append(event.verb)
        todo = [g for g in legal_rites(here.community, here.state, YOU) if g.act.verb not in since]
        return todo[0] if todo else following


class RandomRoute(Mind):
    """Goes about the task by detours: half of its turns are any move or handling that is legal."""

    name = "random-route"

    def act(self, request: Request, records: Sequence[Record]) -> GroundAct | None:
        here = standing(self.case, records)
        planner = self.planner(here)
        rng = self.rng(here.stage, here.turn)
        plan = planner.plan(here.state)
        if chance(rng, 0.35) and plan is not None and plan.cost + 2 <= here.left:
            moves = [g for g in planner.relevant(here.state) if g.act.verb == "go"]
            if moves:
                return moves[below(rng, len(moves))]
        return plan.acts[0] if plan is not None and plan.acts else None


class Strategic(Planned):
    """Weighs what an offence costs: keeps the norm while somebody who reacts is there, and only then."""

    name = motive = "strategic"

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | None:
        if here.stage != "act" or ARMS[self.key.arm][1] != "immediate" or not _watched(here):
            return None
        told = next((r.observation.prose for r in records if isinstance(r, Request)), "")
        return self.case.norm if cost_of_offence(told) > 0 else None

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        return self.case.norm, 1.0


def _watched(here: Standing) -> bool:
    """Whether somebody who reacts to offences stands where the newcomer does."""
    place = here.state[(YOU, "at")]
    beside = [p for p in here.community.residents if here.state[(p, "at")] == place]
    return bool(sanctioners(here.community, beside))


class PriorGuesser(Planned):
    """States a rule of the world's bank, drawn without a look, and keeps it."""

    name = "prior-guesser"
    confidence = 0.5

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | None:
        return bank_rule(self.case, self.key, "prior")

    def state(self, request: Request, records: Sequence[Record]) -> tuple[Rule | None, float | None]:
        return bank_rule(self.case, self.key, "prior"), self.confidence


class Overconfident(PriorGuesser):
    """Guesses as the prior guesser does, and is all but sure."""

    name = "overconfident"
    confidence = 0.99


class Memoriser(Planned):
    """Has learned by heart what to do at home; elsewhere it has nothing to go by."""

    name = "memoriser"

    def minded(self, here: Standing, records: Sequence[Record]) -> Rule | None:
        return self.case.norm if here.stage == "act" else None
