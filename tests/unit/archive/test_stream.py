import gzip
import lzma
import struct
from pathlib import Path

import pytest
import zstandard

from periplus.archive import stream
from periplus.archive.record import encode_record
from periplus.archive.stream import RecordStream
from periplus.errors import ArchiveDamaged

BLOCKS = [b"", b"first", b"x" * 200_000, b"WARC/1.1\r\n\r\n", b"last"]
RECORDS = [encode_record([("WARC-Type", "metadata")], block) for block in BLOCKS]
PLAIN = b"".join(RECORDS)


def offsets_of(pieces: list[bytes]) -> list[tuple[int, int]]:
    found, at = [], 0
    for piece in pieces:
        found.append((at, len(piece)))
        at += len(piece)
    return found


def read(path: Path) -> list[tuple[int, int, bytes]]:
    with RecordStream(path) as records:
        return [(one.offset, one.length, one.block) for one in records]


def with_places(places: list[tuple[int, int]]) -> list[tuple[int, int, bytes]]:
    return [(at, length, block) for (at, length), block in zip(places, BLOCKS, strict=True)]


def test_uncompressed(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(PLAIN)
    assert read(path) == with_places(offsets_of(RECORDS))


def test_a_gzip_member_for_each_record(tmp_path: Path) -> None:
    members = [gzip.compress(record) for record in RECORDS]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(members))
    assert read(path) == with_places(offsets_of(members))


def test_one_gzip_member_for_all(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(PLAIN))
    assert [block for _, _, block in read(path)] == BLOCKS


def test_records_spread_over_members(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    cut = [gzip.compress(PLAIN[at : at + 97]) for at in range(0, len(PLAIN), 97)]
    path.write_bytes(b"".join(cut))
    assert [block for _, _, block in read(path)] == BLOCKS


def test_xz(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.xz"
    path.write_bytes(lzma.compress(PLAIN))
    assert read(path) == with_places(offsets_of(RECORDS))


def test_zstd_frames(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.zst"
    frames = [zstandard.ZstdCompressor().compress(record) for record in RECORDS]
    path.write_bytes(b"".join(frames))
    assert read(path) == with_places(offsets_of(frames))


@pytest.mark.parametrize("packed", [False, True])
def test_zstd_with_a_dictionary_frame(tmp_path: Path, packed: bool) -> None:
    words = zstandard.train_dictionary(
        2_000, [encode_record([("WARC-Type", str(n))], b"block %d" % n) for n in range(500)]
    )
    raw = words.as_bytes()
    kept = zstandard.ZstdCompressor().compress(raw) if packed else raw
    compressor = zstandard.ZstdCompressor(dict_data=words)
    path = tmp_path / "a.warc.zst"
    path.write_bytes(
        struct.pack("<II", 0x184D2A5D, len(kept))
        + kept
        + b"".join(compressor.compress(record) for record in RECORDS)
    )
    found = read(path)
    assert [block for _, _, block in found] == BLOCKS
    with RecordStream(path, found[3][0]) as records:  # the dictionary is needed anywhere
        one = records.next()
    assert one is not None
    assert one.block == BLOCKS[3]


@pytest.mark.parametrize("suffix", ["warc", "warc.gz", "warc.xz"])
def test_starts_at_an_offset(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    pieces = [gzip.compress(r) for r in RECORDS] if suffix == "warc.gz" else RECORDS
    data = b"".join(pieces)
    path.write_bytes(lzma.compress(data) if suffix == "warc.xz" else data)
    for (offset, _), block in zip(offsets_of(pieces), BLOCKS, strict=True):
        with RecordStream(path, offset) as records:
            one = records.next()
        assert one is not None
        assert (one.offset, one.block) == (offset, block)


def test_an_empty_file_has_no_records(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"")
    assert read(path) == []


@pytest.mark.parametrize("suffix", ["warc", "warc.gz", "warc.xz", "warc.zst"])
def test_every_cut_is_damage_or_an_end(tmp_path: Path, suffix: str) -> None:
    records = [RECORDS[1], RECORDS[3], RECORDS[4]]
    pieces = {
        "warc": records,
        "warc.gz": [gzip.compress(record) for record in records],
        "warc.xz": [lzma.compress(b"".join(records))],
        "warc.zst": [zstandard.ZstdCompressor().compress(record) for record in records],
    }[suffix]
    data = b"".join(pieces)
    ends = {at for at, _ in offsets_of(pieces)}
    path = tmp_path / f"a.{suffix}"
    damaged = 0
    for cut in range(len(data)):
        path.write_bytes(data[:cut])
        if cut in ends:
            assert len(read(path)) == sorted(ends).index(cut)
            continue
        with pytest.raises(ArchiveDamaged):
            read(path)
        damaged += 1
    assert damaged == len(data) - len(ends)


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\r\n\r\n",
        b"WARC/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"WARC/1.1\r\nContent-Length: 2\r\n\r\nlonger\r\n\r\n",
        b"A" * (stream.MAX_HEAD_BYTES + 100_000),
        gzip.compress(b"not a record", mtime=0) + b"garbage",
        b"\x1f\x8b",
    ],
    ids=["words", "huge length", "longer than told", "endless head", "garbage after", "magic only"],
)
def test_what_is_no_archive(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(data)
    with pytest.raises(ArchiveDamaged, match="damaged at byte 0"):
        read(path)
