"""Tests of the store. `builders` makes records and files, `processes` is what other processes run."""
