"""Keys without Pilot's waiting, which is most of what a key costs in a test: 60 to 80 ms of sleep each."""

from __future__ import annotations

import asyncio

from textual import events
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot


async def quick(pilot: Pilot[None], *names: str, rounds: int = 3) -> None:
    """Press keys; after each everything that is waiting has been worked off."""
    for name in names:
        event = key(name)
        event.set_sender(pilot.app)
        pilot.app._driver.send_message(event)
        await settled(pilot, rounds)


async def settled(pilot: Pilot[None], rounds: int = 3) -> None:
    """Let messages, workers and repaints have their turn."""
    for _ in range(rounds):
        await asyncio.sleep(0.001)
        await pilot._wait_for_screen(timeout=300)  # a replay draws anew, on the page
        pilot.app.screen._on_timer_update()


def key(name: str) -> events.Key:
    """The event of a key, as Pilot makes it."""
    import unicodedata

    if len(name) == 1 and not name.isalnum():
        name = _character_to_key(name)
    try:
        char = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        char = name if len(name) == 1 else None
    return events.Key(name, char)
