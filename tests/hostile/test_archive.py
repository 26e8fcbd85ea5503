"""Archives made to harm whoever reads them: always a clear error, never a traceback or a flood."""

import gzip
import lzma
import random
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from periplus.archive.location import Location
from periplus.archive.reader import iterate, read_record
from periplus.archive.record import encode_record
from periplus.archive.verify import FindingKind, verify
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.errors import ArchiveDamaged, ArchiveError
from periplus.limits import MIB
from unit.archive import samples

BOMB = b"WARC/1.1\r\nContent-Length: 4000000000\r\n\r\n"
MEMORY = 200 * MIB


def run_bounded(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process that may not grow by more than MEMORY over what it starts with."""
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from periplus.archive.reader import iterate\n"
        "from periplus.archive.verify import verify\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        f"resource.setrlimit(resource.RLIMIT_AS, (used + {MEMORY},) * 2)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script + code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def zeros(path: Path, prefix: bytes, *, megabytes: int) -> None:
    """A gzip member that inflates to a prefix and many zeros."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(prefix)
        block = bytes(MIB)
        for _ in range(megabytes):
            file.write(block)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded by Linux's means")
def test_a_bomb_that_claims_a_huge_record(tmp_path: Path) -> None:
    path = tmp_path / "bomb.warc.gz"
    zeros(path, BOMB, megabytes=600)
    done = run_bounded(
        "from periplus.errors import ArchiveDamaged\n"
        "try:\n    list(iterate(Path(sys.argv[1])))\n"
        "except ArchiveDamaged as error:\n    print(error.detail)\n",
        str(path),
    )
    assert "beyond the limit" in done.stdout, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded by Linux's means")
def test_a_bomb_without_a_header(tmp_path: Path) -> None:
    path = tmp_path / "bomb.warc.gz"
    zeros(path, b"WARC/1.1\r\n", megabytes=600)
    done = run_bounded(
        "from periplus.errors import ArchiveDamaged\n"
        "try:\n    list(iterate(Path(sys.argv[1])))\n"
        "except ArchiveDamaged as error:\n    print(error.detail)\n"
        "print(*[finding.kind for finding in verify(Path(sys.argv[1]).parent)])\n",
        str(path),
    )
    assert "no end" in done.stdout, done.stderr
    assert FindingKind.MEMBER_DAMAGED in done.stdout, done.stderr


@pytest.mark.parametrize("suffix", ["warc", "warc.gz", "warc.xz", "warc.zst"])
def test_random_bytes_are_an_error_and_never_a_traceback(tmp_path: Path, suffix: str) -> None:
    chance = random.Random(3)
    starts = {"warc": b"WARC/1.1\r\n", "warc.gz": b"\x1f\x8b\x08\x00", "warc.xz": b"\xfd7zXZ\x00"}
    start = starts.get(suffix, b"\x28\xb5\x2f\xfd")
    path = tmp_path / f"x.{suffix}"
    for size in [0, 1, 2, 5, 9, *(chance.randint(10, 3_000) for _ in range(100))]:
        path.write_bytes(start + chance.randbytes(size))
        with pytest.raises(ArchiveDamaged):
            list(iterate(path))


def test_altered_archives_of_every_kind_are_read_or_refused(tmp_path: Path) -> None:
    chance = random.Random(4)
    sample = samples.write_shapes(tmp_path / "archive")
    (source,) = sample.directory.iterdir()
    data = source.read_bytes()
    plain = b"".join(
        gzip.decompress(data[p.location.offset : p.location.offset + p.location.length])
        for p in sample.pages
    )
    refused = 0
    for suffix, whole in (("warc", plain), ("warc.gz", data), ("warc.xz", lzma.compress(plain))):
        path = tmp_path / f"altered.{suffix}"
        for _ in range(80):
            altered = bytearray(whole)
            for _ in range(chance.randint(1, 4)):
                altered[chance.randrange(len(altered))] = chance.randrange(256)
            path.write_bytes(altered[: chance.randint(1, len(altered))])
            try:
                for record in iterate(path):
                    record.response()
                    str((record.type, record.url, record.date, record.revisit_of))
            except ArchiveError:
                refused += 1
    assert refused > 100


def test_a_location_from_nowhere(tmp_path: Path) -> None:
    chance = random.Random(6)
    sample = samples.write_shapes(tmp_path)
    name = sample.pages[0].location.file
    starts = {page.location.offset for page in sample.pages}
    for _ in range(200):
        offset = chance.randrange(sample.lengths[name] + 100)
        if offset not in starts:
            with pytest.raises(ArchiveError):
                read_record(tmp_path, Location(name, offset, 100))


def test_a_page_that_looks_like_an_archive_stays_a_page(tmp_path: Path) -> None:
    inner = encode_record([("WARC-Type", "response"), ("WARC-Target-URI", "http://evil/")], b"x")
    bodies = [inner, b"\r\n\r\n" + inner, gzip.compress(inner), inner * 50]
    sample = samples.write(
        tmp_path, [samples.exchange(f"/{n}", body) for n, body in enumerate(bodies)]
    )
    (path,) = tmp_path.iterdir()
    urls = {record.url for record in iterate(path)}
    assert "http://evil/" not in urls
    assert verify(tmp_path, lengths=sample.lengths) == []


def test_header_injection_from_every_side(tmp_path: Path) -> None:
    evil = "\r\nWARC-Type: warcinfo\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\n\r\n"
    response = replace(
        samples.exchange("/", b"body", headers=[(b"A" + evil.encode(), evil.encode())]),
        url="http://forum.example/" + evil,
        reason=evil,
        http_version=evil,
        address=evil,
    )
    writer = WarcWriter(
        tmp_path, lengths={}, limits=samples.ROOMY, info={"a" + evil: evil, "isPartOf": evil}
    )
    location = writer.append(response, payload_digest=payload_digest(b"body") + evil)
    writer.sync()
    writer.close()
    info, stored, request = iterate(tmp_path / location.file)
    assert [one.type for one in (info, stored, request)] == ["warcinfo", "response", "request"]
    assert info.block.count(b"\r\n") == 3
    assert sum(name == "WARC-Type" for name, _ in stored.fields) == 1
    assert stored.block.count(b"\r\n") == 3


def test_a_record_of_many_headers_is_read_in_linear_time(tmp_path: Path) -> None:
    pairs = [(b"X-%d" % n, b"v" * 20) for n in range(50_000)]
    sample = samples.write(tmp_path, [samples.exchange("/", b"body", headers=pairs)])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    assert len(read_record(tmp_path, sample.pages[0].location).headers) == 50_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 2.0
