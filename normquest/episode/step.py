"""Begin an episode and take it a decision at a time; pure, so that replay and resume are the same thing.

Stages: arrival → watch → statement → act → statement → elsewhere → statement
→ trials, where the battery is switched on → debrief. A step returns the
records that it brought and the next request.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from normquest.episode import battery, briefs
from normquest.episode.acting import enter, observe, turn
from normquest.episode.asking import ask, page
from normquest.episode.case import Case
from normquest.episode.exclusion import stand_aside
from normquest.episode.recognising import items
from normquest.episode.records import (
    ARMS,
    Config,
    Decision,
    EpisodeKey,
    Observation,
    Record,
    Statement,
)
from normquest.episode.resulting import opportunities_met, results
from normquest.episode.state import EpisodeState, Step
from normquest.episode.stating import understand, unstatable
from normquest.episode.supposing import Supposition, suppositions
from normquest.episode.tasks import turns_of
from normquest.episode.watching import Shown, forecast_scenes, scenes_of, show
from normquest.norms.events import Stage


class WrongDecision(ValueError):
    """A decision that does not answer the request at hand; nothing was changed."""


def begin(key: EpisodeKey, config: Config, case: Case) -> Step:
    """The first step: the brief."""
    state = EpisodeState(key=key, config=config, case=case)
    brief = page("arrival", case.home.world.title, briefs.opening(case, config))
    return ask(state, [], "continue", brief)


def advance(state: EpisodeState, decision: Decision) -> Step:
    """The step after a decision. Raises WrongDecision if it answers another request."""
    request = state.request
    if request is None or decision.request != request.seq:
        expected = "none: the episode is over" if request is None else str(request.seq)
        raise WrongDecision(f"decision answers request {decision.request}, expected {expected}")
    records: list[Record] = [decision]
    match state.phase:
        case "brief":
            return _next_scene(replace(state, phase="scene", stage="watch", index=0), records)
        case "scene":
            return _next_scene(replace(state, index=state.index + 1), records)
        case "forecast" | "attribution":
            return _after_probe(state, records)
        case "recognition":
            return _recognition(replace(state, index=state.index + 1), records)
        case "counterfactual":
            return _counterfactual(replace(state, index=state.index + 1), records)
        case "statement":
            return _stated(state, decision, records)
        case "act_brief":
            return _act_request(replace(state, phase="act"), records)
        case "act":
            return _acted(state, decision, records)
        case "trials_brief" | "trial_page" | "trial" | "trial_end":
            return battery.advance(state, decision, records)
        case _:
            raise WrongDecision("the episode is over")


def _watch_of(state: EpisodeState) -> str:
    return ARMS[state.config.arm][0]


def _count(state: EpisodeState) -> int:
    scenes = scenes_of(state.case, _watch_of(state))
    if state.config.scenes is None:
        return len(scenes)
    acts, count = 0, 0
    for scene in scenes:
        acts += sum(1 for e in scene.events if e.kind in ("act", "failed"))
        if acts > state.config.scenes:
            break
        count += 1
    return count


def _shown(state: EpisodeState, seq: int) -> Shown:
    count = _count(state)
    breathe = state.config.forecast and state.index in forecast_scenes(state.case, state.key.seed, count)
    return show(
        state.case,
        state.config,
        _watch_of(state),
        state.index,
        seq=seq,
        seed=state.key.seed,
        breathe=breathe,
        total=count,
    )


def _next_scene(state: EpisodeState, records: list[Record]) -> Step:
    if state.index >= _count(state):
        return _recognition(replace(state, phase="recognition", index=0), records)
    shown = _shown(state, state.seq)
    if shown.pause is not None:
        records += _part(shown, 0, shown.pause)
        last = [e for e in shown.events[: shown.pause] if e.kind == "act"]
        observation = replace(shown.observation, lines=shown.lines_between(0, shown.pause))
        return ask(
            replace(state, phase="forecast", seq=state.seq + shown.pause),
            records,
            "forecast",
            observation,
            question=briefs.forecast_question(state.config),
            about=last[-1].seq if last else None,
        )
    records += _part(shown, 0, len(shown.events))
    observation = replace(shown.observation, lines=shown.lines_between(0, len(shown.events)))
    return _scene_end(replace(state, seq=state.seq + len(shown.events)), records, shown, observation)


def _part(shown: Shown, first: int, last: int) -> list[Record]:
    seqs = {e.seq for e in shown.events[first:last]}
    records: list[Record] = []
    for event in shown.events[first:last]:
        records.append(event)
        records += [t for t in shown.truths if t.seq == event.seq and t.seq in seqs]
    return records


def _after_probe(state: EpisodeState, records: list[Record]) -> Step:
    """The rest of a scene after its question."""
    if state.phase == "attribution":
        return _next_scene(replace(state, phase="scene", index=state.index + 1), records)
    assert state.request is not None
    base = state.seq
    again = _shown(state, 0)
    assert again.pause is not None
    shown = _shown(state, base - again.pause)
    records += _part(shown, again.pause, len(shown.events))
    lines = shown.lines_between(again.pause, len(shown.events)) or ("     Nobody says a word.",)
    observation = page("watch", f"Scene {state.index + 1}, going on", "", lines)
    after = replace(state, phase="scene", seq=base + len(shown.events) - again.pause)
    return _scene_end(after, records, shown, observation)


def _scene_end(state: EpisodeState, records: list[Record], shown: Shown, observation: Observation) -> Step:
    """Ask for the next scene or, where that is switched on, what earned a reaction."""
    marks = [e.seq for e in shown.events if e.kind == "sanction"]
    state = replace(state, phase="scene")
    if state.config.attribution and marks and len(state.sanction_lines) < 4:
        state = replace(state, phase="attribution", sanction_lines=(*state.sanction_lines, (marks[0], "")))
        question = briefs.attribution_question(state.config)
        return ask(state, records, "attribution", observation, question=question, about=marks[0])
    return ask(state, records, "continue", observation)


def recognition_items(state: EpisodeState) -> list[tuple[str, bool]]:
    """What is asked after the watch, and whether it happened there."""
    return items(state.case, state.config, _watch_of(state), _count(state), state.key.seed)


def _recognition(state: EpisodeState, records: list[Record]) -> Step:
    asked = recognition_items(state) if state.config.recognition else []
    if state.index >= len(asked):
        return _counterfactual(replace(state, phase="counterfactual", index=0), records)
    shown = page("watch", "Did this happen?", asked[state.index][0])
    return ask(state, records, "recognition", shown, question="Did this happen?", options=("yes", "no"))


def counterfactual_items(state: EpisodeState) -> list[Supposition]:
    """What is supposed after the watch, and whether it would have been minded."""
    return suppositions(state.case, _watch_of(state), _count(state), state.key.seed)


def _counterfactual(state: EpisodeState, records: list[Record]) -> Step:
    asked = counterfactual_items(state) if state.config.counterfactual else []
    if state.index >= len(asked):
        return _ask_statement(state, records, "watch")
    question = briefs.counterfactual_question(state.config)
    shown = page("watch", "Suppose it had been otherwise.", asked[state.index].text)
    return ask(state, records, "counterfactual", shown, question=question, options=("yes", "no"))


def _ask_statement(state: EpisodeState, records: list[Record], stage: Stage, problem: str = "") -> Step:
    if state.config.elicitation == "off":
        return _after_statement(replace(state, stage=stage), records)
    prose = f"That could not be taken: {problem}" if problem else ""
    shown = page(stage, briefs.statement_title(state.config), prose, state.lines)
    state = replace(state, phase="statement", stage=stage, lines=())
    return ask(state, records, "statement", shown, question=briefs.statement_question(state.config))


_UNREAD: dict[str, str] = {
    "parse_error": "no rule could be read in it.",
    "truncated": "it broke off before its end.",
    "refusal": "it declines to answer.",
}
"""Why a statement that could not be used is asked for once more."""


def _stated(state: EpisodeState, decision: Decision, records: list[Record]) -> Step:
    statement: Statement | None
    problem: str
    if decision.outcome != "ok":
        statement, problem = None, _UNREAD.get(decision.outcome, "there was no answer.")
    else:
        statement, problem = understand(state.case, state.stage, decision.value)
    if statement is None and state.attempt == 0:
        return _ask_statement(replace(state, attempt=1), records, state.stage, problem)
    if statement is None:
        statement = unstatable(state.stage, decision.raw, decision.value)
    return _after_statement(replace(state, attempt=0), [*records, statement])


def _after_statement(state: EpisodeState, records: list[Record]) -> Step:
    case, config = state.case, state.config
    if state.acting is not None and not _over(state):
        return _act_request(replace(state, phase="act"), records)
    if state.stage == "watch":
        acting, begun = enter(case, "act", state.seq)
        brief = page("act", case.home.setting.name, briefs.act_brief(case, config))
    elif state.stage == "act":
        acting, begun = enter(case, "elsewhere", state.seq)
        arrival = briefs.elsewhere_brief(case, config)
        brief = page("elsewhere", case.elsewhere.setting.name, arrival, state.lines)
    else:
        return battery.enter(state, records)
    after = replace(
        state, phase="act_brief", stage=acting.stage, acting=acting, seq=state.seq + len(begun), lines=()
    )
    return ask(after, [*records, *begun], "continue", brief)


def _over(state: EpisodeState) -> bool:
    acting = state.acting
    assert acting is not None
    return acting.stage != state.stage or acting.done or acting.turn >= turns_of(state.case, acting)


def _act_request(state: EpisodeState, records: list[Record]) -> Step:
    assert state.acting is not None
    return ask(state, records, "act", observe(state.case, state.acting))


def _acted(state: EpisodeState, decision: Decision, records: list[Record]) -> Step:
    assert state.acting is not None and state.request is not None
    acting = state.acting
    choices = {c.number: c.act for c in state.request.observation.choices}
    act = choices.get(_number(decision.value)) if decision.outcome == "ok" else None
    after, brought, seq = turn(state.case, state.config, acting, state.seq, act, _residents_go_on(state))
    records = [*records, *brought]
    if after.set_aside:
        after, brought, seq = stand_aside(state.case, state.config, after, seq, after.resumed)
        records += brought
    going_on = not after.done and after.turn < turns_of(state.case, after)
    if going_on and state.config.elicitation != "turns":
        return ask(state, records, "act", observe(state.case, after), acting=after, seq=seq)
    state = replace(state, acting=after, seq=seq)
    if going_on:
        return _ask_statement(state, records, after.stage)
    records += results(state.case, after)
    done = "The task is done." if after.done else "Your time is up; the task is not done."
    state = replace(state, lines=(*after.lines, f"     {done}"))
    return _ask_statement(state, records, acting.stage)


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _residents_go_on(state: EpisodeState) -> bool:
    """In the arm `both`, residents go about their day again once the newcomer met its first opportunity."""
    acting = state.acting
    assert acting is not None
    if state.config.arm != "both" or acting.stage != "act":
        return False
    return acting.resumed or bool(opportunities_met(state.case, acting))
