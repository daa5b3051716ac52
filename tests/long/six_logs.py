"""Six whole episodes, two draws × three minds each in its own arm, as lines: `python six_logs.py`.

Run by two Python versions side by side, so it needs nothing but normquest: no pytest, none of our test files.
"""

from __future__ import annotations

from normquest.episode.records import Config
from normquest.minds.scripted import MINDS
from normquest.session.drawing import draw_case, key_of
from normquest.session.driving import drive_now
from normquest.session.live import Live
from normquest.session.worlds import open_world
from normquest.store import line

WORLD, SEEDS, LEVEL = "dye_kitchen", (4, 5), "gentle"
PLAYED = (("oracle", "told"), ("observer", "witnessed"), ("random", "both"))
"""One that plans, one that does sums with floats, one that draws lots."""


def told() -> None:
    """Print each episode: its key, then its log record by record."""
    loaded = open_world(WORLD)
    for seed in SEEDS:
        drawing = draw_case(loaded.world, seed, Config(level=LEVEL))  # all arms of a seed share it
        for mind, arm in PLAYED:
            config = Config(arm=arm, level=LEVEL, recognition=True, attribution=True, counterfactual=True)
            live = Live(key_of(loaded, drawing, config, mind), config, drawing.case)
            drive_now(live, MINDS[mind](live.case, live.key))
            print(live.key.text(), *(line(record) for record in live.records), sep="\n", flush=True)


if __name__ == "__main__":
    told()
