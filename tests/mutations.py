"""World files damaged at random, the same way on every machine: what an untrusted file may look like."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from builders import dumped, small_source

from normquest.norms.templates import templates
from normquest.settings import worlds_folder
from normquest.streams import below, pick, stream
from normquest.world.loader import parse_world, read_tree
from normquest.world.starter import starter

WRONG_FOR_MAPPING = ["zz"]
WRONG_FOR_REST = {"zz": {"zz": 1}}
"""Nowhere in a world file may these stand: a list for a mapping, a mapping of mappings for anything else."""


def sources() -> dict[str, str]:
    """The world files that get damaged: the starter, the small world, and those of the repository."""
    found = {"starter": starter("starter", "A starter"), "small": small_source()}
    return found | {
        path.stem: path.read_text(encoding="utf-8") for path in sorted(worlds_folder().glob("*.yaml"))
    }


def load_all(source: str | bytes) -> None:
    """Everything that reads a world file. Raises WorldError where it is wrong."""
    world = parse_world(source, "damaged.yaml")
    templates(world.world, world.marks)


def damaged(source: str, seed: int, number: int) -> bytes:
    """The text after one to three blows, of which any may happen to do no harm."""
    rng = stream(seed, "damage", number)
    text = source
    for _ in range(1 + below(rng, 3)):
        text = pick(rng, _BLOWS)(text, rng)
    data = text.encode("utf-8", "surrogatepass")
    if below(rng, 4) == 0:
        at = below(rng, len(data))
        data = data[:at] + bytes([data[at] ^ (1 << below(rng, 8))]) + data[at + 1 :]
    return data


def mistyped(source: str, seed: int, number: int) -> tuple[str, str]:
    """The file with something of the wrong type at one of its fields, and that field's path."""
    rng = stream(seed, "type", number)
    tree = read_tree(source, "whole.yaml")
    path, _ = pick(rng, [found for found in tree.walk() if found[0]])
    data = tree.plain()
    inside: Any = data
    for step in path[:-1]:
        inside = inside[step]
    old = inside[path[-1]]
    inside[path[-1]] = WRONG_FOR_MAPPING if isinstance(old, dict) else WRONG_FOR_REST
    if below(rng, 4) == 0 and isinstance(old, int):
        inside[path[-1]] = "seven"
    return dumped(data), ".".join(map(str, path))


def rearranged(source: str, seed: int, number: int) -> str:
    """The file with one to four of its parts taken out, renamed, or put where they do not belong."""
    rng = stream(seed, "part", number)
    data = read_tree(source, "whole.yaml").plain()
    for _ in range(1 + below(rng, 4)):
        places = list(_places(data))
        inside, step = pick(rng, places)
        other, from_ = pick(rng, places)
        match below(rng, 4):
            case 0:
                del inside[step]
            case 1 if isinstance(inside, dict) and isinstance(other, dict):
                inside[from_] = inside.pop(step)
            case 2 if not isinstance(inside[step], dict | list):
                leaves = [o[f] for o, f in places if not isinstance(o[f], dict | list)]
                inside[step] = pick(rng, leaves)
            case _:
                inside[step] = copy.deepcopy(other[from_])
    return dumped(data)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every part of the data, as what it is in and its key or number there."""
    for step in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, step
        if isinstance(data[step], dict | list):
            yield from _places(data[step])


def _lines(change: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def blow(text: str, rng: Random) -> str:
        lines = text.split("\n")
        change(lines, below(rng, len(lines)), rng)
        return "\n".join(lines)

    return blow


def _drop_line(lines: list[str], at: int, rng: Random) -> None:
    del lines[at]


def _repeat_line(lines: list[str], at: int, rng: Random) -> None:
    lines.insert(below(rng, len(lines)), lines[at])


def _shift_line(lines: list[str], at: int, rng: Random) -> None:
    lines[at] = pick(rng, ["  ", " ", "\t", "- "]) + lines[at]


def _tokens(change: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def blow(text: str, rng: Random) -> str:
        tokens = text.split(" ")
        change(tokens, below(rng, len(tokens)), rng)
        return " ".join(tokens)

    return blow


def _drop_token(tokens: list[str], at: int, rng: Random) -> None:
    del tokens[at]


def _repeat_token(tokens: list[str], at: int, rng: Random) -> None:
    tokens.insert(at, tokens[at])


def _swap_tokens(tokens: list[str], at: int, rng: Random) -> None:
    other = below(rng, len(tokens))
    tokens[at], tokens[other] = tokens[other], tokens[at]


def _replace_token(tokens: list[str], at: int, rng: Random) -> None:
    tokens[at] = pick(rng, _STRANGE)


def _misspell(tokens: list[str], at: int, rng: Random) -> None:
    word = tokens[at]
    cut = below(rng, len(word) + 1)
    tokens[at] = word[:cut] + pick(rng, ["x", "_", ":", "$", word[cut : cut + 1] * 2]) + word[cut + 1 :]


def _cut_off(text: str, rng: Random) -> str:
    return text[: below(rng, len(text) + 1)]


def _insert(text: str, rng: Random) -> str:
    at = below(rng, len(text) + 1)
    return text[:at] + pick(rng, _STRANGE) + text[at:]


def _bomb(text: str, rng: Random) -> str:
    return pick(rng, _BOMBS) + text


_STRANGE = [
    *(
        "null",
        "true",
        "-1",
        "1e999",
        ".inf",
        ".nan",
        "0x1f",
        "010",
        "12:30",
        "yes",
        "~",
        "''",
        '""',
        "2001-01-01",
    ),
    *(
        "&a",
        "*a",
        "!!python/object/apply:os.system [ls]",
        "!x",
        "<<: {a: 1}",
        "---",
        "...",
        "%YAML 1.1",
        "? [a]",
    ),
    *(
        "{",
        "}",
        "[",
        "]",
        "'",
        '"',
        "|",
        ">",
        "#",
        "@",
        "`",
        ": ",
        "- ",
        "\n",
        "\t",
        "\x00",
        "\x1b[31m",
        "\u202e",
    ),
    *(
        "\ufeff",
        "\u2028",
        "\ud800",
        '"\\x1b]0;t\\x07"',
        "{" * 60,
        "[" * 200,
        "[[" * 3000,
        "a" * 100_000,
        "9" * 10_000,
    ),
    *("{actor.__class__}", "{0}", "$nothing", "thing.colour", "it.at", "you", "go", "{fact: f}", "a: " * 50),
]
_BOMBS = [
    "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"b{i}: &b{i} [*a,*a,*a,*a,*a,*a,*a,*a]\n" for i in range(30)),
    "[" * 10_000,
    "- " * 5_000,
    "? " * 5_000,
    "a:\n" + "".join(" " * i + "b:\n" for i in range(1, 400)),
    "x: [" + "y," * 60_000 + "]\n",
    "k: " + "'" * 50_001 + "\n",
    '"' + "\\x41" * 50_000 + '": 1\n',
]
_BLOWS: list[Callable[[str, Random], str]] = [
    *(_lines(change) for change in (_drop_line, _repeat_line, _shift_line)),
    *(_tokens(change) for change in (_drop_token, _repeat_token, _swap_tokens, _replace_token, _misspell)),
    *(_tokens(change) for change in (_replace_token, _misspell)),
    _cut_off,
    _insert,
    _bomb,
]
