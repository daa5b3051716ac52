"""The contract of the rule language, as data (verdicts.yaml), and the tests that hold the code to it."""
