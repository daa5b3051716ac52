"""Pictures and casts of an episode, written to files."""

from __future__ import annotations

import re
from pathlib import Path

from normquest.cli.output import say
from normquest.session.errors import SessionError
from normquest.store import Store

_SIZE = re.compile(r"\s*([0-9]{2,3})\s*[x×]\s*([0-9]{2,3})\s*")


def size_of(text: str) -> tuple[int, int]:
    """Columns and rows as they are typed. Raises SessionError."""
    found = _SIZE.fullmatch(text)
    if found is None:
        raise SessionError(
            f"--size {text[:20]}", "it is no size", "such as 120x36 or 80x24", "Correct it", usage=True
        )
    return int(found[1]), int(found[2])


async def write_svg(store: Store, episode: int, path: Path, page: int | None, size: str) -> None:
    """A page as a picture. Raises SessionError and OSError."""
    from normquest.tui.watch.stills import svg

    picture = await svg(store, episode, page, size_of(size))
    path.write_text(picture, encoding="utf-8", newline="\n")
    say(f"{path} is written.")


async def write_cast(store: Store, episode: int, path: Path, speed: float, size: str) -> None:
    """The whole episode as an asciicast v2. Raises SessionError and OSError."""
    from normquest.tui.watch.stills import cast

    lines = [line async for line in cast(store, episode, size_of(size), speed)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    say(f"{path} is written. Play it with: asciinema play {path}")
