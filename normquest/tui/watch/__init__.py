"""Somebody else's episode on screens: as it is played here, as another process plays it, or as it was played.

- screen: the one screen for all of these; opening: the ways there; fold: a block that can be folded.
- blocks: what stands in the blocks; status: the bottom line; timeline: the row that is scrubbed.
- stills: the same screens without a terminal, as pictures and as a cast.
"""
