"""A full or read-only disk under a whole crawl: a clear end, nothing damaged, and it goes on."""

import asyncio
import errno
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crash.crawls import QUICK, pages_of, periplus
from periplus.archive import writer
from periplus.crawl import loop
from periplus.crawl.job import open_job
from periplus.crawl.observer import Silent
from periplus.crawl.run import run_job
from periplus.crawl.settings import read_secrets
from periplus.errors import DiskFull
from periplus.limits import DEFAULT_LIMITS, KIB, MIB
from periplus.synthetic.presets import sized
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackServer]:
    with serve_in_thread(sized(150, 2), settings=ServerSettings(cache_pages=500)) as running:
        yield running


@pytest.fixture(scope="module")
def undisturbed(server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory) -> set:
    job = tmp_path_factory.mktemp("undisturbed")
    assert periplus("crawl", server.url, "-o", job, "-q", *QUICK).code == 0
    return pages_of(job)


class SmallDisk:
    """A file system of its own in memory, whose size can be changed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def resize(self, size: int) -> None:
        self._mount(f"remount,size={size}")

    def make_read_only(self, yes: bool) -> None:
        self._mount("remount,ro" if yes else "remount,rw")

    def _mount(self, options: str) -> None:
        subprocess.run(["mount", "-o", options, str(self.path)], check=True, capture_output=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    path = tmp_path / "disk"
    path.mkdir()
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1g", "tmpfs", str(path)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.decode()}")
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True, capture_output=True)


def test_a_crawl_ends_before_the_disk_is_full_and_goes_on_afterwards(
    disk: SmallDisk, server: LoopbackServer, undisturbed: set, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "COMMIT_PAGES", 20)
    reserve = DEFAULT_LIMITS.free_disk_bytes
    disk.resize(reserve + 500 * KIB)
    job = disk.path / "job"
    command = ("crawl", server.url, "-o", job, *QUICK)
    full = periplus(*command)
    assert full.code == 3
    assert "no room left" in full.err
    assert "free some space" in full.err
    committed = pages_of(job)
    assert 0 < len(committed) < len(undisturbed)
    outcome = periplus("verify", job)
    assert outcome.code == 0, outcome.out
    assert periplus(*command).code == 3
    assert committed <= pages_of(job)
    disk.resize(reserve + 20 * MIB)
    assert periplus(*command, "-q").code == 0
    assert pages_of(job) == undisturbed
    assert periplus("verify", job).code == 0


def crawl_to_the_last_byte(url: str, path: Path) -> str:
    """Crawl without a reserve, so that archive, database and index themselves find no room."""
    limits = replace(DEFAULT_LIMITS, free_disk_bytes=0)
    given = {"urls": (url,), "delay": 0.0, "concurrency": 4, "allow_private": True}
    given["strategy"] = "bfs"
    with open_job(path, given, wall=time.time()) as job:
        return asyncio.run(run_job(job, Silent(), read_secrets(), limits=limits))


@pytest.mark.slow
def test_no_room_at_all_at_many_sizes_of_the_disk(
    disk: SmallDisk, server: LoopbackServer, undisturbed: set, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "COMMIT_PAGES", 10)
    refusals: list[str] = []
    for number, size in enumerate(range(100 * KIB, 1_700 * KIB, 100 * KIB)):
        disk.resize(size)
        job = disk.path / f"job-{number}"
        before: set = set()
        try:
            crawl_to_the_last_byte(server.url, job)
        except DiskFull as error:
            refusals.append(str(error))
        disk.resize(64 * MIB)
        if (job / "archive").is_dir():
            before = pages_of(job)
        crawl_to_the_last_byte(server.url, job)
        assert before <= pages_of(job) == undisturbed
        outcome = periplus("verify", job)
        assert outcome.code == 0, outcome.out
        shutil.rmtree(job)
    assert len(refusals) >= 5
    # Both the archive and the database were the one that found no room.
    assert any("archive" in refusal for refusal in refusals)
    assert any("job.db" in refusal for refusal in refusals)


def test_no_room_at_each_sync_of_the_archive_in_turn(
    tmp_path: Path, server: LoopbackServer, undisturbed: set, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "COMMIT_PAGES", 40)
    fsync = os.fsync
    refused = 0
    job = tmp_path / "job"
    before: set = set()
    for refuse in range(1, 30):
        calls = 0

        def failing(descriptor: int, refuse: int = refuse) -> None:
            nonlocal calls
            calls += 1
            if calls == refuse:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            fsync(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(writer.os, "fsync", failing)
            outcome = periplus("crawl", server.url, "-o", job, *QUICK)
        if outcome.code == 0:
            break
        refused += 1
        assert outcome.code == 3, outcome.err
        assert "free some space" in outcome.err
        if (job / "job.db").exists():
            after = pages_of(job)
            assert before <= after
            before = after
            verified = periplus("verify", job)
            if after:
                assert verified.code == 0, verified.out + verified.err
            else:
                assert verified.code == 0 or "stopped before it began" in verified.err
    assert refused >= 3
    assert pages_of(job) == undisturbed
    assert periplus("verify", job).code == 0


def test_a_read_only_disk_is_named(disk: SmallDisk, server: LoopbackServer) -> None:
    command = ("crawl", server.url, *QUICK)
    stopped = disk.path / "stopped"
    assert periplus(*command, "-o", stopped, "--max-requests", "5").code == 6
    finished = {path: path.read_bytes() for path in stopped.rglob("*") if path.is_file()}
    disk.make_read_only(True)
    for job in (stopped, disk.path / "new", disk.path):
        outcome = periplus(*command, "-o", job, "--max-requests", "500")
        assert outcome.code == 2, (job, outcome.code, outcome.err)
        assert str(job) in outcome.err
        assert "Read-only file system" in outcome.err or "permissions" in outcome.err
    assert finished == {path: path.read_bytes() for path in stopped.rglob("*") if path.is_file()}
    disk.make_read_only(False)
    assert periplus(*command, "-o", stopped, "--max-requests", "500").code == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_without_permission_is_named(tmp_path: Path, server: LoopbackServer) -> None:
    tmp_path.chmod(0o500)
    try:
        outcome = periplus("crawl", server.url, "-o", tmp_path / "job", *QUICK)
    finally:
        tmp_path.chmod(0o700)
    assert outcome.code == 2
    assert "Permission denied" in outcome.err
