"""Sending newcomers through many communities: what is asked for, a unit of work, and many processes at it."""

from normquest.session.running.engine import run
from normquest.session.running.order import Failed, Item, Order, Played, Rejected

__all__ = ["Failed", "Item", "Order", "Played", "Rejected", "run"]
