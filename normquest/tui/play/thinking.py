"""Aids to thinking on the play screen: notes, pins, tests, hints. Each can be off, and each use is noted."""

from __future__ import annotations

from collections.abc import Callable

from normquest import settings
from normquest.front.hinting import hints
from normquest.front.past import Past
from normquest.front.weighing import LEGEND, Weight, weigh
from normquest.norms.reading import read_rule
from normquest.norms.unstatable import Unstatable
from normquest.session.aids import OFF, Aid, Aids
from normquest.session.live import Live
from normquest.session.notebook import Notebook
from normquest.store import Store
from normquest.world.lexicon import Lexicon

LOST = "Noted, but only until you quit: the file cannot be written."
UNDONE = "Taken back: the last change in the notebook. An act that was done stays done."


class Thinking:
    """The notebook of an episode and what is worked out from what was seen. Methods give what to say."""

    def __init__(self, store: Store, live: Live, past: Past, lexicon: Lexicon) -> None:
        self.aids = Aids(store, live.number, live.config)
        self.book = Notebook(settings.home(), live.number)
        self.live, self.past, self.lexicon = live, past, lexicon
        self.tested = False
        self._hinted = 0
        self._weights: tuple[int, dict[str, Weight | None]] = (-1, {})

    @property
    def off(self) -> frozenset[str]:
        """The panels that are switched off."""
        return frozenset(
            view for view, aid in (("notes", "notebook"), ("map", "map")) if aid in self.aids.off
        )

    @property
    def hypotheses(self) -> list[str]:
        """Sentences to start a statement from: those not crossed out."""
        return [note.text for note in self.book.hypotheses if note.standing != "out"]

    def note(self, text: str) -> str:
        """Write something down."""
        return self._kept("notebook", text, lambda: self.book.add(text))

    def suppose(self, sentence: str) -> str:
        """Write a hypothesis down."""
        return self._kept("notebook", f"supposed: {sentence}", lambda: self.book.suppose(sentence))

    def pin(self, numbers: list[int]) -> str:
        """Let these lines be the pinned ones."""
        chosen = [(number, self.past.log[number]) for number in numbers if number in self.past.log]
        return self._kept("pins", " ".join(str(n) for n, _ in chosen), lambda: self.book.pin(chosen))

    def toggle_pin(self, number: int) -> str:
        """Pin one line, or take its pin out."""
        pinned = set(self.book.pinned) ^ {number}
        said = self.pin(sorted(pinned))
        if said != "Noted.":
            return said
        done = "pinned to your notebook" if number in pinned else "no longer pinned"
        return f"Line {number} is {done}."

    def undo(self) -> str:
        """Take back the last change in the notebook."""
        if not self.aids.on("undo"):
            return OFF
        if not self.book.undo():
            return "There is nothing to take back that has cost no turn."
        self.aids.used("undo", "notebook")
        return UNDONE

    def hint(self) -> str:
        """The next hint; they go round."""
        if not self.aids.on("hints"):
            return OFF
        found = hints(self.live.seen, self.past.log)
        said = found[self._hinted % len(found)]
        self._hinted += 1
        self.aids.used("hints", said)
        return said

    def test(self) -> str:
        """Show each hypothesis against what was seen from now on, or no longer."""
        if not self.aids.on("test"):
            return OFF
        self.tested = not self.tested
        if not self.tested:
            return "Hypotheses are no longer tested."
        self.aids.used("test", "; ".join(self.hypotheses))
        return LEGEND if self.hypotheses else "There is no hypothesis to test: F2 writes one down."

    def weights(self) -> dict[str, Weight]:
        """The weights of the hypotheses, where they are wanted."""
        if not self.tested:
            return {}
        weighed = {note.text: self.weigh(note.text) for note in self.book.hypotheses}
        return {text: weight for text, weight in weighed.items() if weight is not None}

    def weigh(self, sentence: str) -> Weight | None:
        """One hypothesis against what was seen; None for a sentence that says no rule."""
        size = len(self.live.seen)
        if self._weights[0] != size:
            self._weights = (size, {})
        known = self._weights[1]
        if sentence not in known:
            try:
                rule = read_rule(sentence, self.lexicon)
            except Unstatable:
                known[sentence] = None
            else:
                known[sentence] = weigh(rule, self.live.seen, self.live.case, self.live.key.arm)
        return known[sentence]

    def _kept(self, aid: Aid, detail: str, write: Callable[[], bool]) -> str:
        if not self.aids.on(aid):
            return OFF
        kept = write()
        self.aids.used(aid, detail)
        return "Noted." if kept else LOST
