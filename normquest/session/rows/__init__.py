"""From an episode's records and its case to the row that measures read."""
