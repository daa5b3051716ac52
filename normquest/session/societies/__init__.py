"""Societies for the command line and screens: found by name, started, driven, resumed, run by the hundred.

- names: `open_society`, `society_files`; live: `LiveSociety`, a society in hand.
- keeping: `start`, which begins one or takes it up where it stopped; driving: `drive_now`.
- running: `run`, many societies in many processes; order: what is asked for and what comes of it.
- summing: what is stored of one that has ended; lines: a line of JSON for the next program.
"""
