"""Reads a world file, or any other file of ours as a tree. The only module that touches YAML.

World files are untrusted. Nothing is constructed from YAML but text, numbers, true, false, null, lists and
mappings: the parser's events are taken one by one, and the first that has no business in a world file (a tag,
an anchor, a second document, too much of anything) ends the reading.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from normquest.text import sanitise
from normquest.world.checks import check_text, check_world
from normquest.world.errors import Problem, WorldError, shortened
from normquest.world.explain import validated
from normquest.world.nodes import Mark, Marks, Node
from normquest.world.report import Report
from normquest.world.schema import World

MOST_BYTES = 1 << 20
MOST_DEPTH = 40
MOST_NODES = 20_000
LARGEST = 10**9
"""The largest number, in absolute value. No world counts further."""

PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Only its parser is used. The one written in C is ten times faster; both read alike."""

_WORDS = {"true": True, "false": False, "null": None, "": None}
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|nan)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LoadedWorld:
    """A world and where it came from.

    `source` is the text it was read from, with line ends as "\\n" and without a byte order mark; `hash` is
    the sha-256 of that text in UTF-8, so that a checkout on another system has the same. `marks` finds the
    line of each part, for those who check further.
    """

    world: World
    hash: str
    source: str
    path: Path | None = None
    marks: Marks = field(default=Marks(""), repr=False, compare=False)


def load_world(path: Path) -> LoadedWorld:
    """The world in a file. Raises WorldError if it cannot be read or is wrong in any way."""
    return _load(read_source(path), path.name, path)


def parse_world(source: bytes | str, name: str) -> LoadedWorld:
    """The world in a text; `name` stands for it in messages. Raises WorldError if it is wrong in any way."""
    return _load(source, name, None)


def read_source(path: Path) -> bytes:
    """What stands in a file, at most a byte more than is allowed. Raises WorldError if it can't be read."""
    try:
        if not path.is_file():
            raise FileNotFoundError(2, "there is no such file")
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a path"
        raise WorldError([_problem(path.name, reason.lower())]) from None


def read_marks(source: bytes | str, name: str) -> tuple[str, Marks]:
    """The text of a file with plain line ends, and its tree. Raises WorldError as `parse_world` does."""
    text = _decoded(source, name)
    return text, Marks(name, read_tree(text, name))


def _load(source: bytes | str, name: str, path: Path | None) -> LoadedWorld:
    text, marks = read_marks(source, name)
    report = Report(marks)
    assert marks.root is not None
    check_text(report)
    world = validated(World, marks.root.plain(), report)
    if world is not None:
        check_world(world, report)
    report.check()
    assert world is not None
    return LoadedWorld(world, hashlib.sha256(text.encode()).hexdigest(), text, path, marks)


def _decoded(source: bytes | str, name: str) -> str:
    """The text with plain line ends. Refuses what is too long, not UTF-8, or holds what cannot be seen."""

    def refuse(message: str, mark: Mark | None = None) -> WorldError:
        return WorldError([_problem(name, message, mark)])

    if len(source) > MOST_BYTES:
        raise refuse("the file is longer than 1 MiB")
    try:
        data = source.encode() if isinstance(source, str) else source
        text = data.decode("utf-8-sig")
    except UnicodeError as error:
        reason = error.reason if isinstance(error, UnicodeDecodeError | UnicodeEncodeError) else "unknown"
        raise refuse(f"not UTF-8 text: {reason}") from None
    if len(data) > MOST_BYTES:
        raise refuse("the file is longer than 1 MiB")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), start=1):
        if sanitise(line) != line.replace("\t", " "):
            column = next(i for i, char in enumerate(line) if char != "\t" and sanitise(char) != char)
            code = f"U+{ord(line[column]):04X}"
            raise refuse(f"the character {code} cannot be seen and is not allowed", (number, column + 1))
    return text


