"""Home. It knows nothing of what it leads to, so that it stands there at once."""

from __future__ import annotations

from normquest.tui.menu import Item, MenuScreen

TITLE = "NORMQUEST"
ABOUT = "Walk into a small community, watch who is frowned at, and find the one rule nobody tells you."


def home() -> MenuScreen:
    """What stands on the first page."""
    items: list[Item] = [
        ("Play", "arrive somewhere, and find out what they mind", "play"),
        ("Learn", "a first evening, ten minutes or so, with advice", "learn"),
        ("Watch", "somebody else's episode, as it is played", "watch"),
        ("Replay", "an episode that has been played", "replay"),
        ("Worlds", "where one can go", "worlds"),
        ("Help", "how this is played", "help"),
        ("Settings", "theme, glyphs, motion", "settings"),
        ("Quit", "", "quit"),
    ]
    return MenuScreen(TITLE, ABOUT, items, back=False)
