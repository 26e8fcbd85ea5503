"""Nothing raw reaches the terminal."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from periplus.cli.output import duration, printable, say, show, show_json, size

ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b2J\r\x08\x00\u202e\u2028\ud800"


@given(st.text(alphabet=st.characters()))
def test_no_control_character_passes(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in shown)
    if text.isprintable():
        assert shown == text


def test_escapes_become_visible() -> None:
    assert printable("a\x1b[2Jb\u202ec") == "a\\x1b[2Jb\\u202ec"
    assert printable("größer 🙂") == "größer 🙂"


def test_talk_goes_to_stderr_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("one\ntwo" + ESCAPES)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_data_goes_to_stdout_with_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    show("one\ntwo" + ESCAPES)
    out, err = capsys.readouterr()
    assert err == ""
    assert out.split("\n")[0] == "one"
    assert out.count("\n") == 2
    assert out.replace("\n", "").isprintable()


def test_json_is_one_ascii_line(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"title": "größer\n" + ESCAPES}
    show_json(value)
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.isascii()
    assert out[:-1].isprintable()
    assert json.loads(out) == value


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 B"), (999, "999 B"), (3_400_000, "3.4 MB"), (2e12, "2.0 TB"), (5e15, "5000.0 TB")],
)
def test_sizes(number: float, text: str) -> None:
    assert size(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(4.21, "4.2 s"), (200, "3 m 20 s"), (7_500, "2 h 05 m"), (90_000, "25 h 00 m")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
