"""Processes found by their token, measured and ended."""

import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from periplus.fetch.browser import process

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")

_PARENT = (
    "import subprocess, sys, time;"
    "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', '--type=renderer',"
    " sys.argv[1]]); print('ready', flush=True); time.sleep(60)"
)


@pytest.fixture
def running() -> Iterator[tuple[subprocess.Popen[str], str]]:
    token = uuid.uuid4().hex
    command = [sys.executable, "-c", _PARENT, f"--periplus-token={token}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "ready\n"
        yield started, token
        process.end(started.pid)


def test_the_main_process_is_found_by_its_token(
    running: tuple[subprocess.Popen[str], str],
) -> None:
    started, token = running
    assert process.find_process(token) == started.pid
    assert process.find_process(uuid.uuid4().hex) is None


def test_a_family_is_measured_and_ended_as_a_whole(
    running: tuple[subprocess.Popen[str], str],
) -> None:
    started, _ = running
    members = process.family(started.pid)
    assert members[0] == started.pid
    assert len(members) == 2
    assert process.resident_bytes(started.pid) > 1_000_000
    process.end(started.pid)
    assert started.wait(10) == -9
    deadline = time.monotonic() + 10
    while _is_running(members[1]) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _is_running(members[1])


def _is_running(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_is_gone_already_can_be_ended_again() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait(10)
    process.end(ended.pid)
