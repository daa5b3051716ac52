"""A society as a screen shows it: records folded, figures drawn, questions put; no terminal here."""
