"""How long a page stays when a replay goes on by itself."""

from __future__ import annotations

from normquest.front.story import Page

RATES = (1, 2, 4, 8, 16)
"""Times as fast as one reads."""
WORDS_A_SECOND = 220 / 60
SHORTEST, LONGEST = 1.0, 12.0


def dwell(page: Page) -> float:
    """Seconds that it takes to read a page, and what was answered, at 220 words a minute."""
    seen = page.request.observation
    words = len(" ".join((seen.prose, *seen.lines, page.request.question)).split())
    words += len(page.answer.raw.split()) if page.answer is not None else 0
    return min(max(words / WORDS_A_SECOND, SHORTEST), LONGEST)
