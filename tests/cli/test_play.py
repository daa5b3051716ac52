"""Playing at a prompt: to the end, with commands on the way, stopped and taken up again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from session.cases import played
from session.handmade import Certificate, at_home, ran

from cli.conftest import Nq
from cli.typed import SURE, typed, typed_as
from normquest.episode.case import Case
from normquest.episode.records import Config, Decision, Record, Statement
from normquest.norms.events import Event
from normquest.session.drawing import Drawing, key_of
from normquest.session.live import Live
from normquest.session.worlds import open_world
from normquest.store import line, open_store


def text(lines: list[str]) -> str:
    return "".join(f"{one}\n" for one in lines)


def stored(home: Path, number: int = 1) -> list[Record]:
    with open_store(home / "normquest.db", readonly=True) as store:
        return store.records(number)


def events(records: list[Record]) -> list[str]:
    return [line(record) for record in records if isinstance(record, Event)]


def test_a_game_to_its_end_is_the_episode_of_the_mind_that_was_played(nq: Nq, home: Path) -> None:
    page = nq("play", "--plain", "small", "--seed", "1", typed=text(typed_as("oracle"))).stdout
    assert "People here mind one thing." in page and "SCENE 1 OF 5" in page
    assert "WHAT THEY MINDED" in page and "“It is forbidden to dye" in page
    assert page.count("to cite it by") == page.count("? shows what else there is") == 1
    assert "the very rule" in page and f"{SURE}% after watching, and right" in page
    assert "Another: normquest play small" in page
    records = stored(home)
    assert events(records) == events(played("oracle").records)
    said = [record for record in records if isinstance(record, Statement)]
    assert [(one.words, one.confidence) for one in said] == [("as I see it", SURE / 100)] * 3


def test_a_person_at_the_prompt_goes_through_the_battery(nq: Nq, home: Path) -> None:
    lines = typed_as("conditional", battery=True)
    asked = ["play", "--plain", "small", "--seed", "1", "--switch", "battery=on"]
    page = nq(*asked, typed=text(lines)).stdout
    assert "A friend tells you the custom: It is forbidden" in page and "DAY 18 OF 18" in page
    assert page.count("What is different today?") == 6 and page.count("0 to 10 · Enter") == 24
    assert "WHAT THEY MINDED" in page
    assert events(stored(home)) == events(played("conditional", battery=True).records)
    told = nq("replay", "1").stdout
    assert "> most people broke the custom" in told and "Trial 18, " in told


@pytest.mark.parametrize("words", [("play", "small"), ()])
def test_without_a_terminal_a_sentence_names_plain(nq: Nq, home: Path, words: tuple[str, ...]) -> None:
    said = nq(*words, code=2).stderr
    assert "is no terminal" in said and "--plain" in said and said.count("\n") <= 6
    assert not (home / "normquest.db").exists()


def test_the_question_for_the_rule_is_that_of_the_request(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("normquest.episode.briefs.STATEMENT", "Is there a rule, or none? How sure are you?")
    lines = typed_as("noop")
    page = nq("play", "--plain", "small", "--seed", "1", typed=text(lines[: lines.index("none")])).stdout
    assert "Is there a rule, or none?\n" in page and "Which rule do people here enforce?" not in page


def test_all_probes_can_be_answered_and_are_switches_of_play(nq: Nq, home: Path) -> None:
    switches: dict[str, Any] = {"attribution": True, "recognition": True, "elicitation": "turns"}
    typed = [part for name, value in switches.items() for part in ("--switch", f"{name}={value}")]
    lines = text(typed_as("oracle", **switches))
    page = nq("play", "--plain", "small", "--seed", "1", *typed, typed=lines).stdout
    assert "WHAT THEY MINDED" in page and "Which line earned that reaction?" in page
    assert events(stored(home)) == events(played("oracle", **switches).records)


def test_a_game_that_ends_at_any_line_goes_on_there(nq: Nq, home: Path) -> None:
    lines = typed_as("selfish")
    at = 0
    while at < len(lines):
        more = lines[at : at + 9]
        page = nq("play", "--plain", "small", "--seed", "1", typed=text(["y", *more] if at else more)).stdout
        at += 9
        if at < len(lines):
            assert "Saved. The same command takes it up where you left it." in page
        # Half a statement is none: the dialogue begins again.
        with open_store(home / "normquest.db", readonly=True) as store:
            done = len(store.decisions(1))
        at = _line_of(lines, done) if at < len(lines) else at
    assert "WHAT THEY MINDED" in page
    assert events(stored(home)) == events(played("selfish").records)


def _line_of(lines: list[str], decisions: int) -> int:
    """At which line the decision of that number begins."""
    at = 0
    for _ in range(decisions):
        at += 6 if lines[at].startswith("It is") else 5 if lines[at] == "none" else 1
    return at


def test_commands_cost_nothing(nq: Nq, home: Path) -> None:
    lines = typed_as("oracle")
    first = next(at for at, one in enumerate(lines) if one == str(SURE)) + 3  # the first act
    rule = next(one for one in lines if one.startswith("It is"))
    odd = ["/help", "/task", "/log", "/notes they bow", "/notes", f"/state {rule}", "/state nonsense"]
    odd += ["/look", "x steward", "i", "l", "what?", "/nothing", "999", "zzz", ""]
    page = nq(
        "play", "--plain", "small", "--seed", "1", typed=text([*lines[:first], *odd, *lines[first:]])
    ).stdout
    for expected in (
        "None of these costs a turn",
        "/task       what you were told to do, once more",
        "> Now it is your turn.",  # what is typed into a pipe is not shown
        "Noted.",
        "In your notebook:\n  they bow",
        f"Noted: “{rule[:30]}",
        "That can't be taken as it is.",
        "You hold nothing.",
        "There is no 999 in the list",
    ):
        assert expected in page, expected
    assert "WHAT THEY MINDED" in page
    assert events(stored(home)) == events(played("oracle").records)
    assert "they bow" in (home / "notes" / "1.json").read_text(encoding="utf-8")


def test_the_rule_stated_last_can_be_stated_again(nq: Nq, home: Path) -> None:
    lines = typed_as("oracle")
    rules = [at for at, one in enumerate(lines) if one.startswith("It is")]
    again = [one if at not in rules[1:] else "same" for at, one in enumerate(lines)]
    nq("play", "--plain", "small", "--seed", "1", typed=text(again))
    said = [record.rule for record in stored(home) if isinstance(record, Statement)]
    assert len(said) == 3 and said[0] is not None and said[0] == said[1] == said[2]


def test_acts_can_be_said_in_words(nq: Nq, home: Path) -> None:
    lines = typed_as("oracle")
    first = next(at for at, one in enumerate(lines) if one == str(SURE)) + 3
    nq("play", "--plain", "small", "--seed", "1", typed=text([*lines[:first], "wait", "z", "g", "/quit"]))
    acts = [r.verb for r in stored(home) if isinstance(r, Event) and r.actor == "you"]
    raws = [r.raw for r in stored(home) if isinstance(r, Decision)]
    assert acts == ["wait"] * 3 and raws[-3:] == ["wait", "z", "g"]


def test_what_the_language_cannot_say_is_kept_as_it_is(nq: Nq, home: Path) -> None:
    lines = typed_as("noop")
    at = lines.index("none")
    odd = [*lines[:at], "be nice", "be kind", "keep", "", "", "10", "", "/quit"]
    nq("play", "--plain", "small", "--seed", "1", typed=text(odd))
    (said,) = [r for r in stored(home) if isinstance(r, Statement)]
    assert (said.rule, said.unstatable) == (None, "be kind")


def test_another_seed_is_taken_where_none_was_named(nq: Nq, home: Path) -> None:
    for seed in range(1, 6):
        nq("play", "--plain", "small", typed="n\n" if seed > 1 else "")
    nq("play", "--plain", "small", typed="n\n")
    result = nq("play", "--plain", "small", typed="n\n")
    assert "Seed 7 draws no question that can be answered; trying 8." in result.stderr
    with open_store(home / "normquest.db", readonly=True) as store:
        assert [head.key.seed for head in store.episodes()] == [1, 2, 3, 4, 5, 6, 8]


def test_a_seed_that_was_named_and_is_rejected_is_an_error_with_reasons(nq: Nq) -> None:
    said = nq("play", "--plain", "small", "--seed", "7", code=1).stderr
    assert (
        "seed 7 does not draw a question" in said and "the easy way keeps it; a task cannot be done" in said
    )


def test_one_can_say_no_to_what_is_open(nq: Nq, home: Path) -> None:
    nq("play", "--plain", "small", "--seed", "1", typed="\n")
    page = nq("play", "--plain", "small", "--seed", "1", typed="what\nn\n")
    assert "y or Enter goes on with it" in page.stdout and "is set aside" in page.stderr
    with open_store(home / "normquest.db", readonly=True) as store:
        assert [head.status for head in store.episodes(status=["discarded", "running"])] == [
            "discarded",
            "running",
        ]


def test_what_does_not_happen_again_can_be_left_and_begun_anew(
    nq: Nq, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of the code without a new engine version, yes and no both lead to a new game."""
    for answer in ("y", "n"):
        nq("play", "--plain", "small", "--seed", "1", "--participant", answer, typed="\n\n")
    monkeypatch.setattr("normquest.episode.briefs.DEFAULT", "People here mind nothing.")
    for number, answer in enumerate("yn", 1):
        page = nq("play", "--plain", "small", "--seed", "1", "--participant", answer, typed=f"{answer}\n\n")
        assert f"Episode {number} is set aside; you begin anew." in page.stderr
        assert "People here mind nothing." in page.stdout
        assert ("It can't be gone on with" in page.stdout) == (answer == "y")
        assert ("the first difference is at request 0" in page.stderr) == (answer == "y")
        assert stored(home, number)


