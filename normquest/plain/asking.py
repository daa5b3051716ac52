"""Asking for a line until it can be taken; commands with a slash work at every prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from normquest.community.parser import Command, Grammar, parse
from normquest.front.faults import fault, named
from normquest.front.look import Look, page
from normquest.norms.unstatable import Unstatable
from normquest.plain.terminal import Closed, Terminal

T = TypeVar("T")

Answer = Callable[[str], str]
"""What a command shows, given its argument. It may raise Closed."""

_OWN = {"help": "what can be typed here", "back": "a step back", "quit": "stop here; everything is saved"}


class Back(Exception):
    """The player takes a step back."""


@dataclass
class Asker:
    """A terminal, how pages look on it, and the commands that work besides /help, /back and /quit."""

    terminal: Terminal
    look: Look = field(default_factory=Look)
    commands: Mapping[str, Answer] = field(default_factory=dict)

    def say(self, *blocks: str) -> None:
        """Show the blocks, with a blank line behind them."""
        self.terminal.write(f"{page(self.look, *blocks)}\n")

    def line(self, prompt: str, help_: str = "") -> str:
        """The next line that is no command, without spaces around it. Raises Back and Closed."""
        while True:
            line = self.terminal.read(prompt).strip()
            if not line.startswith("/") and line != "?":
                return line
            self.say(self._command(line, help_))

    def until(self, prompt: str, read: Callable[[str], T], help_: str = "") -> T:
        """What `read` makes of a line; where it raises Unstatable, why, and the question again.

        What was expected is not said twice in a row.
        """
        expected: tuple[str, ...] | None = None
        while True:
            try:
                return read(self.line(prompt, help_))
            except Unstatable as error:
                again = error.expected == expected and error.nearest is None
                expected = error.expected
                self.say(f"{named(error)}." if again else fault(error, self.look))

    def _command(self, line: str, help_: str) -> str:
        known = {**_OWN, **dict.fromkeys(self.commands, "")}
        found = parse(line, (), Grammar({}, commands=known))
        if not isinstance(found, Command):
            return getattr(found, "message", "")
        match found.name:
            case "quit":
                raise Closed("quit")
            case "back":
                raise Back
            case "help":
                gap = "\n\n" if "\n" in help_ else "\n"
                return f"{help_}{gap}/{' · /'.join(known)}".strip()
        return self.commands[found.name](found.argument)
