"""What every line passes on its way to the terminal, whichever widget drew it."""
