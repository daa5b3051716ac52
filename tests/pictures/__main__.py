"""Draw the pictures of README.md from the running program: `python -m tests.pictures`.

They are pages of one game in the dye kitchen, played by keys from home to the replay: acting, the debrief,
and the same episode looked at again. Nobody who plays is disturbed: the database is a temporary one.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PICTURES = {"acting": "play", "debrief": "debrief", "replay-act": "watch"}
SIZE = (112, 34)


async def draw() -> None:
    """Play, and keep the pages that are wanted."""
    import normquest.session.drawing as drawing

    real = drawing.open_case
    from tui.conftest import opened  # which would draw by hand, for tests
    from tui.quick import settled
    from tui.tour import tour

    drawing.open_case = real
    async with opened(None, SIZE) as pilot:
        async for page in tour(pilot, "The Dye Kitchen", "dip"):
            if page in PICTURES:
                await settled(pilot)
                path = HERE / f"{PICTURES[page]}.svg"
                path.write_text(pilot.app.export_screenshot(), encoding="utf-8")
                print(path.relative_to(HERE.parent.parent))


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    os.environ["NORMQUEST_STILL"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NORMQUEST_HOME"] = folder
        asyncio.run(draw())
