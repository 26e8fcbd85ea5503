"""The lock that keeps two runs off one job."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from periplus.errors import ConfigError, JobLocked
from periplus.store import JobLock


def test_a_second_holder_is_told_who_the_first_is(tmp_path: Path) -> None:
    with JobLock(tmp_path), pytest.raises(JobLocked) as refused, JobLock(tmp_path):
        pass
    assert refused.value.pid == os.getpid()
    assert refused.value.path == str(tmp_path)


def test_it_is_free_again_afterwards(tmp_path: Path) -> None:
    with JobLock(tmp_path):
        pass
    with JobLock(tmp_path):
        assert (tmp_path / ".lock").read_text() == f"{os.getpid()}\n"


def test_it_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), JobLock(tmp_path):
        raise ZeroDivisionError
    with JobLock(tmp_path):
        pass


@pytest.mark.parametrize("left_behind", [b"", b"999999999\n", b"not a number", b"\xff" * 100])
def test_a_file_left_behind_is_no_obstacle(tmp_path: Path, left_behind: bytes) -> None:
    (tmp_path / ".lock").write_bytes(left_behind)
    with JobLock(tmp_path):
        pass


@pytest.mark.parametrize("content", [b"", b"garbage\n"])
def test_a_holder_without_a_number_is_another_process(tmp_path: Path, content: bytes) -> None:
    with JobLock(tmp_path):
        (tmp_path / ".lock").write_bytes(content)
        with pytest.raises(JobLocked) as refused, JobLock(tmp_path):
            pass
    assert refused.value.pid is None
    assert "another process" in str(refused.value)


def test_a_missing_directory_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"), JobLock(tmp_path / "missing"):
        pass


def test_a_file_system_without_locks_is_said_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(ConfigError, match="local disk"), JobLock(tmp_path):
        pass


def test_a_full_disk_does_not_prevent_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(descriptor: int, data: bytes, offset: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "pwrite", no_room)
    with JobLock(tmp_path), pytest.raises(JobLocked), JobLock(tmp_path):
        pass
