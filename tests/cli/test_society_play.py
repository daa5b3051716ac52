"""`society play` and `society watch` on the command line: checked before anything is done, and resumed."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from newcomers.server import Server
from newcomers.test_seats import sense
from society.playing import only

from normquest.cli import app as cli
from normquest.society.records import Message, Missing, Move
from normquest.store import open_store


@pytest.fixture
def little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The commons with five members and two rounds."""
    from society.playing import loaded

    monkeypatch.setenv("NORMQUEST_HOME", str(tmp_path))
    text = loaded().source.split("\nshocks:")[0]
    for old, new in (("members: 12", "members: 5"), ("rounds: 20", "rounds: 2"), ("{size: 4", "{size: 3")):
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "little.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def run(*args: str, typed: str = "") -> tuple[int, str]:
    """The exit code and all that was said."""
    result = CliRunner().invoke(cli.app, ["society", *args], input=typed)
    return result.exit_code, result.output


def test_a_seat_is_left_and_taken_up_where_it_was(little: Path, tmp_path: Path) -> None:
    code, said = run("play", str(little), "--plain", "--seat", "2", typed="Six.\n/quit\n")
    assert code == 0 and "Saved." in said and "You are " in said
    code, said = run("play", str(little), "--plain", "--seat", "2", typed="6\n")
    assert "You said: “Six.”" in " ".join(said.split())
    with open_store(tmp_path / "normquest.db", readonly=True) as store:
        (head,) = store.societies()
        records = store.society_records(head.id)
    assert head.status == "running" and "human" in head.key.members
    assert "Six." in [one.text for one in only(Message, records)]
    assert 6 in [one.value for one in only(Move, records) if one.member == 1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("play", "commns", "--plain"), "commons"),
        (("play", "commons", "--plain", "--seat", "13"), "1 to 12"),
        (("play", "commons", "--plain", "--condition", "XX"), "XX"),
        (("play", "commons", "--plain", "--members", "selfsh*11"), "selfish"),
        (("play", "commons", "--plain", "--members", "selfish*4"), "12 members"),
        (("play", "commons", "--plain", "--shock", "earl"), "early"),
        (("watch", "commons", "--condition", "E", "--condition", "SL", "--condition", "none"), "one or two"),
        (("watch", "commons"), "no terminal"),
        (("play", "commons"), "--plain"),
    ],
)
def test_what_is_wrong_is_said_with_what_was_expected(little: Path, args: tuple[str, ...], said: str) -> None:
    code, output = run(*args)
    assert code == 2 and said in output, output
    assert "Traceback" not in output


def test_a_person_is_seated_among_chat_models(
    little: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with Server(sense) as server:
        args = ("play", str(little), "--plain", "--members", "openai:x*4", "--base-url", server.url)
        code, said = run(*args, "--cap-calls", "3", typed="Six.\n6\n" * 20)
        assert code == 1 and "could not be had" in said and "takes the seat up again" in said, said
        code, said = run(*args, typed="0\n" * 60)
        assert code == 0 and "WHO THE OTHERS WERE" in said and "openai:x" in said, said
    with open_store(tmp_path / "normquest.db", readonly=True) as store:
        (head,) = store.societies()
        assert head.status == "done" and not only(Missing, store.society_records(head.id))


def test_a_model_that_cannot_be_had_is_told_before_anything_is_done(little: Path, tmp_path: Path) -> None:
    for command in (("play", "--plain"), ("watch",)):
        code, said = run(command[0], str(little), *command[1:], "--members", "opnai:x*4")
        assert code == 2 and "openai" in said and "Traceback" not in said, said
    assert not (tmp_path / "normquest.db").exists()
