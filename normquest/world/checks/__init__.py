"""What pydantic cannot see: whether the parts of a world file fit together."""

from normquest.world.checks.text import check_text
from normquest.world.checks.whole import check_world

__all__ = ["check_text", "check_world"]
