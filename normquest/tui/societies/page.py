"""The page for societies: what stands where on it, live or again, one or two side by side."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from normquest.front.societies.source import Source
from normquest.session.errors import SessionError
from normquest.store.errors import StoreError
from normquest.store.rows import SPEEDS
from normquest.tui import actions
from normquest.tui.glyphs import look
from normquest.tui.once import Once
from normquest.tui.safe import clicked, joined, plain
from normquest.tui.societies.rounds import Rounds
from normquest.tui.societies.shown import Shown
from normquest.tui.societies.slot import Slot
from normquest.tui.societies.view import VIEWS, View
from normquest.tui.widgets.linked import Linked

POLL, CALM_POLL = 0.1, 1.0
"""Seconds between two looks at what is new; the second where nothing shall move."""
WIDE = 110
"""Columns from which there is room for two views side by side."""
PHASES = {
    "groups": "groups",
    "talk": "talk",
    "acts": "acts",
    "ratings": "ratings",
    "reports": "reports",
    "noticed": "what was noticed",
    "beliefs": "beliefs",
}
KEYS = {"groups": "g", "talk": "t", "ties": "i", "curves": "c", "standing": "d", "member": "f"}


class SocietyPage(Once[None]):
    """Folds what one source gives, or two of them, into the views of a moment."""

    CSS_PATH = "society.tcss"
    WHERE = "society"
    BINDINGS = actions.bindings("society")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - Textual's own name and kind

    def __init__(self, sources: Sequence[Source]) -> None:
        super().__init__()
        self.view = View(sources)
        self._wait = 0.0
        self._confirmed = False
        self._troubles: set[str] = set()
        self.set_class(len(sources) > 1, "two")
        self.view.look()
        if self.view.live:
            self.view.go(self.view.last)

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        yield Linked(id="tabs")
        yield Static(classes="rule")
        with Horizontal(id="middle"):
            for side, slots in (("left", ("a", "b")), ("right", ("c", "d"))):
                with Vertical(id=side):
                    yield Static(id=f"of-{side}", classes="of")
                    for slot in slots:
                        yield Slot(id=slot, can_focus=slot == "a")
        yield Rounds("rounds")
        yield Linked(id="status")
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        self.query_one("#a").focus()
        self.set_interval(self._poll_every, self._poll)
        self.call_after_refresh(self._show)

    @property
    def _poll_every(self) -> float:
        return CALM_POLL if self.app.animation_level == "none" else POLL

    # --- what is new --------------------------------------------------------------------------------------

    def _poll(self) -> None:
        if self.app.screen is not self:
            return
        try:
            new = self.view.look()
        except (StoreError, SessionError) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        for trouble in self.view.troubles:
            if trouble and trouble not in self._troubles:
                self._troubles.add(trouble)
                self.notify(trouble, markup=False, severity="error", timeout=15)
        moved = self.view.catch_up()
        if self.view.running:
            self._wait += self._poll_every
            if self._wait >= self.view.seconds:
                self._wait = 0.0
                self.view.running = self.view.at + 1 < self.view.last
                self.view.go(self.view.at + 1)
                moved = True
        if new or moved:
            self._show()

    # --- what is shown ------------------------------------------------------------------------------------

    def _show(self) -> None:
        if not self.is_mounted:
            return
        view = self.view
        self.query_one("#top", Static).update(self._top())
        self.query_one("#tabs", Linked).update(self._tabs())
        self.query_one(".rule", Static).update(plain("─" * max(self.size.width - 2, 1)))
        for slot, (name, which) in self._laid_out().items():
            found = self.query_one(f"#{slot}", Slot)
            found.display = bool(name)
            if name:
                found.draw(name, self._shown(which, found))
        self.query_one("#c").set_class(bool(self._laid_out()["d"][0]), "above")
        self.query_one("#left").set_class(self._laid_out()["b"][0] == "", "alone")
        self.query_one("#right").display = bool(self._laid_out()["c"][0])
        for side, which in (("left", 0 if self._wide and len(view.reels) > 1 else view.which), ("right", 1)):
            of = self.query_one(f"#of-{side}", Static)
            of.display = len(view.reels) > 1
            if len(view.reels) > 1:
                of.update(plain(view.reels[which].about.condition, "bold $primary"))
        moment, reel = view.moment, view.reel
        played = reel.moments[-1].round if reel.moments else 0
        now = moment.round if moment is not None else 0
        self.query_one("#rounds", Rounds).show(reel.about.rounds, played, now, reel.whole.marks)
        self.query_one("#status", Linked).update(self._status())

    @property
    def _wide(self) -> bool:
        return self.size.width >= WIDE

    def _laid_out(self) -> dict[str, tuple[str, int]]:
        """What stands in which slot, and of which society; an empty name: nothing."""
        view = self.view
        none = ("", 0)
        if len(view.reels) > 1:
            if self._wide:
                below = "ties" if view.view == "curves" else "curves"
                if view.view in ("standing", "member"):
                    below = ""
                return {"a": (view.view, 0), "b": (below, 0), "c": (view.view, 1), "d": (below, 1)}
            return {"a": (view.view, view.which), "b": none, "c": none, "d": none}
        if not self._wide:
            return {"a": (view.view, 0), "b": none, "c": none, "d": none}
        right = ("curves", "ties") if view.view not in ("standing", "member") else (view.view, "")
        return {"a": ("groups", 0), "b": ("talk", 0), "c": (right[0], 0), "d": (right[1], 0)}

    def _shown(self, which: int, slot: Slot) -> Shown:
        width = slot.room or max(self.size.width // (2 if self._wide else 1) - 6, 40)
        height = self.size.height - 6
        if self._laid_out()["d"][0]:  # what stands above or below has a row for every member
            height -= len(self.view.fold(which).sitting) + 5
        minds = self.view.minds
        fold = self.view.fold(which)
        return Shown(fold, width, height, self.view.member, minds, look(80).ascii)

    def _top(self) -> Content:
        view, moment = self.view, self.view.moment
        about = view.reel.about
        which = " and ".join(reel.about.condition for reel in view.reels)
        parts = [about.title, which, f"seed {about.seed}"]
        if moment is not None:
            parts.append(f"round {moment.round} of {about.rounds}")
            parts.append(PHASES[moment.phase])
        return joined(("NormQuest   ", "bold $primary"), " · ".join(parts))

    def _tabs(self) -> Content:
        parts: list[Content] = []
        for name in VIEWS:
            style = "bold $primary" if name == self.view.view else ""
            title = "Follow" if name == "member" else name.capitalize()
            action = "screen.follow" if name == "member" else f"screen.{name}"
            parts += [clicked(title, action, style), plain(f" {KEYS[name]}   ", "dim")]
        if len(self.view.reels) > 1 and not self._wide:
            parts += [clicked("Other", "screen.other", "$secondary"), plain(" o", "dim")]
        return joined(*parts)

    def _status(self) -> Content:
        view = self.view
        if view.live:
            how = "live, paused" if view.setting.paused else "live"
            how += f", {view.waiting} to answer" if view.waiting else ""
            speed = view.setting.speed
        else:
            how = "replay" if view.replay else next((note for note in view.notes if note), "ended")
            how += ", going on" if view.running else ""
            speed = view.speed
        if view.live and not view.following:
            how += ", you look back"
        parts: list[Content] = [plain(f"{how} · speed ")]
        for at, name in enumerate(SPEEDS, 1):
            style = "bold $primary" if name == speed else "dim"
            parts += [clicked(f" {at} {name} ", f"screen.speed_{at}", style)]
        moment = f"   moment {view.at + 1} of {len(view.reel.moments)}"
        return joined(*parts, (moment, "dim"))

    async def on_resize(self) -> None:
        self.call_after_refresh(self._show)
