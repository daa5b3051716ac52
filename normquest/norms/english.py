"""Every rule as one English sentence that `normquest.norms.reading` reads back to the same rule.

Two rules that differ never have the same sentence, provided that the lexicon
words its verbs and tags differently (see `clashes`).
"""

from __future__ import annotations

from normquest.norms.language.acts import Writer, write_act
from normquest.norms.language.book import book_of
from normquest.norms.language.shapes import form_menu, write_rule
from normquest.norms.language.spans import Pronoun
from normquest.norms.language.states import write_condition
from normquest.norms.language.verbs import Voice, clashing
from normquest.norms.rules import ActPattern, Condition, Rule
from normquest.text import capital
from normquest.world.lexicon import Lexicon

__all__ = ["clashes", "form_menu", "render", "render_condition", "render_pattern"]


def render(rule: Rule, lexicon: Lexicon) -> str:
    """The rule's canonical sentence, with a capital and a final period.

    What the lexicon has no words for is called by its id, spelled out.
    """
    return f"{capital(write_rule(Writer(book_of(lexicon)), rule))}."


def render_pattern(pattern: ActPattern, lexicon: Lexicon, voice: Voice = "base") -> str:
    """An act pattern on its own, such as "dye a cloth in a rose vat": for menus and labels."""
    return write_act(Writer(book_of(lexicon)), pattern, voice)


def render_condition(condition: Condition, lexicon: Lexicon, pronoun: Pronoun = "one") -> str:
    """A condition on its own, such as "one has bowed to a steward since entering"."""
    return write_condition(Writer(book_of(lexicon)), condition, pronoun)


def clashes(lexicon: Lexicon) -> list[str]:
    """Pairs of verbs or of tags worded alike, which no sentence can tell apart: for `worlds check`."""
    return clashing(book_of(lexicon).acts)
