"""The text that members are sent: the rules, what they remember, this round so far, and the question.

The variants of a prompt differ in nothing but what their names say. The word that the research is about is
never used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from normquest.society.conditions import Variant
from normquest.society.forms import Form
from normquest.society.games import Table, Tongue
from normquest.society.records import RequestKind
from normquest.society.schema import Memory
from normquest.society.view import Past, Rules, Talked, View
from normquest.text import join_words

_LEANINGS = ("hardly", "a little", "moderately", "rather", "very")


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells members what they know, in the words of a variant."""

    title: str
    variant: Variant
    memory: Memory

    @property
    def tongue(self) -> Tongue:
        """The words that the variant asks for."""
        return Tongue(self.variant in ("neutral_verbs", "both"), self.variant in ("neutral_anchors", "both"))

    def text(self, view: View, kind: RequestKind, form: Form, attempt: int) -> str:
        """Everything, for a reader who remembers nothing."""
        parts = [
            self.brief(view),
            *self.remembered(view),
            self.now(view),
            self.question(view, kind, form, attempt),
        ]
        return "\n\n".join(part for part in parts if part)

    def brief(self, view: View) -> str:
        """Who one is, and the rules."""
        rules, me = view.rules, view.me
        lines = [f"You are {me.name}, a member of a society of {rules.members}.{_length(rules)}"]
        lines.append(rules.game.rules(self.tongue, rules.size))
        if rules.learning:
            lines.append(
                "Before that the members of a group talk: each in turn says something that all in the group "
                "hear."
            )
        if rules.ratings:
            lines.append(_ratings(rules, self.tongue))
        lines += [line for line in (self._leaning(view), self._anchor(view)) if line]
        return "\n".join(lines)

    def _leaning(self, view: View) -> str:
        to = view.rules.game.tendency(self.tongue)
        if self.variant == "minimal" or not to:
            return ""
        if self.variant == "words":
            return f"You are {_LEANINGS[min(int(view.me.tau * 5), 4)]} inclined to {to}."
        return f"Your inclination to {to} is {view.me.tau:.2f}, where 0 is not at all and 1 is wholly."

    def _anchor(self, view: View) -> str:
        if view.me.role == "member":
            return ""
        said = view.rules.game.ought(self.tongue, view.me.anchor)
        return f"You hold that {said}, and you want the others to see it that way."

    def remembered(self, view: View) -> Iterable[str]:
        """What was announced, and the rounds that are told again."""
        if view.notices:
            yield "\n".join(f"At the beginning of round {n.round}: {n.text}" for n in view.notices)
        shown = view.past[-self.memory.rounds :] if self.memory.rounds else ()
        if shown:
            talked = shown[-self.memory.talk :] if self.memory.talk else ()
            first = talked[0].round if talked else view.round
            yield "What you remember:\n" + "\n".join(self._past(view, p, p.round >= first) for p in shown)

    def _past(self, view: View, past: Past, with_talk: bool) -> str:
        said = [f"Round {past.round}:"]
        if past.table is None:
            said.append("you rested.")
        else:
            said.append(self._at_table(view, past, past.table))
        if past.report is not None:
            ee, ne = past.report
            said.append(f"You said: typical {ee:g}, acceptable {ne if ne == 'none' else f'{ne:g}'}.")
        line = " ".join(said)
        talk = _talk(view, past.talk) if with_talk else ""
        return f"{line}\n{talk}" if talk else line

    def _at_table(self, view: View, past: Past, table: Table) -> str:
        names, me = view.names, view.me.id
        mates = join_words(names[m] for m in past.group if m != me)
        text = f"with {mates}. {_sentence(view.rules.game.story(self.tongue, me, names, table))}"
        payoff = dict(past.payoffs).get(me)
        text += "" if payoff is None else f" You had {payoff:.1f}."
        if past.given:
            text += f" You rated {_rated(view, past.given)}."
        if past.got:
            text += f" You were rated by {_rated(view, past.got)}."
        return text

    def now(self, view: View) -> str:
        """This round so far."""
        head = f"It is round {view.round}."
        if not view.group:
            return f"{head} You rest in this round, since the members do not come out even."
        mates = join_words(view.names[member] for member in view.others)
        parts = [f"{head} You are in a group with {mates}."]
        talk = _talk(view, view.talk)
        parts += [talk] if talk else []
        if view.table is not None and (view.table.moves or view.table.aside) and view.payoffs:
            parts.append(_sentence(view.rules.game.story(self.tongue, view.me.id, view.names, view.table)))
            had = dict(view.payoffs)
            each = [
                f"{'you' if m == view.me.id else view.names[m]} {had[m]:.1f}" for m in view.group if m in had
            ]
            parts.append(f"After this round you have of it: {join_words(each)}.")
        if view.got:
            parts.append(f"You were rated by {_rated(view, view.got)}.")
        return "\n".join(parts)

    def question(self, view: View, kind: RequestKind, form: Form, attempt: int) -> str:
        """What is asked, and what may be answered."""
        game, tongue = view.rules.game, self.tongue
        match kind:
            case "talk":
                asked = (
                    f"What do you say to your group? At most {form.longest} characters; nothing is an "
                    f"answer too."
                )
            case "ratings":
                asked = f"How do you rate {join_words(form.names)}? For each a number from -1 to 1."
                if not tongue.neutral_anchors:
                    asked += " -1 is very bad, 0 neither good nor bad, 1 very good."
            case "notice":
                options = "\n".join(f"- {option}" for option in form.options)
                asked = f"What has changed since the round before? One of these:\n{options}"
            case "report" | "beliefs":
                asked = f"In private, and nobody else is told: {game.question(kind, tongue, view.table)}"
            case _:
                asked = game.question(kind, tongue, view.table)
        return f"Your answer could not be used. {asked}" if attempt else asked


def _length(rules: Rules) -> str:
    return f" It meets for {rules.rounds} rounds." if rules.rounds else " It meets round after round."


def _ratings(rules: Rules, tongue: Tongue) -> str:
    text = "After each round everyone rates the others in the group, from -1 to 1."
    text += (
        " Each is told how the others rated it."
        if rules.ratings_told
        else " Nobody is told the others' ratings."
    )
    if not rules.selection:
        return f"{text} Groups are drawn at random."
    if not rules.ratings_count:
        return (
            f"{text} At present nothing follows from ratings: groups are drawn at random, and nobody is "
            f"excluded."
        )
    return (
        f"{text} From round {rules.selection_from} on, members whom the others rated well are more likely "
        f"to choose "
        "who is in their group, and they choose those whom they rated well themselves. A member whom the "
        "others "
        "rate too badly for too long is excluded for good."
    )


def _talk(view: View, talk: Talked) -> str:
    return "\n".join(
        f"{'You' if member == view.me.id else view.names[member]} said: “{text}”"
        if text
        else f"{'You' if member == view.me.id else view.names[member]} said nothing."
        for member, text in talk
    )


def _rated(view: View, ratings: Iterable[tuple[int, float]]) -> str:
    return join_words(f"{view.names[member]} {value:+.2g}" for member, value in ratings)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
