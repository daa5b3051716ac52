"""Tests of the line-by-line front end; `plain.scripted` has the terminal that plays a script."""
