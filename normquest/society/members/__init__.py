"""Scripted members of known motives, all behind one protocol. A member keeps nothing: it reads its view.

That is how the analyses are known to tell motives apart: what was put in must come out.
"""
