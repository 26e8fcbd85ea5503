"""`python -m periplus` is the command line."""

import subprocess
import sys

from periplus import __version__


def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "periplus", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_module_is_the_program() -> None:
    done = ran("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"periplus {__version__}\n", "")


def test_exit_codes_reach_the_shell() -> None:
    done = ran("crawl", "ftp://a.example/")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "periplus: 'ftp://a.example/' is not an http or https URL\n"
