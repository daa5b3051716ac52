"""The statement builder."""
