"""Members of societies who read: how a chat model's reply, or a person's line, becomes an answer."""
