"""No room at any write in turn: nothing committed is harmed, and the job goes on afterwards."""

import errno
import io
import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from periplus.archive import durable, writer
from periplus.archive.index import write_cdxj
from periplus.archive.pages import write_pages
from periplus.archive.tables import write_jsonl
from periplus.archive.verify import verify
from periplus.archive.wacz import WaczInfo, write_wacz
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.errors import ArchiveError, DiskFull
from unit.archive import samples

ROUNDS = 6
APPENDS = 3
LIMITS = replace(samples.ROOMY, warc_bytes=4_000)  # so that files are rolled on the way


class Disk:
    """Counts what is asked of the disk and refuses one call, after taking a part of the bytes."""

    def __init__(self, refused: int, code: int = errno.ENOSPC, taken: float = 0.5) -> None:
        self.calls = 0
        self._refused = refused
        self._code = code
        self._taken = taken

    def call(self) -> bool:
        self.calls += 1
        return self.calls == self._refused

    def check(self) -> None:
        if self.call():
            raise OSError(self._code, os.strerror(self._code))

    def open(self, path: Path) -> "DiskFile":
        self.check()
        return DiskFile(path, self)

    def write(self, file: io.FileIO, data: memoryview) -> int:
        if self.call():
            file.write(data[: int(len(data) * self._taken)])
            raise OSError(self._code, os.strerror(self._code))
        return file.write(data) or 0


class DiskFile(io.FileIO):
    """A file of that disk."""

    def __init__(self, path: Path, disk: Disk) -> None:
        super().__init__(path, "ab")
        self._disk = disk

    def write(self, data) -> int:
        file = io.FileIO(os.dup(self.fileno()), "ab")
        try:
            return self._disk.write(file, memoryview(data))
        finally:
            file.close()


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every append reaches the disk at once, which gives more calls to fail."""
    monkeypatch.setattr(writer, "_PENDING_BYTES", 1)


def crawl(directory: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict]:
    """Append and sync, round by round; after a failure go on as if room had been made."""
    real_fsync, real_sync_directory = os.fsync, durable.sync_directory

    def fsync(descriptor: int) -> None:
        disk.check()
        real_fsync(descriptor)

    def sync_directory(path: Path) -> None:
        disk.check()
        real_sync_directory(path)

    monkeypatch.setattr(writer.os, "fsync", fsync)
    monkeypatch.setattr(writer, "sync_directory", sync_directory)
    committed: dict[str, int] = {}
    one = WarcWriter(directory, lengths={}, limits=LIMITS, open_file=disk.open)
    try:
        for number in range(ROUNDS):
            before = {path.name: path.stat().st_size for path in directory.iterdir()}
            assert before == committed
            try:
                for step in range(APPENDS):
                    response = samples.exchange(f"/{number}/{step}", os.urandom(800))
                    one.append(response, payload_digest=payload_digest(response.body))
                committed |= one.sync()
            except ArchiveError as error:
                yield {"error": error, "committed": dict(committed)}
        yield {"error": None, "committed": dict(committed)}
    finally:
        one.close()


def outcomes(directory: Path, refused: int, monkeypatch: pytest.MonkeyPatch, **disk_options):
    disk = Disk(refused, **disk_options)
    with monkeypatch.context() as patch:
        for outcome in crawl(directory, disk, patch):
            sizes = {path.name: path.stat().st_size for path in directory.iterdir()}
            assert sizes == outcome["committed"]  # cut back at once, not only at the next start
            assert verify(directory, lengths=outcome["committed"]) == []
            yield outcome
    assert disk.calls > ROUNDS * APPENDS


@pytest.mark.parametrize("taken", [0.0, 0.5, 1.0])
def test_no_room_at_every_call_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, eager: None, taken: float
) -> None:
    failed = 0
    for refused in range(1, 200):
        directory = tmp_path / str(refused)
        *failures, last = outcomes(directory, refused, monkeypatch, taken=taken)
        assert last["error"] is None
        assert len(last["committed"]) > 1
        if not failures:
            break
        (failure,) = failures
        assert isinstance(failure["error"], DiskFull)
        assert "run again" in str(failure["error"])
        failed += 1
    else:
        pytest.fail("the run never came through")
    assert failed > ROUNDS * APPENDS


def test_a_broken_disk_is_an_archive_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, eager: None
) -> None:
    for refused in (1, 2, 5, 9):
        failure, last = outcomes(tmp_path / str(refused), refused, monkeypatch, code=errno.EIO)
        assert type(failure["error"]) is ArchiveError
        assert last["error"] is None


def test_after_a_failure_a_new_writer_goes_on_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, eager: None
) -> None:
    for refused in range(3, 12):
        directory = tmp_path / str(refused)
        failure = next(outcomes(directory, refused, monkeypatch))
        one = WarcWriter(directory, lengths=failure["committed"], limits=samples.ROOMY)
        response = samples.exchange("/resumed")
        one.append(response, payload_digest=payload_digest(response.body))
        lengths = failure["committed"] | one.sync()
        one.close()
        assert verify(directory, lengths=lengths) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte; mounting needs rights that not every machine gives."""
    point = tmp_path / "small"
    point.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(point)]
    try:
        mounted = subprocess.run(command, capture_output=True, timeout=20, check=False)
    except FileNotFoundError:
        pytest.skip("no mount command")
    if mounted.returncode:
        pytest.skip(f"cannot mount a small file system: {mounted.stderr.decode().strip()}")
    try:
        yield point
    finally:
        subprocess.run(["umount", str(point)], check=True, timeout=20)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    job = small_disk / "job"
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(100_000))
    one = WarcWriter(job / "archive", lengths={}, limits=samples.ROOMY)
    committed: dict[str, int] = {}
    pages = []

    def fill() -> None:
        for number in range(1_000):
            response = samples.exchange(f"/{number}", os.urandom(20_000))
            digest = payload_digest(response.body)
            location = one.append(response, payload_digest=digest)
            committed.update(one.sync())
            pages.append(samples.captured(response, location, None))

    with pytest.raises(DiskFull):
        fill()
    one.close()
    assert len(pages) > 20
    assert verify(job / "archive", lengths=committed) == []
    outs = {
        "wacz": lambda: write_wacz(job, job / "job.wacz", WaczInfo("test", samples.DATE)),
        "jsonl": lambda: write_jsonl(job / "x", job / "archive", pages, lambda r: "t" * 20_000),
    }
    ballast.unlink()
    write_cdxj(job / "indexes" / "index.cdxj", pages)
    write_pages(job / "pages" / "pages.jsonl", pages)
    for name, write in outs.items():
        with pytest.raises(DiskFull):
            write()
        assert not list(job.glob("*.part")), name
    assert verify(job / "archive", lengths=committed, index=job / "indexes" / "index.cdxj") == []
