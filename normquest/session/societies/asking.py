"""What was asked for on the command line, checked before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from normquest.session.errors import SessionError, unknown
from normquest.session.societies.names import (
    checked_condition,
    checked_members,
    open_society,
    society_file,
)
from normquest.session.societies.order import Order
from normquest.society.conditions import Variant
from normquest.society.records import Config
from normquest.society.switches import check_config

ALL = "all"
"""Asks for every intervention of the file."""


def order_from(
    which: str,
    members: Sequence[str],
    conditions: Sequence[str],
    seeds: tuple[int, ...],
    reps: int,
    shock: str,
    interventions: Sequence[str],
    variant: str | None,
) -> Order:
    """The order. Raises SessionError or WorldError for what can't be run."""
    loaded = open_society(which)
    of = loaded.society
    if variant is not None and variant not in get_args(Variant):
        raise unknown("--variant", "variant", variant, get_args(Variant), "Give one of them")
    chosen = cast(Variant, variant) if variant is not None else of.variant
    asked = [checked_condition(text) for text in conditions] or [of.condition.condition]
    tried = tuple(of.interventions) if ALL in interventions else tuple(dict.fromkeys(interventions))
    configs = [Config(each, chosen, shock, tried) for each in dict.fromkeys(asked)]
    for config in configs:
        try:
            check_config(of, config)
        except ValueError as error:
            what, _, expected = str(error).partition("; expected ")
            expected = expected or "switches that go together"
            raise SessionError(of.id, what, expected, "See the society's file", usage=True) from None
    seated = dict.fromkeys(checked_members(of, each) for each in members)
    return Order(society_file(loaded), tuple(configs), tuple(seated), seeds, reps)
