"""How fast it is, beside something that everyone knows: `python -m tests.bench`, or `pytest tests/bench`."""
