"""The line of JSON that `society run` prints for a society; its fields are promised to the next program."""

from __future__ import annotations

from typing import Any

from normquest.store import SocietyRow

_RESULT = (
    "rounds",
    "why",
    "mean",
    "steady",
    "acts",
    "ee",
    "ne",
    "exclusions",
    "missing",
    "trials",
    "noticed",
)


def society_line(head: SocietyRow) -> dict[str, Any]:
    """The fields of a society, ended or not; what is not known, or undefined, is None."""
    result = head.result or {}
    return {
        "number": head.id,
        "key": head.key.text(),
        "society": head.society,
        "condition": head.key.condition,
        "members": head.key.members,
        "variant": head.config["variant"],
        "shock": head.config["shock"] or None,
        "interventions": head.config["interventions"],
        "seed": head.key.seed,
        "rep": head.key.rep,
        "status": head.status,
        **{name: result.get(name) for name in _RESULT},
    }
