"""Minds of known motives: the planner, the observers and the scripted newcomers."""
