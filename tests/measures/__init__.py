"""The measures, by hand."""
