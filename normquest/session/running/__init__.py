"""Sending newcomers through many communities: what is asked for, a unit of work, and many processes at it."""

from normquest.session.running.engine import run
from normquest.session.running.means import Means, prices_from
from normquest.session.running.order import Bill, Failed, Halted, Item, Order, Played, Rejected

__all__ = ["Bill", "Failed", "Halted", "Item", "Means", "Order", "Played", "Rejected", "prices_from", "run"]
