"""The English of the rule language: each construction is written and read in one place.

`tokens` cuts sentences into words · `book` knows what a lexicon's words can
say · `scan` walks over a sentence · `nouns`, `acts`, `states` write and read
the parts · `shapes` holds one line for every form of rule. The public doors
are `normquest.norms.english` and `normquest.norms.reading`.
"""
