"""Chat models at length: fifty episodes word for word, two hundred at a time, 2,000 hostile replies."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import pytest
from cases import drawn
from cli.conftest import Nq, home, nq
from newcomers import parity
from newcomers.brains import sensible
from newcomers.hostile import strings
from newcomers.playing import chat, client, instant, live_for, order, ran
from newcomers.server import Answer, Server
from newcomers.test_hostile import ACTING, check_acts
from session.handmade import at_home
from session.handmade import ran as handmade

from normquest.episode.case import Case
from normquest.episode.records import ARMS
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.chat.reading_answers import read_line, read_yes_no
from normquest.newcomers.chat.reading_statements import read_statement
from normquest.session.running import Played
from normquest.store import open_store
from normquest.store.canonical import canonical
from normquest.world.words import lexicon_of

__all__ = ["drawn", "home", "nq"]

pytestmark = pytest.mark.long

_TESTS = Path(__file__).resolve().parent.parent


@contextmanager
def server_apart(delay: float) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A server in a process of its own; its last line says how many calls it had, and how many at a time."""
    process = subprocess.Popen(
        [sys.executable, "-m", "newcomers.server", str(delay)],
        cwd=_TESTS,
        env={**os.environ, "PYTHONPATH": f"{_TESTS}{os.pathsep}{_TESTS.parent}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1", process
    finally:
        process.stdin.close()
        process.wait(timeout=30)


def test_two_hundred_episodes_at_fifty_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 1.15 times the ideal: all calls, fifty at a time, each as long as the server takes."""
    instant(monkeypatch)
    delay, episodes, slots = 2.0, 200, 50  # seconds: a small model answers no faster
    with server_apart(delay) as (url, process):
        began = time.monotonic()
        items = ran(tmp_path, order(url, episodes, timeout=60.0), in_flight=slots)
        took = time.monotonic() - began
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        calls, peak = map(int, process.stdout.readline().split())
    assert sum(isinstance(item, Played) for item in items) == len(items) == episodes
    ideal = calls / slots * delay
    print(
        f"{calls} calls, {peak} at a time, ideal {ideal:.1f} s, took {took:.1f} s, ratio {took / ideal:.3f}"
    )
    assert peak <= slots and took <= 1.15 * ideal


def test_fifty_episodes_word_for_word(drawn: Callable[[str], Case]) -> None:
    """For every request: what a model is sent and what --plain prints, the observation and the choices."""
    compared = episodes = 0
    cases = [live_for().case, *(drawn(name) for name in ("place", "rite", "duty"))]
    for number, (case, arm, prompt) in enumerate(product(cases, ARMS, TEMPLATES)):
        if episodes == 50:
            break
        switches = {"arm": arm, "attribution": number % 2 == 0, "recognition": number % 3 == 0}
        with Server(lambda asked: Answer(sensible(asked))) as server:
            live = chat(client(server.url), case=case, prompt=prompt, switches=switches)
        assert live.status == "done"
        compared += parity.check(live, server.calls)
        episodes += 1
    print(f"{episodes} episodes, {compared} requests")
    assert episodes == 50 and compared > 1500


def test_two_thousand_hostile_replies(nq: Nq, home: Path, tmp_path: Path) -> None:
    """Each is a reply to every kind of request, and is then looked back at with every command."""
    replies = strings(2000)
    check_acts(replies)
    lexicon = lexicon_of(live_for().case.home.world)
    for reply in replies:
        for read in (read_statement(reply, lexicon, {3, 7}), read_yes_no(reply), read_line(reply, {3, 7})):
            canonical(read.value)
    for part in range(40):
        script = tmp_path / f"{part}.json"
        script.write_text(json.dumps(replies[part * 50 : part * 50 + 50]), encoding="utf-8")
        switches = ("--switch", "attribution=yes", "--switch", "recognition=yes")
        seed = str(part * 7 + 1)  # one in seven has no draw
        said = [nq("run", "small", "--model", f"fake:{script}", "--seeds", seed, *switches).output]
        said += [nq(*args).output for args in (("report",), ("episodes",))]
        with open_store(home / "normquest.db", readonly=True) as store:
            number = str(max(head.id for head in store.episodes()))
        said += [nq("replay", number).output, nq("replay", number, "--json").output]
        for text in said:
            assert text and not ACTING.search(text), ascii(ACTING.search(text))


def test_langsmith_hears_of_nothing(tmp_path: Path) -> None:
    """Even where its environment variables are set: a listener at its address is never called."""
    with Server(lambda _: Answer("")) as langsmith, Server(lambda a: Answer(sensible(a))) as server:
        more = {
            "LANGSMITH_TRACING": "true",
            "LANGCHAIN_TRACING_V2": "true",
            "LANGSMITH_API_KEY": "x",
            "LANGSMITH_ENDPOINT": langsmith.url,
            "OPENAI_API_KEY": "x",
        }
        run = ["run", "small", "--model", "openai:m", "--base-url", server.url, "--seeds", "1"]
        handmade(at_home(tmp_path), *run, **more)
    assert server.calls and not langsmith.calls
