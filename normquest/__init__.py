"""NormQuest: find the one rule that a small community enforces and nobody tells you.

Importing this package loads nothing else; each layer is imported where it is needed.
"""

__version__ = "0.1.0"
