"""The last page of an episode; another one is a key away."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.front.debrief import NO_RULE, Debrief, score_rows
from normquest.front.right import Comparison
from normquest.front.timeline import timeline_line
from normquest.text import join_words
from normquest.tui import actions
from normquest.tui.glyphs import look
from normquest.tui.help import HelpScreen
from normquest.tui.once import Once
from normquest.tui.safe import joined, lines, plain
from normquest.tui.widgets.hung import Hung

_STAGES = {"watch": "after watching", "act": "after your own day", "elsewhere": "at the end"}
_VERDICTS = (("right", "right"), ("partly", "partly right"), ("wrong", "not so"), ("missing", "left out"))


class DebriefScreen(Once[str]):
    """Dismissed with "another", "opposite" or "home"."""

    CSS_PATH = "debrief.tcss"
    BINDINGS = actions.bindings("debrief")

    def __init__(self, debrief: Debrief) -> None:
        super().__init__()
        self.debrief = debrief

    def compose(self) -> ComposeResult:
        told = self.debrief
        with VerticalScroll(id="debrief"):
            yield Static(plain("WHAT THEY MINDED", "bold $primary"), classes="title")
            yield Static(plain(f"“{told.rule}”" if told.rule else NO_RULE, "bold"), id="truth")
            for said in told.said:
                yield Static(
                    plain(f"You, {_STAGES.get(said.stage, said.stage)}", "$secondary"), classes="title"
                )
                rows = [marked(said.comparison)] if said.comparison is not None else []
                rows = rows or [plain(f"“{said.english or 'None that I can see.'}”")]
                if said.words:
                    rows.append(joined(("In your words: ", "dim"), said.words))
                rows += named(said.comparison)
                if said.exact is not None:
                    share = (
                        ""
                        if said.agreement is None
                        else f" It agrees with theirs in {said.agreement:.0%} of test cases"
                    )
                    effect = "The very rule." if said.exact else "Not their rule."
                    rows.append(plain(f"{effect}{share} (N = {said.cases}).", "dim"))
                yield Static(lines(*rows))
            yield Static(plain("THE WAY THERE", "bold $primary"), classes="title")
            yield Static(plain(timeline_line(told.timeline, look(72))), id="timeline")
            yield Static(plain("HOW IT WENT", "bold $primary"), classes="title")
            yield Hung(
                [(joined((f"{label:<14}", "$secondary"), text), 14) for label, text in score_rows(told)]
            )
            if told.others:
                yield Static(plain("\n".join(told.others), "dim"))
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        self.query_one("#debrief").focus()

    def action_another(self) -> None:
        """Another community."""
        self.dismiss("another")

    def action_opposite(self) -> None:
        """The same people, the opposite rule."""
        self.dismiss("opposite")

    def action_leave(self) -> None:
        """Home."""
        self.dismiss("home")

    def action_back(self) -> None:
        """Home."""
        self.dismiss("home")

    def action_help(self) -> None:
        """Help."""
        self.app.push_screen(HelpScreen("debrief", self.focused))

    def action_theme(self) -> None:
        """The next theme."""
        self.app.action_next_theme()  # type: ignore[attr-defined]


def marked(comparison: Comparison) -> Content:
    """What was said, with what is right in it underlined."""
    return joined(
        "“", *((text, "underline $primary") if right else text for text, right in comparison.marked), "”"
    )


def named(comparison: Comparison | None) -> list[Content]:
    """Which parts were right and which were not, in words."""
    rows = []
    for verdict, label in _VERDICTS if comparison is not None else ():
        names = [name for name, found in (comparison.named if comparison else ()) if found == verdict]
        if names:
            rows.append(joined((f"{label}: ", "$secondary"), join_words(names)))
    return rows
