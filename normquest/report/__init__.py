"""What a run says, as data that JSON can hold and as plain text."""

from normquest.report.data import report_data
from normquest.report.signature_text import signature_table
from normquest.report.text import report_text

__all__ = ["report_data", "report_text", "signature_table"]
