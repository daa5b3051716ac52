"""Scripted newcomers of known motives: each has a signature, so that we know that the measures measure."""

from normquest.minds.scripted.registry import MINDS, mind

__all__ = ["MINDS", "mind"]
