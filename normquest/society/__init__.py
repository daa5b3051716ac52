"""The second system: a society of members in a repeated game, with private expectations, talk, choice of
partners and shocks.

Pure and sans-I/O as an episode is: `step.begin` gives the first requests, `step.advance` takes the replies to
all of them at once and gives what they brought. Everything a society does is said in its file (`schema`), and
which game it plays is one part of that file (`games`).
"""
