"""A turn of a stage with a task: the newcomer, residents, world rules, due sanctions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from normquest.community.acts import GroundAct, Listing, find_ground
from normquest.community.build import YOU, Community
from normquest.community.clock import end_turn
from normquest.community.facts import act_facts, rites_open
from normquest.community.happening import fresh_history, happen
from normquest.community.seen import heard
from normquest.community.state import State
from normquest.episode import briefs
from normquest.episode.case import Case
from normquest.episode.observing import acting as observation_of
from normquest.episode.observing import told
from normquest.episode.records import ARMS, Config, Observation, Record, Truth
from normquest.episode.residents import busy, chosen
from normquest.episode.state import Acting, Turned
from normquest.episode.tasks import (
    goal_of,
    monitors_of,
    rules_of,
    task_line,
    turns_of,
)
from normquest.episode.watching import sanction, sanctioners
from normquest.norms.events import Act, Event, Finding, Stage
from normquest.norms.past import Memory
from normquest.streams import Stream, chance, pick, stream
from normquest.world.builtin import WAIT

FALTERING = "You falter, and the moment passes."


def enter(case: Case, stage: Stage, seq: int) -> tuple[Acting, list[Record]]:
    """Begin the stage: a fresh history at the task's start."""
    community = case.home if stage == "act" else case.elsewhere
    start = case.home_start if stage == "act" else case.elsewhere_start
    begun = replace(fresh_history(stage, seq, 0, start), act=None)
    return Acting(stage, community, start, tuple({} for _ in rules_of(case))), [begun]


def observe(case: Case, acting: Acting) -> Observation:
    """What the newcomer perceives before its next act."""
    here = acting.state[(YOU, "at")]
    return observation_of(
        acting.community,
        acting.state,
        stage=acting.stage,
        turn=acting.turn,
        left=turns_of(case, acting) - acting.turn,
        lines=acting.lines,
        task=task_line(case, acting.stage, acting.community, acting.state),
        visit=acting.visits.get(here, 0),
        arrived=acting.arrived,
    )


class _Turn:
    """One turn as it unfolds; collects records and numbers events."""

    def __init__(self, case: Case, config: Config, acting: Acting, seq: int) -> None:
        self.case, self.config, self.acting = case, config, acting
        self.community: Community = acting.community
        self.seq = seq
        self.state: State = acting.state
        self.memories: list[Memory] = [dict(memory) for memory in acting.memories]
        self.monitors = monitors_of(case, self.community)
        self.records: list[Record] = []
        self.lines: list[str] = []
        self.due = list(acting.due)
        self.violations = acting.violations
        self.sanctions = acting.sanctions
        self.immediate = acting.stage == "act" and ARMS[config.arm][1] == "immediate"
        if acting.reacts is not None:
            self.immediate = acting.reacts
        self.offenders: set[str] = set()
        self.acted: set[str] = set()
        self.noticed: bool | None = None
        self.set_aside = 0

    @cached_property
    def rng(self) -> Stream:
        """The stream of this turn's reactions."""
        return stream(self.community.seed, "reactions", self.acting.stage, self.acting.turn)

    def take(self, event: Event) -> None:
        """Log an event: judge it by the norm and every custom, and note who was there to mind."""
        self.records.append(event)
        self.seq += 1
        if event.kind in ("act", "failed"):
            self.acted.add(event.actor)
        verdicts: list[tuple[Memory, list[Finding]]] = []
        for number, (monitor, first) in enumerate(self.monitors):
            if first < number:
                verdict = verdicts[first]
            elif monitor is None:
                verdict = self.memories[number], []
            else:
                verdict = monitor.judge(self.memories[number], event)
            verdicts.append(verdict)
            for finding in verdict[1]:
                watchers = self._watchers(finding, event)
                self.records.append(Truth(event.seq, finding, number - 1, bool(watchers)))
                # Nobody reacts to what a bystander has been doing all along: only to somebody's own turn.
                mine = event.kind != "tick" or finding.bearer in self.acted
                if number == 0 and finding.result == "violated" and mine:
                    self._offence(finding, watchers)
        self.memories = [memory for memory, _ in verdicts]

    def _offence(self, finding: Finding, watchers: list[str]) -> None:
        self.offenders.add(finding.bearer)
        if finding.bearer == YOU:
            self.violations += 1
            self.noticed = bool(self.noticed or watchers)
        if self.immediate and watchers and not chance(self.rng, self.config.miss):
            self.due.append((self.acting.turn + self.config.delay, finding.bearer, tuple(watchers)))

    def _watchers(self, finding: Finding, event: Event) -> list[str]:
        if event.kind == "tick":
            place = self.state[(finding.bearer, "at")]
            here = [p for p in self.community.residents if self.state[(p, "at")] == place]
        else:
            here = list(event.present)
        return sanctioners(self.community, [p for p in here if p != finding.bearer])

    def do(self, ground: GroundAct, rites: Listing | None = None) -> None:
        """An act by anyone, for real; `rites` are those open to them, where that was found already."""
        event, after = happen(
            self.community,
            self.state,
            ground,
            seq=self.seq,
            turn=self.acting.turn,
            stage=self.acting.stage,
            rites=rites,
        )
        words = heard(self.community, event, YOU, self.state)
        self.state = after
        self.take(event)
        if words is not None:
            self.lines.append(told(event.seq, words))

    def falter(self) -> None:
        """An attempt that could not be understood still takes a turn."""
        place, facts = self.state[(YOU, "at")], act_facts(self.community, {}, YOU, self.state)
        event = Event(
            seq=self.seq,
            turn=self.acting.turn,
            stage=self.acting.stage,
            kind="failed",
            place=place,
            hour=self.state[("clock", "hour")],
            day=self.state[("clock", "day")],
            act=Act(YOU, "falter"),
            facts=facts,
            could=rites_open(self.community, self.state, YOU, facts["people"]),
            present=tuple(p for p in self.community.residents if self.state[(p, "at")] == place),
            text=FALTERING,
        )
        self.take(event)
        self.lines.append(told(event.seq, FALTERING))

    def residents(self) -> None:
        """Residents go about their day, in seeded order."""
        acting = self.acting
        for person in busy(self.community, acting.stage, acting.turn):
            does = chosen(self.case, self.community, self.state, person, acting.stage, acting.turn)
            if does is not None:
                self.do(*does)

    def close(self) -> None:
        """The tick, and the sanctions that are due."""
        event, after = end_turn(
            self.community, self.state, seq=self.seq, turn=self.acting.turn, stage=self.acting.stage
        )
        words = heard(self.community, event, YOU, self.state) if event.text else None
        self.state = after
        self.take(event)
        if words:
            self.lines += [told(event.seq, line) for line in words.split("\n")]
        if self.immediate and YOU not in self.offenders and chance(self.rng, self.config.false_alarm):
            who = tuple(sanctioners(self.community, self._at_hand()))
            if who:
                self.due.append((self.acting.turn + self.config.delay, YOU, who))
        self.react(self.acting.turn)

    def _at_hand(self) -> list[str]:
        here = self.state[(YOU, "at")]
        return [p for p in self.community.residents if self.state[(p, "at")] == here]

    def react(self, until: int) -> None:
        """The sanctions that are due by a turn, each in the turn in which it is due."""
        for when, target, who in sorted(self.due, key=lambda due: due[0]):
            if when > until:
                continue
            self.due.remove((when, target, who))
            mark = sanction(
                self.community,
                self.state,
                pick(self.rng, who),
                target,
                seq=self.seq,
                turn=when,
                stage=self.acting.stage,
                hidden=self.config.replacement and target != YOU,
            )
            words = heard(self.community, mark, YOU, self.state)
            self.records.append(mark if words is not None else replace(mark, seen_by=()))
            self.seq += 1
            self.sanctions += target == YOU
            if target == YOU:
                self.set_aside = max(self.set_aside, mark.facts["turns"])
            if words is not None:
                self.lines.append(told(mark.seq, f"{briefs.mark(self.config)}  {words}"))


