"""The English of the rule language: each construction is written and read in one place.

`tokens` cuts sentences into words · `verbs` and `values` say how a lexicon's
words read, `book` gathers them · `scan` walks over a sentence · `nouns`,
`acts`, `spans` and `states` write and read its parts, `fields` those of a rule ·
`shapes` has one line for every form of rule. The public doors are
`normquest.norms.english` and `normquest.norms.reading`.
"""
