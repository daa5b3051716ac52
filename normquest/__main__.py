"""Lets `python -m normquest` do what `normquest` does."""

from normquest.cli import main

if __name__ == "__main__":
    main()
