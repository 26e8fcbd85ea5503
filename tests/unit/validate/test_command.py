"""External commands as validators."""

import sys
import time

import pytest

from periplus.errors import ConfigError
from periplus.validate.command import CommandValidator
from periplus.validate.validator import CheckedPage, ValidatorFailed

YES = CheckedPage("http://a.test/1", b"<p>wanted</p>" * 20_000)
NO = CheckedPage("http://a.test/2", b"<p>other</p>")


def test_the_exit_code_is_the_answer() -> None:
    validator = CommandValidator("grep -q wanted")
    assert validator.accepts(YES)
    assert not validator.accepts(NO)


def test_the_url_is_told_and_secrets_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERIPLUS_BASIC_AUTH", "user:secret")
    code = "import os, sys; e = os.environ; sys.exit('PERIPLUS_BASIC_AUTH' in e or "
    code += "e['PERIPLUS_URL'] != 'http://a.test/1')"
    assert CommandValidator(f'{sys.executable} -c "{code}"').accepts(YES)


def test_no_shell_reads_the_command() -> None:
    with pytest.raises(ValidatorFailed, match="ended with"):
        CommandValidator("ls /nowhere/at/all; true").accepts(NO)


def test_a_command_that_hangs_is_ended_with_what_it_started() -> None:
    validator = CommandValidator("sh -c 'sleep 60 & sleep 60'", seconds=0.3)
    started = time.monotonic()
    with pytest.raises(ValidatorFailed, match=r"more than 0.3 s"):
        validator.accepts(NO)
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("command", ["no-such-program-here --x", "'unclosed", ""])
def test_a_command_that_cannot_run_is_refused_at_once(command: str) -> None:
    with pytest.raises(ConfigError, match="--accept command"):
        CommandValidator(command)
