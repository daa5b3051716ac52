"""Panels with planted effects, made by numpy alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from normquest.measures.societies.panel import Panel

MAIN = ("none", "E", "E+SL", "E+SS", "E+SL+SS")
MEMBERS, ROUNDS = 12, 20


def panel_of(conditions: list[str], families: list[str], **grids: Any) -> Panel:
    """A panel from grids of shape (rounds, runs, members); conditions and families go by run."""
    rounds, runs, members = np.broadcast_shapes(*(np.shape(grid) for grid in grids.values()))
    shape = (rounds, runs, members)
    run, number, member = np.meshgrid(
        np.arange(runs), np.arange(1, rounds + 1), np.arange(members), indexing="xy"
    )
    columns = {
        "run": run,
        "round": number,
        "member": member,
        "condition": np.array(conditions)[run],
        "family": np.array(families)[run],
        "group": np.broadcast_to(np.arange(members) % 3, shape),
        **{
            name: np.full(shape, np.nan) for name in ("contribution", "ee", "ne", "tau", "payoff", "standing")
        },
        **{name: np.zeros(shape, dtype=bool) for name in ("excluded", "adversary")},
        **{name: np.broadcast_to(grid, shape) for name, grid in grids.items()},
    }
    return Panel(**{name: column.ravel() for name, column in columns.items()})


def aligned(
    rng: np.random.Generator,
    ne: float = 0.20,
    ee: float = 0.15,
    own: float = 1.1,
    noise: float = 0.4,
    replications: int = 2,
) -> Panel:
    """Members drawn to what they expect, in whole contributions from 0 to 10.

    Five conditions × two families × `replications` runs of 12 members and 20 rounds. A step is `ne` times the
    NE gap and `ee` times the EE gap, an effect of condition and family, one of the round within the run
    (which all members share: this is why runs are clusters), and `own` times (tau - .5)
    for good. EE is the mean of the round with private noise; NE lies between that mean and what run
    and member find right.
    """
    conditions = [c for c in MAIN for _ in range(2 * replications)]
    families = [f for _ in MAIN for f in ("a", "b") for _ in range(replications)]
    runs = len(conditions)
    effect = np.repeat([-0.1, 0.0, 0.1, 0.05, 0.15], 2 * replications)[:, None]
    effect = effect + np.tile(np.repeat([-0.05, 0.05], replications), len(MAIN))[:, None]
    tau = rng.random((runs, MEMBERS))
    right = 5.5 + rng.normal(0, 0.6, (runs, 1)) + rng.normal(0, 0.6, (runs, MEMBERS))
    now = np.clip(np.round(3.5 + 4 * tau + rng.normal(0, 0.8, (runs, MEMBERS))), 0, 10)
    grids: dict[str, list[np.ndarray]] = {"contribution": [], "ee": [], "ne": []}
    for _ in range(ROUNDS):
        mean = now.mean(axis=1, keepdims=True)
        typical = np.clip(mean + rng.normal(0, 0.6, (runs, MEMBERS)), 0, 10)
        proper = np.clip((mean + right) / 2 + rng.normal(0, 0.5, (runs, MEMBERS)), 0, 10)
        for name, grid in zip(grids, (now, typical, proper), strict=True):
            grids[name].append(grid)
        step = ne * (proper - now) + ee * (typical - now) + own * (tau - 0.5) + effect
        step = step + rng.normal(0, 0.15, (runs, 1)) + rng.normal(0, noise, (runs, MEMBERS))
        now = np.clip(np.round(now + step), 0, 10)
    return panel_of(
        conditions, families, tau=tau[None], **{name: np.array(grid) for name, grid in grids.items()}
    )
