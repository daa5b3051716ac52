"""Four themes: dusk and paper for every day, one of high contrast, one without colour."""

from __future__ import annotations

import os
from collections.abc import Sequence

from textual.theme import Theme

PEOPLE = 8
"""How many colours there are for names; the ninth person has the first one again."""

_DUSK = ("#c9b37e", "#9cb8d1", "#c39ac0", "#a3bd8c", "#d0a08c", "#8cbcb8", "#b5a9d6", "#c4c08a")
_PAPER = ("#7a5a12", "#2a5a80", "#7a3a78", "#3f6b2a", "#8a4434", "#1f6a66", "#54479a", "#66641c")


def _named(colours: Sequence[str]) -> dict[str, str]:
    """A theme's colours for names, as variables: what is on the page changes with the theme."""
    return {f"person-{number}": colours[number % len(colours)] for number in range(PEOPLE)}


DUSK = Theme(
    name="dusk",
    primary="#d9a866",
    secondary="#8fb0a9",
    warning="#e2735b",
    error="#e2735b",
    success="#8fb0a9",
    accent="#d9a866",
    foreground="#d8d3c8",
    background="#17181b",
    surface="#1b1d20",
    panel="#24262a",
    dark=True,
    variables={
        **_named(_DUSK),
        "block-cursor-background": "#3a352c",
        "block-cursor-foreground": "#f4ead8",
        "block-cursor-text-style": "none",
        "input-selection-background": "#d9a866 35%",
        "footer-background": "#17181b",
        "footer-key-foreground": "#d9a866",
    },
)
PAPER = Theme(
    name="paper",
    primary="#8a4b1f",
    secondary="#33625b",
    warning="#a8281c",
    error="#a8281c",
    success="#33625b",
    accent="#8a4b1f",
    foreground="#2c2823",
    background="#f6f1e6",
    surface="#f1ebdd",
    panel="#e8e0cf",
    dark=False,
    variables={
        **_named(_PAPER),
        "block-cursor-background": "#e3d3b8",
        "block-cursor-foreground": "#1c1915",
        "block-cursor-text-style": "none",
        "footer-background": "#f6f1e6",
        "footer-key-foreground": "#8a4b1f",
    },
)
CONTRAST = Theme(
    name="contrast",
    primary="#ffff00",
    secondary="#00ffff",
    warning="#ff8080",
    error="#ff8080",
    success="#00ffff",
    accent="#ffff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    variables={
        **_named(["#ffffff"]),
        "text-muted": "#ffffff",
        "text-disabled": "#d0d0d0",
        "block-cursor-background": "#ffff00",
        "block-cursor-foreground": "#000000",
        "footer-background": "#000000",
        "footer-key-foreground": "#ffff00",
    },
)
GREY = Theme(
    name="grey",
    primary="#ffffff",
    secondary="#e0e0e0",
    warning="#ffffff",
    error="#ffffff",
    success="#e0e0e0",
    accent="#ffffff",
    foreground="#d8d8d8",
    background="#121212",
    surface="#161616",
    panel="#202020",
    dark=True,
    variables={
        **_named(["#ffffff"]),
        "block-cursor-background": "#d8d8d8",
        "block-cursor-foreground": "#121212",
        "footer-background": "#121212",
        "footer-key-foreground": "#ffffff",
    },
)
"""Without colour: what other themes say in colour is said by weight, a mark and a word."""

THEMES = (DUSK, PAPER, CONTRAST, GREY)
NAMES = tuple(theme.name for theme in THEMES)


def usual_theme() -> str:
    """The theme for a first launch: without colour where the environment asks for none."""
    return "grey" if os.environ.get("NO_COLOR") else "dusk"


def person_style(number: int) -> str:
    """How the name of the n-th person one has met is set, in whatever theme."""
    return f"$person-{number % PEOPLE}"
