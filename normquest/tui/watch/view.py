"""What has been taken in of an episode so far, and which of its pages is shown; nothing of a terminal."""

from __future__ import annotations

from normquest.episode.records import Record
from normquest.front.story import Page, Story
from normquest.session.gate import Setting
from normquest.session.watching.source import News, Used
from normquest.tui.people import People
from normquest.tui.watch.blocks import Hearing


class View:
    """`live`: somebody plays it, and this is no `replay`. `note`: how it has ended, if not well."""

    def __init__(self, replay: bool) -> None:
        self.replay = replay
        self.records: list[Record] = []
        self.story = Story()
        self.people = People()
        self.at = 0
        self.live = False
        self.setting = Setting()
        self.used = Used()
        self.hearing: Hearing | None = None
        self.thoughts: dict[int, str] = {}
        self.thinks = False
        self.note = ""
        self.rule: str | None = None

    def take(self, news: News) -> bool:
        """Fold news in; whether there are new records. Whoever stood at the end of a live one stays there."""
        following = self.live and self.at >= self.last
        before = len(self.story.pages)
        self.records += news.records
        self.story.fold(news.records)
        for page in self.story.pages[before:]:
            self.people.meet(page.request.observation)
        self.thoughts |= news.thoughts
        head = news.head
        self.live = head.status == "running" and not self.replay
        self.used, self.setting = news.used, news.setting
        self.thinks = dict(head.config.get("model") or {}).get("prompt") == "reasons"
        if news.records:
            self.hearing = None
        for part, text in news.pieces:
            self.hearing = self.hearing or Hearing()
            self.hearing.hear(part, text)
        if head.status not in ("running", "done"):
            self.note = f"{head.status.replace('_', ' ')} {head.error}"[:60].strip()
        norm = dict((head.result or {}).get("norm") or {})
        if norm:
            self.rule = norm.get("english") or ""
        if following:
            self.at = self.last
        return bool(news.records)

    @property
    def last(self) -> int:
        """The number of the last page, from 0."""
        return max(len(self.story.pages) - 1, 0)

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self.story.pages[self.at] if self.story.pages else None

    @property
    def before(self) -> Page | None:
        """In a live episode, the page of the last answer before this one."""
        return self.story.last_said(self.at) if self.live else None

    @property
    def heard(self) -> Hearing | None:
        """What is being said on the page that is shown, if it waits for an answer."""
        page = self.page
        waits = page is None or page.answer is None
        return self.hearing if waits and self.at >= self.last else None

    @property
    def thought(self) -> str:
        """The thoughts that came beside the reply on the page; where it waits, those before."""
        page, before = self.page, self.before
        kept = "" if page is None else self.thoughts.get(page.request.seq, "")
        if not kept and page is not None and page.answer is None and before is not None:
            return self.thoughts.get(before.request.seq, "")
        return kept

    def go(self, at: int) -> None:
        """Turn to a page, or to the nearest there is."""
        self.at = min(max(at, 0), self.last)
