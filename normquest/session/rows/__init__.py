"""From an episode's records and its case to the row that measures read."""

from normquest.session.rows.data import row_data, row_from
from normquest.session.rows.making import RowMaker

__all__ = ["RowMaker", "row_data", "row_from"]
