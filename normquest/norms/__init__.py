"""Rules, what they mean, how they read, and how a stated rule is scored."""
