"""What a person has beside the page. It stands alone, since the screens read it before anything else."""

AIDS = ("notebook", "pins", "map", "hints", "test", "undo")
"""Each can be switched off."""
