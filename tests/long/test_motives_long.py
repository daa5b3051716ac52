"""Known minds through the battery on real draws of the dye kitchen. Figures are printed: run it with -s.

NORMQUEST_MOTIVES says how many draws (default 40, of 6 newcomers of each motive: 240).
"""

from __future__ import annotations

import os

import pytest

from normquest.measures.societies.mechanisms import MECHANISMS
from normquest.report.newcomer_mechanisms import known_tables, known_text
from normquest.session.motives import EACH, known_minds
from normquest.session.worlds import open_world

DRAWS = int(os.environ.get("NORMQUEST_MOTIVES", "40"))
pytestmark = pytest.mark.long


def test_known_minds_are_found_again_on_real_draws() -> None:
    found = known_minds([open_world("dye_kitchen")], DRAWS, jobs=2)
    full, alone = known_tables([one for draw in found for one in draw.newcomers], EACH)
    rejected = sum(draw.seed is None for draw in found)
    without = sum(draw.seed is not None and not draw.newcomers for draw in found)
    counts = {"draws": len(found), "rejected": rejected, "without_trials": without}
    print(known_text((full, alone), counts, 110))
    for motive in (*MECHANISMS, "random"):
        share, limits, n = full.recovered(motive)
        assert n >= 5 * DRAWS // 2, "trials could be held on too few draws"
        assert share is not None and limits is not None and share >= 0.9, (motive, share, limits, n)
    for motive in MECHANISMS:
        if motive != "selfish":  # who never keeps it gives itself away
            assert alone.recovered(motive)[0] == 0
