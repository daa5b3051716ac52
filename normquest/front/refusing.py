"""What is said to a line that states no rule: short, and shorter still when one such line follows another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from normquest.community.phrases import spoken
from normquest.front.faults import fault, named
from normquest.front.look import Look, columns
from normquest.front.offers import forms
from normquest.norms.english import form_menu
from normquest.norms.unstatable import Unstatable

WAYS = "A sentence or a form's number · ? = all forms · 0 = none that I can see"
KEEP = "Or type keep: your words stay as they are, and count as no rule."
_MOST_ACTS = 4
_COMMON = frozenset(spoken("and it is of one to who whoever so"))
"""Words that nearly every form has; they tell little of which was meant."""


@dataclass
class Refusals:
    """The refused lines since something was last understood, and the sentences among all refused ones.

    `acts`: how the acts are put, with what they are done to left open.
    """

    look: Look
    acts: Sequence[str] = ()
    ways: str = WAYS
    keeps: bool = True
    run: int = 0
    sentences: list[str] = field(default_factory=list)

    def understood(self) -> None:
        """A line was taken."""
        self.run = 0

    def of(self, line: str, error: Unstatable) -> str:
        """What to say of a line. Of stray keys, which may have been meant for what came before, only once."""
        self.run += 1
        what = f"'{line[:40]}{'…' if len(line) > 40 else ''}'" if line else "An empty line"
        if sum(any(char.isalpha() for char in word) for word in line.split()) < 2:
            problem = "is no form's number" if line.isdecimal() else "is no rule"
            return f"{what} {problem}." + (f"\n{self.ways}" if self.run == 1 else "")
        self.sentences.append(line)
        keep = f"\n{KEEP}" if self.keeps and len(self.sentences) > 1 else ""
        if error.expected != tuple(form_menu()):
            acts = acts_in(line, self.acts)
            inside = columns(self.look, [("acts", " | ".join(acts))]) if acts else ""
            return "\n".join(part for part in (fault(error, self.look), inside) if part) + keep
        number, text = nearest_form(line)
        rows = [("where", named(error)), ("nearest", f"form {number}: {text}")]
        return f"That is no sentence of this language yet.\n{columns(self.look, rows)}\n{self.ways}{keep}"


def acts_in(line: str, acts: Sequence[str]) -> list[str]:
    """The acts whose words a sentence begins to say: what it may lack is seen from how they go on."""
    said = f" {' '.join(spoken(line))} "
    heads = {act: " ".join(spoken(act.partition("…")[0])) for act in acts}
    return [act for act, head in heads.items() if head and "…" in act and f" {head} " in said][:_MOST_ACTS]


def nearest_form(line: str) -> tuple[int, str]:
    """The form that shares most words with a sentence, the first of several: its number and its text."""
    said = set(spoken(line))

    def shared(text: str) -> float:
        return sum(0.1 if word in _COMMON else 1.0 for word in said & set(spoken(text)))

    texts: Sequence[str] = [item.text for item in forms()]
    number = max(range(len(texts)), key=lambda at: (shared(texts[at]), -at))
    return number + 1, texts[number]
