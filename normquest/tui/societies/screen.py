"""The one screen for societies: live or again, one or two side by side; all views of a moment by key."""

from __future__ import annotations

from collections.abc import Callable

from normquest.store.rows import SPEEDS
from normquest.tui.menu import MenuScreen
from normquest.tui.societies.page import SocietyPage
from normquest.tui.societies.slot import Slot
from normquest.tui.societies.view import VIEWS
from normquest.tui.stills import keep_still
from normquest.tui.widgets.scrubbed import ScrubbedRow


class SocietyScreen(SocietyPage):
    """All views of a moment by key, going about, and those who play."""

    def on_scrubbed_row_pointed(self, event: ScrubbedRow.Pointed) -> None:
        self.go(self.view.reel.first_of(event.place))

    # --- going about --------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show a moment, counted from 0."""
        self.view.go(at)
        self._wait = 0.0
        self._show()

    def action_next(self) -> None:
        """The next moment; where a live one is paused at its end, one phase more."""
        if self.view.live and self.view.at >= self.view.last and self.view.setting.paused:
            self.action_step()
        else:
            self.go(self.view.at + 1)

    def action_previous(self) -> None:
        """The moment before."""
        self.go(self.view.at - 1)

    def action_first(self) -> None:
        """The first moment."""
        self.go(0)

    def action_last(self) -> None:
        """The last moment."""
        self.go(self.view.last)

    def action_event(self) -> None:
        """The next mark."""
        self._event(1)

    def action_event_before(self) -> None:
        """The mark before."""
        self._event(-1)

    def _event(self, step: int) -> None:
        found = self.view.event(step)
        if found is None:
            self.app.clear_notifications()
            self.notify("There is no further mark that way.", markup=False, timeout=2)
            self._show()
        else:
            self.go(found)

    # --- views --------------------------------------------------------------------------------------------

    def look_at(self, name: str) -> None:
        """One of the views."""
        self.view.view = name
        for slot in self.query(Slot):
            slot.scroll_home(animate=False)
        self._show()
        self.call_after_refresh(self._show)  # what has just been given room knows its width now

    def action_view(self) -> None:
        """The next view."""
        self.look_at(VIEWS[(VIEWS.index(self.view.view) + 1) % len(VIEWS)])

    def action_view_before(self) -> None:
        """The view before."""
        self.look_at(VIEWS[(VIEWS.index(self.view.view) - 1) % len(VIEWS)])

    def action_groups(self) -> None:
        """The groups."""
        self.look_at("groups")

    def action_talk(self) -> None:
        """What is said."""
        self.look_at("talk")

    def action_ties(self) -> None:
        """The ties."""
        self.look_at("ties")

    def action_curves(self) -> None:
        """The curves."""
        self.look_at("curves")

    def action_standing(self) -> None:
        """The standing."""
        self.look_at("standing")

    def action_follow(self) -> None:
        """One member; once more, back to all."""
        self.look_at("groups" if self.view.view == "member" else "member")

    def action_member(self, number: int) -> None:
        """A member was clicked."""
        self.view.member = number
        self.look_at("member")

    def action_down(self) -> None:
        """The next member."""
        self.view.choose(1)
        self._show()

    def action_up(self) -> None:
        """The member before."""
        self.view.choose(-1)
        self._show()

    def action_other(self) -> None:
        """The other society."""
        if len(self.view.reels) > 1:
            self.view.turn_to(self.view.which + 1)
            self._show()

    def key_pagedown(self) -> None:
        """Scroll what is longer than its room."""
        for slot in self.query(Slot):
            slot.scroll_page_down(animate=False)

    def key_pageup(self) -> None:
        """Back."""
        for slot in self.query(Slot):
            slot.scroll_page_up(animate=False)

    # --- those who play -----------------------------------------------------------------------------------

    def action_pause(self) -> None:
        """Pause, or go on."""
        view = self.view
        if view.live:
            view.send("resume" if view.setting.paused else "pause")
            view.go(view.last)
            self._poll()
        else:
            view.running = not view.running and view.last > 0
            if view.running and view.at >= view.last:
                view.go(0)
            self._wait = 0.0
        self._show()

    def action_step(self) -> None:
        """One phase more, then pause; what has come and was not shown is shown first."""
        view = self.view
        view.running = False
        if view.at < view.last or not view.live:
            if view.live and not view.setting.paused:
                view.send("pause")
            self.go(view.at + 1)
            return
        view.send("step")
        view.following = True
        self._poll()

    def action_faster(self) -> None:
        """Faster."""
        self._speed(self._speed_now + 1)

    def action_slower(self) -> None:
        """Slower."""
        self._speed(self._speed_now - 1)

    @property
    def _speed_now(self) -> int:
        return list(SPEEDS).index(self.view.setting.speed if self.view.live else self.view.speed)

    def _speed(self, place: int) -> None:
        name = list(SPEEDS)[min(max(place, 0), len(SPEEDS) - 1)]
        self.view.speed = name
        if self.view.live:
            self.view.send(name)
            self._poll()
        self._show()

    def action_speed_1(self) -> None:
        """Slow."""
        self._speed(0)

    def action_speed_2(self) -> None:
        """Calm."""
        self._speed(1)

    def action_speed_3(self) -> None:
        """Brisk."""
        self._speed(2)

    def action_speed_4(self) -> None:
        """Full."""
        self._speed(3)

    # --- beside -------------------------------------------------------------------------------------------

    def action_minds(self) -> None:
        """Who decides in each seat, or hide it again; asks once."""
        if self.view.minds or self._confirmed:
            self._tell_minds(not self.view.minds)
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._confirmed = True
                self._tell_minds(True)

        self._ask("Show who decides in each seat, and how it is inclined?", answered)

    def _tell_minds(self, shown: bool) -> None:
        self.view.minds = shown
        self.look_at("standing" if shown and self.view.view != "member" else self.view.view)

    def _ask(self, question: str, answered: Callable[[bool | None], None]) -> None:
        rows = [("No", "I find out myself", False), ("Yes", "", True)]
        self.app.push_screen(MenuScreen("SURE?", question, rows), answered)

    def action_still(self) -> None:
        """A picture of the page, as SVG beside the database."""
        about = self.view.reel.about
        name = "".join(c if c.isalnum() else "-" for c in f"{about.title}-{about.condition}-{about.seed}")
        keep_still(self, f"society-{name[:80]}-{self.view.at + 1}")

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_back(self) -> None:
        """Back."""
        self.dismiss(None)

        self._show()
