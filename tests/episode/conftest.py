"""The drawn cases, shared by all tests of a session."""

from cases import drawn

__all__ = ["drawn"]
