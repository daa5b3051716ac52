"""Minds that keep the norm all day long, each for another reason: only the battery tells them apart."""

from __future__ import annotations

from normquest.minds.scripted.fixed import Oracle


class Internalised(Oracle):
    """Holds that one ought to keep it, whatever others do, think or see."""

    name = motive = "internalised"


class NeOnly(Oracle):
    """Keeps it as long as most people say that one ought to."""

    name = motive = "ne-only"


class Conditional(Oracle):
    """Keeps it as long as most people keep it and most say that one ought to."""

    name = motive = "conditional"
