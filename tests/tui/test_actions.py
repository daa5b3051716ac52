"""One registry of actions: every key of every page stands in it, and the keymap file can move each."""

import importlib
import json
import pkgutil
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.screen import Screen

import normquest.tui
from normquest.tui import actions, keymap
from tui.conftest import opened, top, words
from tui.quick import quick
from tui.seen import rows

CLOSING = {"dismiss", "done"}
"""Pages that lie over another name the keys that close them in their own first or last line."""


def pages() -> list[type[Screen]]:
    """All classes of pages in the program."""
    for module in pkgutil.walk_packages(normquest.tui.__path__, "normquest.tui."):
        importlib.import_module(module.name)
    found: list[type[Screen]] = []
    waiting: list[type] = [Screen]
    while waiting:
        for child in waiting.pop().__subclasses__():
            waiting.append(child)
            if child.__module__.startswith("normquest.tui."):
                found.append(child)
    return found


def test_every_binding_of_every_page_stands_in_the_registry() -> None:
    known = {action.id: action for action in actions.ACTIONS}
    checked = 0
    for page in pages():
        for binding in page.__dict__.get("BINDINGS", ()):
            assert isinstance(binding, Binding)
            if binding.action in CLOSING:
                continue
            action = known[binding.id or ""]
            checked += 1
            assert (binding.key, binding.action, binding.description) == (action.key, action.id, action.label)
            does = f"action_{action.id}"  # what a page shows and what it answers may be two classes
            assert binding.tooltip == action.help
            assert any(callable(getattr(one, does, None)) for one in (page, *page.__subclasses__()))
    assert checked > 25 and len(known) == len(actions.ACTIONS)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{"log": }', ("line 1, column 9", "no JSON", '{"log": "f12"}')),
        ('["log"]', ("no mapping", '{"log": "f12"}')),
        ('{"lgo": "f12"}', ("'lgo'", "no such action", "Did you mean log?", "notes, log")),
        ('{"log": 12}', ("'log'", "12 is no key", "such as f12")),
        ('{"log": "f99"}', ("'log'", '"f99" is no key', "such as f12")),
        ('{"log": ""}', ("'log'", '"" is no key')),
        ('{"log": "f1"}', ("'log'", "f1 belongs to help", "free there")),
        ('{"log": "f12", "task": "f12"}', ("'task'", "f12 belongs to log")),
    ],
)
async def test_a_wrong_keymap_names_the_file_the_entry_and_what_was_expected(
    home: Path, written: str, said: tuple[str, ...]
) -> None:
    path = home / "keys.json"
    path.write_text(written, encoding="utf-8")
    (fault,) = keymap.read().faults
    assert fault.startswith(str(path)) and "Expected: " in fault
    for part in said:
        assert part in fault, fault


async def test_a_wrong_entry_is_said_on_screen_and_the_others_hold(home: Path) -> None:
    (home / "keys.json").write_text(json.dumps({"log": "f12", "nothing": "x"}), encoding="utf-8")
    async with opened() as pilot:
        (told,) = [one.message for one in pilot.app._notifications]
        assert "'nothing': there is no such action" in told
        await quick(pilot, "f4")
        assert top(pilot) == "PlayScreen"
        await quick(pilot, "f12")
        assert top(pilot) == "LogScreen"


async def test_help_and_the_palette_read_the_registry(home: Path) -> None:
    async with opened() as pilot:
        offered = [(one.title, one.help) for one in pilot.app.get_system_commands(pilot.app.screen)]
        assert offered == [(one.label, one.help) for one in actions.at("play")]
        await quick(pilot, "f1")
        shown = " ".join(words(pilot).split())
        for action in actions.at("play"):
            assert f"/{action.typed}" in shown and action.help.split(".")[0] in shown, action.id


async def test_help_and_the_footer_show_a_key_where_the_player_has_put_it(home: Path) -> None:
    (home / "keys.json").write_text(json.dumps({"log": "f12"}), encoding="utf-8")
    async with opened() as pilot:
        foot = rows(pilot)[-1].casefold()
        assert "f12 log" in foot and "f4" not in foot
        await quick(pilot, "f1")
        shown = " ".join(words(pilot).split())
        assert "F12 /log" in shown and "F4 /log" not in shown


def test_keys_are_spelled_as_they_are_printed_on_keyboards() -> None:
    assert [actions.spelled(key) for key in ("f1", "ctrl+z", "escape", "w", "right,enter")] == [
        "F1",
        "Ctrl+Z",
        "Escape",
        "w",
        "Right, Enter",
    ]
