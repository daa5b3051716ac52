"""A terminal that types what a script says and keeps what was shown."""

from __future__ import annotations

from collections.abc import Iterable

from normquest.plain.terminal import Closed


class ScriptTerminal:
    """Lines to type, one after the other; then the input is at its end."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.left = list(lines)
        self.prompts: list[str] = []
        self.text = ""

    def read(self, prompt: str) -> str:
        """The next line of the script. Raises Closed at its end."""
        if not self.left:
            raise Closed("end")
        self.prompts.append(prompt)
        line = self.left.pop(0)
        self.text += f"{prompt}{line}\n"
        return line

    def write(self, text: str) -> None:
        """Keep the text."""
        assert text.endswith("\n")
        self.text += text
