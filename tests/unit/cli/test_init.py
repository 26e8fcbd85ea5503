"""The program: its version, its help, and how every error becomes a line and an exit code."""

import signal
import subprocess
import sys

import pytest
import typer

from periplus import __version__
from periplus.cli import app, run
from periplus.errors import (
    AddressNotPublic,
    ArchiveDamaged,
    ConfigError,
    DiskFull,
    ExitCode,
    FetchError,
    FetchFault,
    JobLocked,
    PeriplusError,
    RefusedError,
    SchemaTooNew,
    StateDamaged,
)
from unit.cli.samples import Shell

COMMANDS = ("demo", "crawl", "explain", "export", "verify", "bench", "measure")


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Every command fails so."""

    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr("periplus.cli.app", fail)


def test_the_version_needs_no_command(shell: Shell) -> None:
    ran = shell("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"periplus {__version__}\n", "")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_command(shell: Shell, flag: str) -> None:
    ran = shell(flag)
    assert ran.code == 0
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(shell: Shell, command: str) -> None:
    ran = shell(command, "--help")
    assert ran.code == 0
    assert f"periplus {command}" in ran.out


def test_without_a_command_there_is_help(shell: Shell) -> None:
    ran = shell()
    assert ran.code == ExitCode.CONFIG
    assert "crawl" in ran.out + ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["sail"],
        ["crawl", "http://a.example/", "--fast"],
        ["crawl", "http://a.example/", "--max-requests", "many"],
        ["crawl", "http://a.example/", "--scope", "galaxy"],
        ["crawl", "http://a.example/", "--delay"],
        ["explain"],
        ["explain", "job"],
        ["export", "job", "--format", "pdf"],
        ["bench"],
        ["verify"],
        ["measure", "frontier", "--urls", "0"],
    ],
)
def test_a_wrong_command_line_is_one_line_and_exit_code_2(
    shell: Shell, arguments: list[str]
) -> None:
    ran = shell(*arguments)
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert ran.complaint.startswith("periplus: ")
    assert ran.complaint.endswith("See periplus --help")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ConfigError("x"), ExitCode.CONFIG),
        (DiskFull("x"), ExitCode.DISK),
        (JobLocked("job", 7), ExitCode.LOCKED),
        (RefusedError("x"), ExitCode.REFUSED),
        (AddressNotPublic("a", "10.0.0.1"), ExitCode.REFUSED),
        (ArchiveDamaged("a", 5, "x"), ExitCode.DAMAGED),
        (StateDamaged("x"), ExitCode.DAMAGED),
        (SchemaTooNew("x"), ExitCode.DAMAGED),
        (FetchError("u", FetchFault.DNS), ExitCode.UNREACHABLE),
    ],
)
def test_each_error_has_its_exit_code_and_one_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, error: PeriplusError, code: ExitCode
) -> None:
    failing(monkeypatch, error)
    ran = shell("crawl")
    assert (ran.code, ran.out, ran.complaint) == (code, "", f"periplus: {error}")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), typer.Abort()])
def test_an_interrupt_is_quiet(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    failing(monkeypatch, error)
    ran = shell("crawl")
    assert (ran.code, ran.err) == (ExitCode.INTERRUPTED, "")


def test_a_fault_of_our_own_is_one_line_and_a_traceback_only_on_demand(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, ZeroDivisionError("by\x1b[31m zero"))
    ran = shell("crawl")
    assert ran.code == ExitCode.INTERNAL
    assert ran.complaint.startswith("periplus: internal error: ZeroDivisionError: by\\x1b[31m zero")
    assert "PERIPLUS_DEBUG=1" in ran.complaint
    monkeypatch.setenv("PERIPLUS_DEBUG", "1")
    assert "Traceback" in shell("crawl").err


def test_a_reader_that_goes_away_is_no_error() -> None:
    program = "from periplus.cli import main; import sys; sys.argv[1:] = ['--help']; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(0.3)\n" + program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
    assert process.returncode != -signal.SIGPIPE


def test_commands_answer_with_their_exit_code() -> None:
    assert app.registered_commands
    assert run(["--version"]) == 0