def test_people_do_not_take_up_one_anothers_games(nq: Nq, home: Path) -> None:
    nq("play", "--plain", "small", "--participant", "ann", typed="\n")
    assert (
        "have not finished" not in nq("play", "--plain", "small", "--participant", "bob", typed="\n").stdout
    )
    assert (
        "have not finished seed 1" in nq("play", "--plain", "small", "--participant", "ann", typed="").stdout
    )


def test_the_same_seed_again_is_a_repetition(nq: Nq, home: Path) -> None:
    lines = text(typed_as("oracle"))
    nq("play", "--plain", "small", "--seed", "1", typed=lines)
    again = nq("play", "--plain", "small", "--seed", "1", typed=lines)
    assert "repetition 2" in again.stderr
    assert "Other sittings of people on this seed: joint success in 1 of 1 (N = 1)." in again.stdout
    with open_store(home / "normquest.db", readonly=True) as store:
        assert [head.key.rep for head in store.episodes()] == [0, 1]


def test_an_episode_of_another_engine_is_left_alone(nq: Nq, monkeypatch: pytest.MonkeyPatch) -> None:
    nq("play", "--plain", "small", "--seed", "1", typed="\n")
    monkeypatch.setattr("normquest.cli.playing.ENGINE", 99)
    assert "another version of the engine began it" in nq("play", "--plain", "small", typed="").stderr


