"""What the episodes of a run allow one to say, as pure functions over rows; undefined is None, never 0."""