def turn(
    case: Case,
    config: Config,
    acting: Acting,
    seq: int,
    act: Act | None,
    resumed: bool,
    *,
    aside: bool = False,
) -> tuple[Acting, list[Record], int]:
    """One turn: the newcomer's act (None: an attempt that came to nothing), residents, tick, sanctions.

    Returns the stage after it, the records, and the next event's number. `aside`: the newcomer stands aside;
    it does nothing and decides nothing, so that the turn is none of its own.
    """
    run = _Turn(case, config, acting, seq)
    before, place = acting.state, acting.state[(YOU, "at")]
    left = turns_of(case, acting) - acting.turn
    here = [p for p in run.community.residents if before[(p, "at")] == place]
    ground = find_ground(run.community, act) if act is not None else None
    # Whoever lets the moment pass has declined what it offered.
    chosen = Act(YOU, WAIT)
    if aside:
        pass
    elif ground is None or not ground.legal(before):
        run.falter()
    else:
        run.do(ground)
        chosen = ground.act
    if resumed:
        run.residents()
    run.close()
    watched = bool(sanctioners(run.community, here))
    taken = Turned(
        before, acting.memories[0], chosen, acting.turn, left, watched, acting.sanctions, run.noticed
    )
    done = bool(goal_of(case, acting.stage, run.community).call(run.state))
    if done or left <= 1:
        run.react(10**6)  # the stage ends here, and what is still due comes now
    now = run.state[(YOU, "at")]
    visits: Mapping[str, int] = acting.visits
    if now != place:
        visits = {**visits, now: visits.get(now, 0) + 1}
    after = replace(
        acting,
        state=run.state,
        memories=tuple(run.memories),
        turn=acting.turn + 1,
        arrived=now != place,
        visits=visits,
        lines=tuple(run.lines),
        taken=acting.taken if aside else (*acting.taken, taken),
        due=tuple(run.due),
        violations=run.violations,
        sanctions=run.sanctions,
        resumed=resumed,
        done=done,
        set_aside=run.set_aside,
    )
    return after, run.records, run.seq