def read_tree(text: str, name: str, parser: Any = None) -> Node:
    """The tree of a YAML text. Raises WorldError if it is not YAML, or more than a world needs of it."""
    reader = _Reader(name)
    try:
        for event in yaml.parse(text, Loader=parser or PARSER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        mark = _mark(error.problem_mark) if error.problem_mark is not None else None
        raise reader.refused(f"not YAML: {error.problem or 'cannot be read'}", mark) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise reader.refused(f"not YAML: {shortened(error)}", None) from None
    return reader.finished()


def _problem(name: str, message: str, mark: Mark | None = None) -> Problem:
    line, column = mark or (None, None)
    return Problem(name, line, column, "", message)


def _mark(mark: Any) -> Mark:
    return (mark.line + 1, mark.column + 1)


class _Reader:
    """Builds the tree event by event. Wrong keys and scalars are gathered; all else that is wrong ends it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self._open: list[Node] = []
        self._keys: list[tuple[str, Mark] | None] = []
        self._nodes = 0
        self._documents = 0

    def refused(self, message: str, mark: Mark | None) -> WorldError:
        """The error that ends the reading here."""
        return WorldError([*self.problems, _problem(self.name, message, mark)])

    def finished(self) -> Node:
        """The whole tree."""
        if self.root is None:
            raise self.refused("the file is empty", None)
        if self.problems:
            raise WorldError(self.problems)
        return self.root

    def take(self, event: Any) -> None:
        """Read one event of the parser."""
        mark = _mark(event.start_mark)
        if isinstance(event, yaml.NodeEvent):
            self._guard(event, mark)
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if event.version or event.tags:
                    raise self.refused("a line that starts with '%' is not allowed", mark)
                if self._documents > 1:
                    raise self.refused("a file is one document; '---' starts a second", mark)
            case yaml.ScalarEvent() if self._wants_key():
                self._key(event, mark)
            case yaml.ScalarEvent():
                self._place(Node(self._scalar(event, mark), mark))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                if self._wants_key():
                    raise self.refused("a key is a name, not a list or mapping", mark)
                node = Node({} if isinstance(event, yaml.MappingStartEvent) else [], mark)
                self._place(node)
                self._open.append(node)
                self._keys.append(None)
                if len(self._open) > MOST_DEPTH:
                    raise self.refused(f"nested more than {MOST_DEPTH} deep", mark)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._open.pop()
                self._keys.pop()

    def _guard(self, event: Any, mark: Mark) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise self.refused(f"more than {MOST_NODES:,} values in one file", mark)
        if event.anchor is not None:
            raise self.refused("anchors and aliases (& and *) are not allowed; quote it if it is text", mark)
        if not isinstance(event, yaml.AliasEvent) and event.tag is not None:
            raise self.refused("tags (!) are not allowed; quote it if it is text", mark)

    def _wants_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].value, dict) and self._keys[-1] is None

    def _key(self, event: Any, mark: Mark) -> None:
        key, value = event.value, self._scalar(event, mark)
        if event.implicit[0] and key == "<<":
            raise self.refused("merge keys (<<) are not allowed; write it out", mark)
        if not isinstance(value, str):
            self._note("a key is a name; put it in quotes if it is meant", mark)
        self._keys[-1] = (key, mark)

    def _place(self, node: Node) -> None:
        """Put a node where it belongs: under its key, at the end of its list, or at the root."""
        if not self._open:
            self.root = node
            return
        parent = self._open[-1].value
        if isinstance(parent, list):
            parent.append(node)
        elif isinstance(parent, dict) and self._keys[-1] is not None:
            (key, node.key), self._keys[-1] = self._keys[-1], None
            if key in parent:
                first = parent[key].key or parent[key].mark
                self._note(f"'{shortened(key)}' is given twice, first in line {first[0]}", node.key)
            else:
                parent[key] = node

    def _scalar(self, event: Any, mark: Mark) -> str | int | float | bool | None:
        text: str = event.value
        if not event.implicit[0]:
            # A text block ends with a line break that nobody means.
            return text.rstrip("\n") if event.style in ("|", ">") else text
        if text in _WORDS:
            return _WORDS[text]
        if number := _NUMBER.fullmatch(text):
            return self._number(text, whole=not (number[2] or number[3]), mark=mark)
        if _NO_NUMBER.fullmatch(text):
            self._note(f"{text} is no number; put it in quotes if it is text", mark)
        return text

    def _number(self, text: str, whole: bool, mark: Mark) -> int | float:
        # Cut before it is read: Python refuses to read a whole number of many thousand digits.
        read: Callable[[str], int | float] = int if whole and len(text) <= 20 else float
        value = read(text)
        if not math.isfinite(value) or abs(value) > LARGEST:
            self._note(f"the number {shortened(text, 20)} is too large", mark)
            return 0
        return value

    def _note(self, message: str, mark: Mark | None) -> None:
        if len(self.problems) < 100:
            self.problems.append(_problem(self.name, message, mark))
