"""Somebody else's episode on screens: as it is played here, as another process plays it, or as it was played.

- screen: the one screen for all of these; opening: the ways there.
- view: what has been taken in; truth: what is shown only to those who ask for it.
- scene, side, fold, timeline: the parts of the page; blocks, status: what stands in them; pace: how long.
- stills: the same screens without a terminal, as pictures and as a cast.
"""
