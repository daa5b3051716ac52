"""World files: their schema, how they are read, and what they say when they are wrong."""
