"""Below the scene: what can be done or answered, what was just said about it, and the line to type in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from normquest.episode.records import Request
from normquest.front.pages import dots
from normquest.front.past import scene_of
from normquest.tui.glyphs import look, shown
from normquest.tui.play.acts import acts
from normquest.tui.play.asking import answers, prompt_for
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.widgets.command_line import CommandLine
from normquest.tui.widgets.linked import Linked

_ROWS = (11, 14)
"""Of 24 rows, those that the acts may take: as a rule, and at most. The scene has the rest."""


READ_ON = (clicked("Enter", "screen.enter", "bold $primary"), clicked(" reads on", "screen.enter"))
"""What can be done before all of the page was seen: nothing is answered that was not read."""


class Foot(Vertical):
    """Choices, a notice, the prompt."""

    def __init__(self, suggest: Callable[[str], str | None]) -> None:
        super().__init__(id="below")
        self.suggest = suggest
        self._request: Request | None = None
        self._total = 0
        self._more = False
        self._example = ""

    def compose(self) -> ComposeResult:
        yield Static(classes="rule")
        yield Linked(id="choices")
        yield Static(id="notice")
        with Horizontal(id="foot"):
            yield Linked(id="prompt")
            yield CommandLine(self.suggest)

    @property
    def line(self) -> CommandLine:
        """The line to type in."""
        return self.query_one(CommandLine)

    def ask(self, request: Request, total: int, examples: Sequence[str] = ()) -> None:
        """Put a request; `total` is the number of scenes, `examples` are acts as they may be said."""
        self._request, self._total = request, total
        self._example = next(iter(examples), "")
        self.line.help = self.line.helped(examples)
        prompt = prompt_for(request)
        self.line.instant = prompt.instant
        self.query_one("#prompt", Linked).update(clicked(f"{prompt.mark} ", "screen.enter"))
        self._set()
        self.line.focus()

    def say(self, text: str | Content) -> None:
        """A notice above the line; an empty one goes."""
        notice = self.query_one("#notice", Static)
        content = text if isinstance(text, Content) else plain(text)
        notice.update(content)
        notice.display = bool(content.plain.strip())

    def hint(self, more: bool) -> None:
        """What stands in the empty line: that there is more of the page, or how to answer."""
        if self._request is not None:
            said = (
                "Enter reads on: there is more below"
                if more
                else prompt_for(self._request, self._example).hint
            )
            self.line.placeholder = shown(said)
            if more != self._more:
                self._more = more
                self._set()

    def on_resize(self) -> None:
        if self._request is not None:
            self._set()

    def _set(self) -> None:
        request = self._request
        assert request is not None
        width = max(self.size.width - 6, 20)
        rule = self.query_one(".rule", Static)
        rule.update(plain("─" * max(self.size.width - 2, 1)))
        if request.kind == "act":
            tall = self.screen.size.height
            below = acts(request.observation.choices, width, *(max(tall * part // 24, 4) for part in _ROWS))
        else:
            done = scene_of(request.observation)
            row = dots(done, self._total, look(width)) if done and self._total else ""
            said = READ_ON if self._more else answers(request)
            below = joined((f"{row}      " if row else "", "$secondary"), *said)
        self.query_one("#choices", Linked).update(below)
