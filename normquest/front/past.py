"""What a player may know of the past, folded from the records: the log, the brief, the rule stated last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from normquest.community.parser import COMMANDS, Grammar, grammar_of
from normquest.episode.records import Observation, Record, Request, Statement
from normquest.norms.events import NEWCOMER, Act, Event, Stage
from normquest.norms.rules import Rule, rule_from
from normquest.session.live import Live

TASK = "what you were told to do, once more"
TYPED = {"task": TASK, **COMMANDS}
"""Commands with a slash, and what each shows."""

_LINE = re.compile(r" *([0-9]+)  (.*)", re.DOTALL)
_SCENE = re.compile(r"Scene ([0-9]+)(?: of ([0-9]+))?")
_BRIEFED: tuple[Stage, ...] = ("arrival", "act", "elsewhere")


@dataclass
class Past:
    """What the records that a newcomer has seen come to; `catch_up` folds further ones.

    `log`: the events that may be cited, by number, as they were told. `total`: how many scenes there are to
    watch. `brief`: what one was told to do, the last time. `stated`: the rule stated last;
    `said_none`: whether it was said last that there is none to be seen.
    """

    log: dict[int, str] = field(default_factory=dict)
    total: int = 0
    brief: str = ""
    stated: Rule | None = None
    said_none: bool = False
    _read: int = 0
    _custom: str = ""
    _last: Act | None = None
    _texts: list[str] = field(default_factory=list)

    def catch_up(self, records: Sequence[Record]) -> None:
        """Fold what has come since the last time; `records` holds the earlier ones too."""
        for record in records[self._read :]:
            if isinstance(record, Request):
                self._request(record)
            elif isinstance(record, Statement):
                self.stated = None if record.rule is None else rule_from(record.rule)
                self.said_none = record.rule is None and not record.unstatable
            elif isinstance(record, Event) and record.actor == NEWCOMER:
                self._last = record.act
        self._read = len(records)

    def _request(self, request: Request) -> None:
        seen = request.observation
        self._texts.append(seen.text)
        if request.kind == "continue" and request.stage in _BRIEFED:
            self.brief = seen.prose
        if request.kind == "continue" and request.stage == "trials" and seen.prose:
            # The custom, told once, and how things stand today.
            self._custom = self._custom or seen.prose
            self.brief = "\n\n".join(dict.fromkeys((self._custom, seen.prose)))
        self.log |= {number: text for number, text in map(numbered, seen.lines) if number is not None}
        scene = _SCENE.match(seen.place)
        if scene is not None and scene[2]:
            self.total = int(scene[2])

    def grammar(self, live: Live) -> Grammar:
        """What the parser of typed acts knows now."""
        state = live.state
        assert state is not None and state.acting is not None
        grammar = grammar_of(state.acting.community, self._last, self._texts)
        return replace(grammar, commands={**grammar.commands, "task": TASK})


def numbered(line: str) -> tuple[int | None, str]:
    """A line's number, by which it can be cited, and its words; None for one that has no number."""
    found = _LINE.fullmatch(line)
    return (None, line) if found is None else (int(found[1]), found[2])


def scene_of(seen: Observation) -> int:
    """Which scene of the watch this is, from 1; 0 where it is none."""
    scene = _SCENE.match(seen.place)
    return 0 if scene is None else int(scene[1])
