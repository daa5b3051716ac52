"""An episode looked at: played here, played by another process, or played long ago; to the eye all are one.

- playing: `Playing`, an episode that this process plays in a thread, heard while it thinks.
- source: `Source`, what there is to see of an episode in the store, and its news.
- beliefs: what the reference observer makes of the same evidence; checked: that a replay is true to the log.
"""
