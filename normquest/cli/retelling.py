"""A stored episode told again as it was seen, with what the newcomer answered."""

from __future__ import annotations

from dataclasses import replace

from normquest.episode.records import Decision, Record, Request, StageResult, Statement, TrialResult
from normquest.front.look import Look, page
from normquest.front.noticing import in_words

_STAGES = {"act": "At the task", "elsewhere": "Elsewhere"}


class Retelling:
    """Turns records into text, one after the other. Hidden records (findings) are not told."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._asked: Request | None = None

    def tell(self, record: Record) -> str:
        """What a record adds, or the empty string."""
        match record:
            case Request():
                self._asked = record
                observation = replace(record.observation, choices=())
                question = record.question if record.kind not in ("statement", "continue") else ""
                return page(self.look, observation.text, question)
            case Decision():
                return self._answer(record)
            case Statement():
                return self._statement(record)
            case StageResult():
                return page(self.look, _result(record))
            case TrialResult():
                return page(self.look, _trial(record))
        return ""

    def _answer(self, decision: Decision) -> str:
        asked = self._asked
        if asked is None or asked.kind in ("continue", "statement"):
            return ""
        if asked.kind == "act":
            texts = {choice.number: choice.text for choice in asked.observation.choices}
            number = decision.value if isinstance(decision.value, int) else -1
            said = texts.get(number, f"{decision.raw or decision.value!r} ({decision.outcome})")
        elif (beside := in_words(asked, decision.value)) is not None:
            said = beside
        else:
            said = {True: "yes", False: "no", None: "can't tell"}.get(decision.value, str(decision.value))
        return page(self.look, f"> {said}")

    def _statement(self, said: Statement) -> str:
        rule = (
            f"“{said.english}”" if not said.unstatable else f"“{said.unstatable}” (not in the rule language)"
        )
        sure = "" if said.confidence is None else f"How sure: {said.confidence:.0%}."
        evidence = f"On the evidence of {', '.join(map(str, said.evidence))}." if said.evidence else ""
        return page(self.look, f"> {rule}", said.words, " ".join(part for part in (sure, evidence) if part))


def _trial(ended: TrialResult) -> str:
    how = {True: "kept", False: "violated", None: "not to be told"}[ended.kept]
    return f"Trial {ended.trial + 1}, {ended.circumstance}: {how}, in {ended.turns} turns."


def _result(result: StageResult) -> str:
    task = "task done" if result.task_success else "task not done"
    return (
        f"{_STAGES.get(result.stage, result.stage)}: {task} in {result.turns} turns, "
        f"{result.violations} violations, {result.opportunities} opportunities."
    )
