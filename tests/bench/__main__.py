"""Measure what is named, or everything: `python -m tests.bench [PART]... [--json]`."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module

from .side_by_side import Figure, Skipped

PARTS = ("acts", "turns", "startup", "beliefs", "watching", "face", "societies")


def measured(part: str) -> list[Figure]:
    """The figures of one part. Raises Skipped."""
    found: list[Figure] = import_module(f".{part}", __package__).figures()
    return found


def main() -> int:
    """Exit with 1 if an aim was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="part", help=", ".join(PARTS))
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of lines")
    asked = parser.parse_args()
    found: list[Figure] = []
    skipped: dict[str, str] = {}
    for part in asked.parts or PARTS:
        try:
            figures = measured(part)
        except Skipped as why:
            skipped[part] = str(why)
            print(f"{part}: skipped: {why}", file=sys.stderr if asked.json else sys.stdout, flush=True)
            continue
        found += figures
        if not asked.json:
            print(*(figure.line() for figure in figures), sep="\n", flush=True)
    if asked.json:
        print(json.dumps({"figures": [figure.data() for figure in found], "skipped": skipped}, indent=1))
    return 0 if all(figure.met for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
