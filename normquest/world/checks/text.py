"""Whether the words of a file can be shown: nothing hidden in them, nothing empty, nothing endless."""

from __future__ import annotations

from normquest.text import sanitise
from normquest.world.nodes import FieldPath
from normquest.world.report import Report

LONGEST = 1200
LONGEST_KEY = 80
_SEVERAL_LINES = ("about", "arrival", "prose", "brief")
"""Fields whose text may have line breaks; everything else stands inside a line."""


def check_text(report: Report) -> None:
    """Note every text or key that could not be shown as it is."""
    if report.marks.root is None:
        return
    for path, node in report.marks.root.walk():
        if isinstance(node.value, str):
            _check(node.value, path, report)
        elif isinstance(node.value, dict):
            for key in node.value:
                if len(key) > LONGEST_KEY or sanitise(key, newlines=False) != key:
                    report.add((*path, key), "this name is too long, or holds what cannot be seen", key=True)


def _check(text: str, path: FieldPath, report: Report) -> None:
    field = next((step for step in reversed(path) if isinstance(step, str)), "")
    if not text.strip():
        report.add(path, "this text is empty")
    elif len(text) > LONGEST:
        report.add(path, f"this text is too long: at most {LONGEST:,} characters")
    elif sanitise(text) != text:
        report.add(path, "this text holds characters that cannot be seen")
    elif "\n" in text and field not in _SEVERAL_LINES:
        report.add(path, "this text must stay on one line; to fold a long one write >- and the text below")
