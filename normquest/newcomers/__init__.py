"""Newcomers who take their time: people, and models behind a network."""
