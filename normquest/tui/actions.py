"""One registry of actions: footer, help, command palette, typed twins and the keymap file all read it.

A screen takes its bindings from `bindings(where)` and has a method `action_<id>` for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

Where = Literal["home", "play", "state", "notes", "log", "debrief", "watch", "society", "seat", "after"]
"""`society`: one that is watched; `seat`: a person's in one; `after`: what it sees at the end."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something one can do: its key, what is typed for it, and where it works."""

    id: str
    key: str
    typed: str
    label: str
    help: str
    where: tuple[Where, ...]
    footer: bool = True


ACTIONS = (
    Action(
        "help",
        "f1",
        "help",
        "Help",
        "What can be done here; it follows the focus.",
        ("home", "play", "state", "notes", "log", "debrief", "watch", "society", "seat", "after"),
    ),
    Action(
        "state",
        "f2",
        "state",
        "State",
        "Write down which rule you think they keep; nothing is handed in.",
        ("play",),
    ),
    Action(
        "send",
        "f2",
        "send",
        "Hand it in",
        "Hand the statement in; what is still to be said is asked first.",
        ("state",),
    ),
    Action(
        "undo",
        "ctrl+z",
        "undo",
        "Undo",
        "Take back what was chosen or written last. What has cost a turn stays done.",
        ("play", "state", "notes", "seat"),
        False,
    ),
    Action(
        "notes",
        "f3",
        "notes",
        "Notes",
        "Your notebook. /notes and a few words write something down.",
        ("play", "state"),
    ),
    Action(
        "log",
        "f4",
        "log",
        "Log",
        "All that has happened, line by line; Space pins a line to the notebook.",
        ("play", "state"),
    ),
    Action("task", "f5", "task", "Task", "What you were told to do, once more.", ("play",)),
    Action(
        "panel",
        "f6",
        "panel",
        "Panels",
        "Here, task, notebook, map: one after the other where the window is small.",
        ("play",),
        False,
    ),
    Action("map", "f7", "map", "Map", "The places that you know of.", ("play",), False),
    Action(
        "hint", "f8", "hint", "Hint", "Where to look among what you have seen; it is noted.", ("play",), False
    ),
    Action(
        "test",
        "ctrl+t",
        "test",
        "Test",
        "Your hypotheses against what you saw: how much each explains; it is noted.",
        ("play",),
        False,
    ),
    Action("waits", "w", "waits", "Wait", "Let the hypothesis wait: it may be true.", ("notes",)),
    Action("doubt", "d", "doubt", "Doubt", "Doubt the hypothesis.", ("notes",)),
    Action("cross", "x", "cross", "Cross out", "Cross the hypothesis out.", ("notes",)),
    Action("weigh", "t", "weigh", "Test", "Every hypothesis against what you saw; it is noted.", ("notes",)),
    Action("new", "n", "new", "New", "A hypothesis, in the same builder as the statement.", ("notes",)),
    Action("close", "escape", "close", "Back", "Back to the page.", ("notes",)),
    Action("drop", "delete", "drop", "Take out", "Take the note out.", ("notes",), False),
    Action(
        "leave",
        "f10",
        "quit",
        "Leave",
        "Stop here; everything is saved, and the same world takes it up again.",
        ("play", "state", "log", "debrief", "watch", "society", "seat", "after"),
    ),
    Action(
        "theme",
        "f9",
        "theme",
        "Theme",
        "The next of four themes; one has no colour, one high contrast.",
        ("home", "play", "debrief", "watch", "society", "seat", "after"),
        False,
    ),
    Action("another", "a", "another", "Another", "Another community in this world.", ("debrief",)),
    Action("opposite", "o", "opposite", "Opposite rule", "The same people, the opposite rule.", ("debrief",)),
    Action(
        "back",
        "escape",
        "back",
        "Back",
        "A step back.",
        ("home", "log", "debrief", "state", "watch", "society", "after"),
        False,
    ),
    Action("quit", "ctrl+q", "exit", "Quit", "Leave NormQuest.", ("home",)),
    Action("next", "right,enter", "next", "Next", "The next page.", ("watch", "society")),
    Action("previous", "left,backspace", "previous", "Back", "The page before.", ("watch", "society")),
    Action("first", "home", "first", "First", "The first page.", ("watch", "society"), False),
    Action(
        "last",
        "end",
        "last",
        "Last",
        "The last page there is; one that comes is then shown at once.",
        ("watch", "society"),
    ),
    Action("mark", "m", "mark", "Next mark", "The next sanction, statement or breach.", ("watch",), False),
    Action("mark_before", "M", "mark-before", "Mark before", "The mark before this page.", ("watch",), False),
    Action(
        "pause",
        "space",
        "pause",
        "Pause",
        "Pause the one who plays, or let it go on; a replay goes on by itself.",
        ("watch", "society"),
    ),
    Action("step", "n", "step", "Step", "One request more, then pause.", ("watch", "society"), False),
    Action("faster", "plus", "faster", "Faster", "A higher speed.", ("watch", "society"), False),
    Action("slower", "minus", "slower", "Slower", "A lower speed.", ("watch", "society"), False),
    Action("truth", "t", "truth", "Truth", "Which rule they keep, and the observer. Asks once.", ("watch",)),
    Action("reasoning", "1", "reasoning", "Reasoning", "Fold the first block or open it.", ("watch",), False),
    Action("reply", "2", "reply", "Reply", "Fold the second block or open it.", ("watch",), False),
    Action("belief", "3", "belief", "Belief", "Fold the third block or open it.", ("watch",), False),
    Action("still", "s", "still", "Picture", "A picture of this page, as SVG.", ("watch", "society"), False),
    Action(
        "score",
        "f7",
        "score",
        "Stop, score",
        "Stop it and score what is there. Asks first.",
        ("watch",),
        False,
    ),
    Action(
        "discard", "f8", "discard", "Stop, discard", "Stop it and forget it. Asks first.", ("watch",), False
    ),
    Action("view", "tab", "view", "View", "Groups, talk, ties, curves, standing, one member.", ("society",)),
    Action("view_before", "shift+tab", "view-before", "View before", "The view before.", ("society",), False),
    Action(
        "groups", "g", "groups", "Groups", "Who is with whom, what they put in and have.", ("society",), False
    ),
    Action("talk", "t", "talk", "Talk", "What is said in this round, in full.", ("society",), False),
    Action("ties", "i", "ties", "Ties", "Who holds how much of whom.", ("society",), False),
    Action("curves", "c", "curves", "Curves", "Acts and expectations over the rounds.", ("society",), False),
    Action(
        "standing", "d", "standing", "Standing", "Everybody by standing, with means.", ("society",), False
    ),
    Action(
        "follow",
        "f",
        "follow",
        "Follow",
        "One member: what it is sent, replies, reports.",
        ("society",),
        False,
    ),
    Action("down", "down", "down", "Next member", "The next member.", ("society",), False),
    Action("up", "up", "up", "Member before", "The member before.", ("society",), False),
    Action("event", "m", "event", "Next mark", "The next shock, trial or exclusion.", ("society",), False),
    Action(
        "event_before",
        "M",
        "event-before",
        "Mark before",
        "The mark before this moment.",
        ("society",),
        False,
    ),
    Action("other", "o", "other", "Other", "The other of two societies side by side.", ("society",), False),
    Action(
        "minds",
        "x",
        "minds",
        "Minds",
        "Who decides in each seat, and its tendency. Asks once.",
        ("society",),
        False,
    ),
    Action("speed_1", "1", "speed-1", "Slow", "Four seconds a phase.", ("society",), False),
    Action("speed_2", "2", "speed-2", "Calm", "A second and a half a phase.", ("society",), False),
    Action("speed_3", "3", "speed-3", "Brisk", "Half a second a phase.", ("society",), False),
    Action("speed_4", "4", "speed-4", "Full", "As fast as it goes.", ("society",), False),
)

BY_TYPED = {action.typed: action for action in ACTIONS}


def at(where: Where) -> tuple[Action, ...]:
    """The actions that work on a screen, in the order of the registry."""
    return tuple(action for action in ACTIONS if where in action.where)


def bindings(where: Where) -> list[BindingType]:
    """The keys of a screen; a keymap may change them by their ids."""
    return [_binding(a) for a in at(where)]


def _binding(action: Action) -> Binding:
    number = action.key.startswith("f")
    return Binding(
        action.key,
        action.id,
        action.label,
        show=action.footer,
        key_display=action.key.upper() if number else None,
        priority=number,
        tooltip=action.help,
        id=action.id,
    )
