"""A rule in the making: a form, its slots, conditions added to it; or a whole sentence to start from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from normquest.front.parts import extended, shape_of, towards_one
from normquest.front.phrases import Phrase, Phrases, condition
from normquest.norms.english import render, render_condition
from normquest.norms.language.acts import Writer
from normquest.norms.language.book import book_of
from normquest.norms.language.fields import write_field
from normquest.norms.language.shapes import Shape
from normquest.norms.reading import read, read_rule
from normquest.norms.rules import ActPattern, Both, Meta, Prohibition, Rule
from normquest.norms.unstatable import Unstatable

TITLES = {
    "act": "Which act?",
    "first": "Which act must have come first?",
    "then": "What must then be done?",
    "back": "What must be done in return, to the same person?",
    "rebuke": "How is it rebuked?",
    "keep": "What must be so of oneself?",
    "by": "Of whom is it asked?",
    "during": "While what is so?",
    "window": "How far back does it count?",
    "within": "Within how many turns?",
    "most": "How many times at most?",
    "style": "In which manner?",
    "custom": "Which custom, that all know of? Type its sentence.",
    "first rule": "The first rule? Type its sentence.",
    "second rule": "The second rule? Type its sentence.",
    "when": "When what is so?",
    "unless": "Unless what is so?",
}
_ACTS = ("act", "first", "then", "back", "rebuke")
_LISTS = ("first", "then", "during")


def opened(rule: Rule, phrases: Phrases) -> Draft:
    """A rule taken apart again, so that each of its parts can be changed."""
    draft = Draft(phrases, shape=shape_of(rule))
    if isinstance(rule, Both):
        draft.parts = {
            name: Phrase(render(part, phrases.lexicon), part)
            for name, part in zip(draft.slots, rule.rules, strict=True)
        }
    else:
        for name in draft.slots:
            value = getattr(rule, name)
            if name == "window":
                value = {"window": value, "n": getattr(rule, "n", None)}
            draft.parts[name] = Phrase(name, value)
    for name in ("when", "unless"):
        for one in getattr(rule, name, ()):
            draft.more.append((name, Phrase(render_condition(one, phrases.lexicon), one)))
    return draft if draft.rule() == rule else Draft(phrases, whole=rule)


def asked(slot: str, shape: Shape | None) -> str:
    """What a slot asks; where the form forbids what another form asks for, it says so."""
    if slot == "first" and shape is not None and " not have " in shape.menu:
        return "Which act must not have come first?"
    return TITLES[slot]


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


@dataclass
class Draft:
    """What has been chosen so far. `whole` is a rule that was not built here but taken as it is."""

    phrases: Phrases
    shape: Shape | None = None
    whole: Rule | None = None
    parts: dict[str, Phrase] = field(default_factory=dict)
    more: list[tuple[str, Phrase]] = field(default_factory=list)

    def copy(self) -> Draft:
        """The same as it is now; what is done to the one leaves the other alone."""
        return replace(self, parts=dict(self.parts), more=list(self.more))

    @property
    def slots(self) -> list[str]:
        """The names of the form's slots, in the order of its sentence."""
        if self.shape is None:
            return []
        if self.shape.form == "both":
            return ["first rule", "second rule"]
        names = [str(piece[0]) for piece in self.shape.pieces if piece[-1] is None]
        return [name for name in names if name not in ("when", "unless")]

    @property
    def empty(self) -> str | None:
        """The next slot that has to be filled."""
        return next((name for name in self.slots if name not in self.parts), None)

    @property
    def begun(self) -> bool:
        """Whether there is anything yet."""
        return self.shape is not None or self.whole is not None

    def offered(self, slot: str) -> list[Phrase]:
        """What can be chosen for a slot, or for `when` and `unless`."""
        phrases = self.phrases
        match slot:
            case "keep" | "by":
                return phrases.of_oneself
            case "during":
                return phrases.states
            case "window":
                return phrases.spans
            case "within":
                return phrases.turns
            case "most":
                return phrases.times
            case "style":
                return phrases.styles
            case "when" | "unless":
                return phrases.conditions
        return phrases.acts if slot in _ACTS else []

    def filled(self, name: str, how: str) -> str:
        """What stands in a slot, in the voice that the sentence needs there; empty where nothing does."""
        part = self.parts.get(name)
        if part is None:
            return ""
        value = part.value
        if name == "custom":
            return f'"{render(value, self.phrases.lexicon)}"'
        if name == "window":
            holder = SimpleNamespace(**value)
        else:
            holder = SimpleNamespace(**{name: _listed(value) if name in _LISTS else value})
        return write_field(Writer(book_of(self.phrases.lexicon)), holder, name, how)

    def typed(self, slot: str, line: str) -> Phrase:
        """A phrase typed for a slot that its list does not have. Raises Unstatable."""
        if slot in _ACTS:
            rule = read(f"It is forbidden to {line}", self.phrases.lexicon)
            if not isinstance(rule, Prohibition) or rule.when or rule.unless:
                raise Unstatable(line, ("an act alone",), None, "says more than an act")
            return Phrase(line, rule.act)
        if slot in ("custom", "first rule", "second rule"):
            made = read_rule(line, self.phrases.lexicon)
            if made is None or isinstance(made, Both | Meta):
                raise Unstatable(line, ("a rule of one kind",), None, "is no rule of one kind")
            return Phrase(line, made)
        if slot in ("when", "unless"):
            act = self.phrases.acts[0].text
            rule = read(f"It is forbidden to {act}, {slot} {line}", self.phrases.lexicon)
            found = (rule.when if slot == "when" else rule.unless) if isinstance(rule, Prohibition) else ()
            if len(found) != 1:
                raise Unstatable(line, ("one condition",), None, "is not one condition")
            return Phrase(line, found[0])
        raise Unstatable(line, ("one of the list",), None, "is not in the list")

    def rule(self) -> Rule | None:
        """The rule, once nothing is missing. Raises Unstatable for parts that do not go together."""
        made = self.whole or self._built()
        if made is None:
            return None
        for name, phrase in self.more:
            value = phrase.value
            made = extended(
                made,
                self.phrases.lexicon,
                **{name: (condition(value) if isinstance(value, tuple) else value,)},
            )
        return made

    def takes(self, name: str) -> bool:
        """Whether the rule has a place for `when` or `unless`."""
        rule = self.rule()
        return rule is not None and hasattr(rule, name)

    def _built(self) -> Rule | None:
        if self.shape is None or self.empty is not None:
            return None
        fields: dict[str, Any] = {"form": self.shape.form, **dict(self.shape.settles)}
        if self.shape.form == "both":
            fields["rules"] = (self.parts["first rule"].value, self.parts["second rule"].value)
        else:
            for name in self.slots:
                fields |= self._field(self.shape.form, name, self.parts[name].value)
        return read_rule(
            {name: value for name, value in fields.items() if value is not None}, self.phrases.lexicon
        )

    def _field(self, form: str, name: str, value: Any) -> dict[str, Any]:
        match name:
            case "act" | "back" if form == "reciprocity":
                return {name: towards_one(value)}
            case "rebuke" if (
                form == "meta" and dict(self.shape.settles if self.shape else ()).get("modality") == "must"
            ):
                return {name: towards_one(value) if self._addresses(value) else value}
            case "first" | "then" | "during":
                return {name: _listed(value)}
            case "window":
                return dict(value)
        return {name: value}

    def _addresses(self, pattern: ActPattern) -> bool:
        lexicon = self.phrases.lexicon
        words = lexicon.verbs if pattern.verb is not None else lexicon.tags
        return "{addressee}" in words[pattern.verb or pattern.tag or ""].base
