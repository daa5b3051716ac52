"""A world drawn with a seed: its cast and state, what is legal, what people do, what can be seen."""
