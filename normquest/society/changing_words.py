"""What may be answered to the question what has changed."""

from __future__ import annotations

NO_CHANGE = "nothing has changed"
NOTICED: dict[str, str] = {
    "ratings_off": "ratings no longer have an effect",
    "multiplier": "what is put in is multiplied by another number",
    "acts": "most members act one way while they say that one ought to act another",
    "stops_caring": "most members say that it does not matter what one does",
    "bad_actors": "others have come in the place of some members",
}
"""What may be answered to the question what has changed, by what did."""


def noticed_text(kind: str, says: object) -> str:
    """The true answer for a trial of this kind, which has changed something; `says` is what a majority
    says.
    """
    if kind == "majority":
        return NOTICED["stops_caring" if says == "none" else "acts"]
    return NOTICED[kind]
