"""Building a rule from menus: form, act, what is said of it, conditions, numbers. A line for each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from normquest.front import offers
from normquest.front.drafting import TITLES, asked
from normquest.front.look import page
from normquest.front.menu import Item, listing, pick, pick_one
from normquest.front.parts import state, towards_one, whole
from normquest.norms.english import render_pattern
from normquest.norms.language.shapes import Shape
from normquest.norms.reading import read, read_rule
from normquest.norms.rules import (
    MOST_TURNS,
    ActPattern,
    Both,
    Condition,
    Meta,
    Now,
    Past,
    Prohibition,
    Rule,
    Test,
)
from normquest.norms.unstatable import Unstatable
from normquest.plain.asking import Asker, Back
from normquest.world.lexicon import Lexicon

T = TypeVar("T")

_WITHIN = re.compile(r"(?:4|within\D*|last\D*)\s*([0-9]{1,3})(?:\s*turns?)?")
_SOON = f"a number of turns from 1 to {MOST_TURNS}"
_PICK = "a number, or words"
_LISTED = "The same list as before; ? shows it again."


@dataclass
class Builder:
    """One who asks, and the words to choose from."""

    asker: Asker
    lexicon: Lexicon
    listed: bool = False
    """Whether the long list of acts has been shown."""

    def rule(self, shape: Shape) -> Rule:
        """A rule of this form, without its `when` and `unless`. Raises Unstatable, Back and Closed."""
        fields: dict[str, Any] = {"form": shape.form, **dict(shape.settles)}
        for piece in shape.pieces:
            if piece[-1] is None and piece[0] not in ("when", "unless"):
                fields |= self._field(shape, str(piece[0]), str(piece[1]))
        made = read_rule({name: value for name, value in fields.items() if value is not None}, self.lexicon)
        assert made is not None  # a mapping with a form is never "none"
        return made

    def _field(self, shape: Shape, name: str, how: str) -> dict[str, Any]:
        match name:
            case "act" | "back" if shape.form == "reciprocity":
                return {name: towards_one(self.act(TITLES[name]))}
            case "rebuke" if how == "offender":
                rebuke = self.act(TITLES[name])
                return {name: towards_one(rebuke) if self._addresses(rebuke) else rebuke}
            case "act" | "back" | "rebuke":
                return {name: self.act(TITLES[name])}
            case "first" | "then":
                return {name: (self.act(asked(name, shape)),)}
            case "keep" | "by":
                return {name: self.states(TITLES[name], ("one",), 1)[0]}
            case "during":
                return {name: self.states(TITLES[name], ("one", "present", "place", "hour"), 3)}
            case "window":
                return self.window()
            case "within":
                return {name: self.number("Within how many turns?", MOST_TURNS, _SOON)}
            case "most":
                return {name: self.number("How many times at most?", 9, "a number of times from 1 to 9")}
            case "style":
                return {name: self.one_of("In which manner?", offers.styles(self.lexicon), "manner > ")}
            case "custom":
                return {name: self.plain_rule("Which custom, that all know of?")}
            case "rules":
                return {name: (self.plain_rule("The first rule?"), self.plain_rule("The second rule?"))}
        raise Unstatable(name, (), None, "cannot be built from menus yet; type the sentence")

    def _until(self, prompt: str, read: Callable[[str], T], help_: str) -> T:
        """As `Asker.until`; 0, which no menu has, leaves the rule. Raises Back."""

        def unless_left(line: str) -> T:
            if line == "0":
                raise Back
            return read(line)

        return self.asker.until(prompt, unless_left, help_)

    def plain_rule(self, title: str) -> Rule:
        """A rule within a rule: typed, or built."""
        menu = offers.forms(plain_only=True)

        def read_line(line: str) -> Rule:
            made = self.rule(pick_one(line, menu)) if line.isdecimal() else read_rule(line, self.lexicon)
            if made is None or isinstance(made, Both | Meta):
                raise Unstatable(line, [item.text for item in menu], None, "is no rule of one kind")
            return made

        self.asker.say(title, listing(menu, self.asker.look))
        return self._until("rule > ", read_line, "A number of the list, or the whole sentence.")

    def _addresses(self, pattern: ActPattern) -> bool:
        words = self.lexicon.verbs if pattern.verb is not None else self.lexicon.tags
        return "{addressee}" in words[pattern.verb or pattern.tag or ""].base

    def act(self, title: str) -> ActPattern:
        """A kind of act with what is said of it."""
        menu = offers.acts(self.lexicon)
        shown = f"{_PICK}, or a phrase that says all of it\n\n{listing(menu, self.asker.look)}"
        self.asker.say(title, _LISTED if self.listed else listing(menu, self.asker.look))
        self.listed = True
        pattern, complete = self._until("act > ", lambda line: self._act(line, menu), shown)
        return pattern if complete else self._detailed(pattern)

    def _act(self, line: str, menu: list[Item[ActPattern]]) -> tuple[ActPattern, bool]:
        """An entry of the menu, or a phrase that already says everything (then True)."""
        try:
            return pick_one(line, menu), False
        except Unstatable as not_picked:
            if not line or line.isdecimal():
                raise
            try:
                rule = read(f"It is forbidden to {line}", self.lexicon)
            except Unstatable as error:
                several = not_picked.problem.startswith("could be")
                raise (not_picked if several else error) from None
            if not isinstance(rule, Prohibition) or rule.when or rule.unless:
                raise Unstatable(line, ("an act alone",), None, "says more than an act") from None
            return rule.act, True

    def _detailed(self, pattern: ActPattern) -> ActPattern:
        menu = offers.details(pattern, self.lexicon)

        def read_line(line: str) -> ActPattern:
            picked = pick(line, menu)
            tests = [one for one in picked if isinstance(one, Test)]
            binds = [one for one in picked if not isinstance(one, Test)]
            data = {"verb": pattern.verb, "tag": pattern.tag}
            data |= {test.key: test.value for test in tests} | dict(binds)
            for test in tests:
                clash = [other for other in tests if other.key == test.key and other.value != test.value]
                if clash:
                    raise Unstatable(line, ("one of them",), None, f"says {test.key} twice")
            return ActPattern.model_validate({key: value for key, value in data.items() if value is not None})

        said = render_pattern(pattern, self.lexicon)
        self.asker.say(f"To {said}: of what kind, by whom, where, when?", listing(menu, self.asker.look))
        return self._until(
            "more of it (Enter = that is all) > ", read_line, f"{_PICK}, several with commas between"
        )

    def states(self, title: str, subjects: tuple[str, ...], most: int) -> tuple[Now, ...]:
        """One or more things that hold, each perhaps denied: "2, not 5"."""
        menu = offers.states(self.lexicon, subjects)

        def read_line(line: str) -> tuple[Now, ...]:
            found = tuple(state(part, menu) for part in line.split(",") if part.strip())
            if not 1 <= len(found) <= most:
                wanted = "one of the list" if most == 1 else f"one to {most} of the list"
                raise Unstatable(line, (wanted,), None, "is not enough" if not found else "is too much")
            return found

        self.asker.say(title, listing(menu, self.asker.look))
        return self._until("so > ", read_line, f"{_PICK}; not in front denies it")

    def conditions(self, field: str, said: str) -> tuple[Condition, ...]:
        """What stands after "when" or "unless": a number, words, `has` for something done before."""
        menu = offers.states(self.lexicon)
        if not said:
            past = "has, has not: one has, or has not, done something before"
            self.asker.say(f"{field.capitalize()} what?", listing(menu, self.asker.look), past)
            said = self.asker.line(f"{field} > ", f"{_PICK}; not in front denies it; or has, has not")
            if said == "0":
                raise Back
        if said.casefold() in ("has", "has not"):
            act = self.act("What has, or has not, been done before?")
            return (Past(act=act, negated=said.casefold() == "has not", **self.window()),)
        try:
            return (state(said, menu),)
        except Unstatable as not_picked:
            return self._typed_conditions(field, said, not_picked)

    def _typed_conditions(self, field: str, said: str, not_picked: Unstatable) -> tuple[Condition, ...]:
        first = ActPattern(tag=next(iter(self.lexicon.tags)))
        sentence = f"It is forbidden to {render_pattern(first, self.lexicon)}, {field} {said}"
        try:
            rule = read(sentence, self.lexicon)
        except Unstatable as error:
            raise (not_picked if len(said.split()) < 3 else error) from None
        if not isinstance(rule, Prohibition):
            raise not_picked
        return rule.unless if field == "unless" else rule.when

    def window(self) -> dict[str, Any]:
        """The fields `window` and, where it counts turns, `n`."""
        menu = offers.windows()

        def read_line(line: str) -> dict[str, Any]:
            if found := _WITHIN.fullmatch(line.casefold()):
                return {"window": "within", "n": whole(found[1], MOST_TURNS, _SOON)}
            window = pick_one(line, menu)
            n = self.number("Within how many turns?", MOST_TURNS, _SOON) if window == "within" else None
            return {"window": window, "n": n}

        self.asker.say("How far back does it count?", listing(menu, self.asker.look))
        return self._until("window > ", read_line, f"{_PICK}, such as: within 3")

    def number(self, title: str, most: int, expected: str) -> int:
        """A number from 1 to `most`."""
        self.asker.terminal.write(page(self.asker.look, title))
        return self._until("number > ", lambda line: whole(line, most, expected), expected)

    def one_of(self, title: str, menu: list[Item[str]], prompt: str) -> str:
        """One entry of a menu."""
        self.asker.say(title, listing(menu, self.asker.look))
        return self._until(prompt, lambda line: pick_one(line, menu), _PICK)