def test_an_episode_that_a_watcher_ended_says_so(nq: Nq, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("normquest.store.controls.Controls.take_controls", lambda self, number: ["score"])
    assert "it is stopped" in nq("play", "--plain", "small", "--seed", "1").stdout


def test_a_drawn_community_can_be_played_to_its_end(
    nq: Nq, home: Path, drawn: Callable[[str], Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    case, config = drawn("place"), Config(level="gentle")
    monkeypatch.setattr("normquest.session.drawing.open_case", lambda *_, **__: (case, Certificate()))
    drawing = Drawing(3, case, 1)
    live = Live(key_of(open_world("dye_kitchen"), drawing, config, "oracle"), config, case)
    lines = typed(live)
    page = nq("play", "--plain", "dye_kitchen", "--seed", "3", "--level", "gentle", typed=text(lines)).stdout
    assert "WHAT THEY MINDED" in page and "the very rule" in page and "Task          Done" in page
    assert events(stored(home)) == events(live.records)
    assert len(nq("replay", "1", "--json").stdout.splitlines()) == len(stored(home))


def test_a_game_through_a_pipe(tmp_path: Path) -> None:
    """The whole way: another process, real pipes, a terminal that shows ASCII only."""
    home = at_home(tmp_path)
    done = ran(
        home,
        "play",
        "--plain",
        "small",
        "--seed",
        "3",
        typed=text(typed_as("oracle", 3)),
        PYTHONIOENCODING="ascii",
    )
    assert "WHAT THEY MINDED" in done.stdout and done.stdout.isascii() and done.stderr == ""
    assert events(stored(home)) == events(played("oracle", 3).records)


def test_another_open_game_on_the_same_seed_is_not_lost(nq: Nq, home: Path) -> None:
    for arm in ("both", "witnessed"):
        nq("play", "--plain", "small", "--seed", "1", "--arm", arm, typed="\n")
    page = nq(
        "play", "--plain", "small", "--seed", "1", typed="n\n"
    ).stdout  # no to that in `witnessed`, which came last
    assert "(witnessed, plain)" in page
    with open_store(home / "normquest.db", readonly=True) as store:
        assert [(head.key.arm, head.status) for head in store.episodes()] == [
            ("both", "running"),
            ("witnessed", "running"),
        ]
