"""A world file as a tree that knows where each part stands, and the finding of a part by its path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

FieldPath = tuple[str | int, ...]
"""The way to a part: field names, and places in lists counted from 0."""

Mark = tuple[int, int]
"""Line and column, both counted from 1."""

_LISTED = {"left": 0, "op": 1, "right": 2}  # the parts of a comparison, which a file writes as a list


@dataclass(slots=True)
class Node:
    """A scalar, a mapping or a list, with the mark of its value and of the key it stands under."""

    value: str | int | float | bool | dict[str, Node] | list[Node] | None
    mark: Mark
    key: Mark | None = None

    @property
    def shown(self) -> Mark:
        """Where a reader should look: at a scalar itself, at the key of all that is larger."""
        return self.key if self.key is not None and isinstance(self.value, dict | list) else self.mark

    def plain(self) -> Any:
        """The part as plain Python data."""
        if isinstance(self.value, dict):
            return {key: child.plain() for key, child in self.value.items()}
        if isinstance(self.value, list):
            return [child.plain() for child in self.value]
        return self.value

    def walk(self, path: FieldPath = ()) -> Iterator[tuple[FieldPath, Node]]:
        """This part and all its parts, with their paths, in the order of the file."""
        yield path, self
        if isinstance(self.value, dict):
            for key, child in self.value.items():
                yield from child.walk((*path, key))
        elif isinstance(self.value, list):
            for number, child in enumerate(self.value):
                yield from child.walk((*path, number))


@dataclass(frozen=True, slots=True)
class Marks:
    """Finds the parts of one file. Without a tree every part is nowhere in particular."""

    file: str
    root: Node | None = field(default=None, repr=False, compare=False)

    def find(self, path: FieldPath) -> tuple[FieldPath, Node | None]:
        """The part that a path leads to, and the path as it stands in the file.

        A path may go through what the file does not spell out (a lone value where a list is read, the kind of
        a union): such steps are left out. Where it leads to nothing, the part found is the last on the way.
        """
        node, way = self.root, list[str | int]()
        if node is None:
            return path, None
        for step in path:
            child = _child(node, step)
            if child is not None:
                node, found = child
                way.append(found)
        return tuple(way), node

    def at(self, path: FieldPath, *, key: bool = False) -> Mark | None:
        """Line and column of a part, or of the key it stands under."""
        node = self.find(path)[1]
        if node is None:
            return None
        return node.key if key and node.key is not None else node.shown


def _child(node: Node, step: str | int) -> tuple[Node, str | int] | None:
    if isinstance(node.value, dict) and isinstance(step, str):
        return (node.value[step], step) if step in node.value else None
    if isinstance(node.value, list):
        number = _LISTED.get(step, -1) if isinstance(step, str) else step
        return (node.value[number], number) if 0 <= number < len(node.value) else None
    return None


def dotted(path: FieldPath) -> str:
    """A path as people read it: `home.errands.dyeing.steps[1]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
