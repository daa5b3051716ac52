"""Societies on screen: one that is watched, live or again, alone or beside another; a seat in one."""
