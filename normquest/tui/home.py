"""The choices on the way from home to an episode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from normquest import settings
from normquest.bank.draw import LEVELS
from normquest.front.sittings import Wish
from normquest.minds.scripted import MINDS
from normquest.session.aids import SAID
from normquest.session.files import own_folder
from normquest.session.worlds import open_world, world_files
from normquest.store import EpisodeRow
from normquest.tui.menu import Item, MenuScreen
from normquest.tui.themes import NAMES
from normquest.world.errors import WorldError

LEARNING = Wish("first_evening", level="gentle")
"""The tutorial: a small world with lessons beside the play."""

GO_ON = "Where you left"
NEW = 0
"""Stands for an episode that is not there yet."""
SOCIETY = -1
"""Stands for what is no episode."""

_LEVELS = {
    "gentle": "fewer customs, shorter days: a good first walk",
    "plain": "as it is meant",
    "subtle": "conditions, exceptions, what came before",
    "fiendish": "one custom more, and rules in two parts",
}


def episodes(heads: Sequence[EpisodeRow], live: bool) -> MenuScreen:
    """Episodes to look at, as they are given."""
    items: list[Item] = [
        (f"{head.id}  {head.world}", f"seed {head.key.seed} · {head.key.newcomer} · {head.status}", head.id)
        for head in heads
    ]
    if live:
        items.append(("Somebody new", "a scripted mind, in a world of your choice", NEW))
        items.append(("A society", "a repeated game of many: watch it, or take a seat", SOCIETY))
        text = "Which episode? The latest stands first." if heads else "Nobody is playing at the moment."
        return MenuScreen("WATCH", f"{text} A model: normquest watch WORLD --model PROVIDER:NAME", items)
    if not items:
        return message("REPLAY", "Nothing has been played yet.")
    return MenuScreen("REPLAY", "Which episode? The latest stands first.", items)


def minds() -> MenuScreen:
    """The scripted minds, each with the first words about it."""
    items: list[Item] = [(name, (of.__doc__ or "").split("\n")[0], name) for name, of in MINDS.items()]
    return MenuScreen("WHO?", "Each of them has a fault or a virtue of its own.", items)


def worlds(left: EpisodeRow | None = None) -> MenuScreen:
    """Every world with its first words; before them, the player's episode that was `left` open.

    Gives a world's name, or the wish to go on.
    """
    items: list[Item] = []
    for name, path in world_files().items():
        try:
            world = open_world(path).world
            if left is not None and left.world == world.id:
                level = str(left.config.get("level"))
                wish = Wish(name, left.key.seed, left.key.arm, level, left.key.participant)
                begun = left.started[:10]
                items.insert(0, (GO_ON, f"{world.title}, {level}, begun on {begun}", wish))
            about = world.about.strip().partition(".")[0]
            items.append((world.title, f"{about}.", name))
        except WorldError:
            items.append((name, "this file has errors: normquest worlds check", None))
    return MenuScreen("WHERE TO?", "", items, below=f"Worlds of your own go into {own_folder()}.")


def levels() -> MenuScreen:
    """How hard."""
    return MenuScreen(
        "HOW HARD?",
        "Enter takes plain.",
        [(name, _LEVELS.get(name, ""), name) for name in LEVELS],
        at=list(LEVELS).index("plain"),
    )


def going_on(sentence: str) -> MenuScreen:
    """Whether to take up what was left open."""
    return MenuScreen(
        "WHERE YOU LEFT", sentence, [("Go on with it", "", True), ("Begin another", "it is set aside", False)]
    )


def message(title: str, text: str) -> MenuScreen:
    """Something to read."""
    return MenuScreen(title, text, [("Back", "", None)])


def settings_menu(theme: str, ascii_: bool, still: bool, at: int = 0) -> MenuScreen:
    """What can be set."""
    items: list[Item] = [
        ("Theme", f"{theme}: the next is {NAMES[(NAMES.index(theme) + 1) % len(NAMES)]}", "theme"),
        ("Glyphs", "ASCII only" if ascii_ else "Unicode", "ascii"),
        ("Motion", "none" if still else "a little", "still"),
    ]
    return MenuScreen("SETTINGS", f"Keys can be changed in {settings.home() / 'keys.json'}.", items, at)


def aid_item(aid: str, on: bool) -> Item:
    """An aid to thinking, and whether a new episode has it."""
    return (aid.capitalize(), f"{'on' if on else 'off'}: {SAID[aid]}", aid)


HOW = (
    "You watch residents go about their day, scene by scene. Some of what they do is frowned at. "
    "Then you have a task of your own among them, and then once more elsewhere; in between you are asked "
    "which rule you think they keep.\n\nEnter goes on. While acting, type a number or a few words. "
    "F1 or /help explains what you stand before; everything is saved as you go."
)


def wished(world: Any, level: Any, participant: str = "me") -> Wish:
    """What was chosen."""
    return Wish(str(world), None, None, str(level), participant)
