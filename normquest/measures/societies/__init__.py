"""What societies allow one to say, as pure functions over panels; undefined is None or NaN, never 0."""
