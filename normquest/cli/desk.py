"""The player's desk: every request as a page and a prompt, and what was typed as an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from normquest.community.parser import Chosen, Command, Refused, parse
from normquest.episode.records import Observation, Record, Request
from normquest.front.causes import read_cause
from normquest.front.faults import fault
from normquest.front.lessons import Lessons, moments_of
from normquest.front.look import columns, page
from normquest.front.pages import (
    ACT_PROMPT,
    acting_page,
    examined_page,
    help_page,
    inventory_page,
    question_page,
    scene_page,
)
from normquest.front.past import TYPED, Past, scene_of
from normquest.front.saying import sayings
from normquest.front.statements import statement_data
from normquest.newcomers.human import Answer
from normquest.norms.english import render
from normquest.norms.reading import read_rule
from normquest.norms.unstatable import Unstatable
from normquest.plain.asking import Answer as Shows
from normquest.plain.asking import Asker
from normquest.plain.questions import ask_beside, ask_yes_no, wait_for_enter
from normquest.plain.statement import ask_statement
from normquest.plain.terminal import Closed, StdTerminal
from normquest.session.aids import OFF, Aids
from normquest.session.live import Live
from normquest.session.notebook import Notebook
from normquest.world.words import lexicon_of

_ATTRIBUTE = "a line's number · omission · nothing > "
_MOST_LOG = 40
LINES = "The number before a line is there to cite it by, once you are asked what you think. /log shows all."
LESSON = "Learn:"
HOW_TO_ACT = "Type a number of the list, or say it in words. ? shows what else there is, such as /task."


class Desk:
    """Answers requests for a person at a terminal. What it knows of the past it takes from the records."""

    def __init__(self, terminal: StdTerminal, live: Live, notebook: Notebook, aids: Aids) -> None:
        self.terminal = terminal
        self.live = live
        self.notebook = notebook
        self.aids = aids
        self.lexicon = lexicon_of(live.case.home.world)
        self.lessons = Lessons(live.case.home.world.lessons)
        self.past = Past()
        self._kept_words = ""
        self.commands: dict[str, Shows] = {
            "task": self._task,
            "log": self._log,
            "notes": self._notes,
            "state": self._state,
        }

    def answer(self, request: Request, records: Sequence[Record]) -> Answer:
        """Ask the player. Raises Closed where the input ends."""
        self.past.catch_up(records)
        self._teach(request)
        match request.kind:
            case "act":
                return self._act(request)
            case "statement":
                return self._statement(request)
            case "forecast" | "recognition" | "counterfactual":
                value = ask_yes_no(self.terminal, request, self.terminal.look, self.commands)
                return Answer({True: "y", False: "n", None: ""}[value], value)
            case "attribution":
                return self._attribution(request)
            case "notice" | "belief":
                said = ask_beside(self.terminal, request, self.terminal.look, self.commands)
                return Answer("" if said is None else str(said), said)
            case "continue":
                return self._continue(request)

    def _teach(self, request: Request) -> None:
        """The lesson that this page brings; those of a statement, which is asked for in one go, together."""
        moments = moments_of(request)
        each = [self.lessons.at(one) for one in moments] if request.kind == "statement" else []
        for lesson in each or [self.lessons.at(*moments)]:
            if lesson:
                self.terminal.write(page(self.terminal.look, f"{LESSON} {lesson}") + "\n")

    def _continue(self, request: Request) -> Answer:
        seen, look = request.observation, self.terminal.look
        done, total = scene_of(seen), self.past.total
        self.terminal.write(f"{scene_page(seen, done, total if done else 0, look)}\n")
        if done == 1 and total:
            self.terminal.write(page(look, LINES) + "\n")
        return Answer(wait_for_enter(self.terminal, look, self.commands))

    def _attribution(self, request: Request) -> Answer:
        asker = Asker(self.terminal, self.terminal.look, self.commands)
        self.terminal.write(f"{question_page(request, asker.look)}\n")
        asker.say(f"It is about: {self.past.log[request.about]}" if request.about in self.past.log else "")
        value = asker.until(
            _ATTRIBUTE, lambda line: read_cause(line, self.past.log), "the number of the line that earned it"
        )
        return Answer(str(value), value)

    def _statement(self, request: Request) -> Answer:
        if request.attempt and self._kept_words:  # the player has already said: leave it as it is
            return Answer(self._kept_words, {"rule": self._kept_words})
        seen, look = request.observation, self.terminal.look
        lines = replace(seen, place="").text
        notes = self._notes("") if self.notebook.notes else ""
        self.terminal.write(page(look, lines, notes) + "\n" if lines or notes else "")
        commands = {name: shows for name, shows in self.commands.items() if name != "log"}
        said = ask_statement(
            self.terminal,
            self.lexicon,
            request.stage,
            look=look,
            log=self.past.log,
            question=f"{request.question.partition('?')[0]}?",  # the rest is asked for bit by bit
            commands=commands,
            before=self.past.stated,
        )
        self._kept_words = said.unstatable
        data = statement_data(said)
        if said.unstatable:
            data["rule"] = said.unstatable
        return Answer(said.unstatable or said.english, data)

    def _act(self, request: Request) -> Answer:
        seen = request.observation
        self.terminal.write(f"{acting_page(seen, self.terminal.look)}\n")
        if seen.stage == "act" and seen.turn == 0:
            self.terminal.write(page(self.terminal.look, HOW_TO_ACT) + "\n")
        grammar = self.past.grammar(self.live)
        while True:
            line = self.terminal.read(ACT_PROMPT)
            found = parse(line, seen.choices, grammar)
            match found:
                case Chosen():
                    return Answer(line, found.number)
                case Refused():
                    self.terminal.write(page(self.terminal.look, found.message))
                case Command():
                    self.terminal.write(f"{self._command(found, seen)}\n")

    def _command(self, command: Command, seen: Observation) -> str:
        look = self.terminal.look
        shows: dict[str, Callable[[], str]] = {
            "help": lambda: help_page(look, TYPED, sayings(seen.choices, self.past.grammar(self.live))),
            "look": lambda: acting_page(seen, look),
            "examine": lambda: examined_page(seen, command.argument, look),
            "inventory": lambda: inventory_page(seen, look),
        }
        if command.name == "quit":
            raise Closed("quit")
        if command.name in shows:
            return shows[command.name]()
        return page(look, self.commands[command.name](command.argument))

    def _task(self, _: str) -> str:
        return self.past.brief or "You have been told nothing yet."

    def _log(self, argument: str) -> str:
        if not self.past.log:
            return "Nothing has happened yet."
        rows = [(str(number), text) for number, text in sorted(self.past.log.items())]
        shown = rows if argument.casefold() == "all" else rows[-_MOST_LOG:]
        left = len(rows) - len(shown)
        earlier = f"({left} earlier ones; /log all shows them.)\n" if left else ""
        return earlier + columns(self.terminal.look, shown, 0)

    def _notes(self, argument: str) -> str:
        if not self.aids.on("notebook"):
            return OFF
        if argument:
            kept = self.notebook.add(argument)
            self.aids.used("notebook", argument)
            return "Noted." if kept else "Noted, but only until you quit: the file cannot be written."
        if not self.notebook.notes:
            return "Your notebook is empty. /notes and a few words write something down."
        return "In your notebook:\n" + "\n".join(f"  {note}" for note in self.notebook.notes)

    def _state(self, argument: str) -> str:
        """A rule tried out and written down; it is asked for in earnest at the end of a stage."""
        if not argument:
            asked = "You are asked for the rule at the end of each stage; there, /help says how to put it."
            return f"{asked} /state and a sentence notes what you think.\n{self._notes('')}"
        try:
            rule = read_rule(argument, self.lexicon)
        except Unstatable as error:
            return fault(error, self.terminal.look)
        if not self.aids.on("notebook"):
            return OFF
        said = "None that I can see." if rule is None else render(rule, self.lexicon)
        self.notebook.suppose(said)
        self.aids.used("notebook", f"supposed: {said}")
        return f"Noted: “{said}”"
