import gzip
from pathlib import Path

import pytest

from periplus.archive.findings import FindingKind
from periplus.archive.members import zlib_member
from periplus.archive.record import encode_record
from periplus.archive.verify_warc import Inventory, WarcCheck, whole_members
from unit.archive import samples


def kinds(path: Path) -> list[FindingKind]:
    return [finding.kind for finding in WarcCheck(path, Inventory()).findings()]


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    sample = samples.write_shapes(tmp_path / "archive")
    return sample.directory / sample.pages[0].location.file


def members_of(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return [data[at : at + length] for at, length in whole_members(path)]


def rewritten(path: Path, member: int, old: bytes, new: bytes) -> None:
    """Alter the content of a member and compress it again, so that its checksum is right."""
    members = members_of(path)
    content = gzip.decompress(members[member])
    assert old in content
    members[member] = zlib_member(content.replace(old, new, 1))
    path.write_bytes(b"".join(members))


def test_a_good_file_has_no_findings(warc: Path) -> None:
    assert kinds(warc) == []
    assert b"".join(members_of(warc)) == warc.read_bytes()


def test_an_empty_file_has_no_findings(tmp_path: Path) -> None:
    (tmp_path / "a.warc.gz").write_bytes(b"")
    assert kinds(tmp_path / "a.warc.gz") == []


# Members: 0 warcinfo, 1 response /plain, 2 its request, 3 revisit /chunked, 4 its request.
@pytest.mark.parametrize(
    ("member", "old", "new", "found"),
    [
        (1, b"A shelf", b"A Shelf", [FindingKind.BLOCK_DIGEST, FindingKind.PAYLOAD_DIGEST]),
        (1, b"HTTP/1.1 200", b"HTTP/1.1 201", [FindingKind.BLOCK_DIGEST]),
        (1, b"WARC-Payload-Digest", b"WARC-Payload-Digesd", [FindingKind.HEADER_MISSING]),
        (1, b"WARC-Block-Digest", b"WARC-Block-Digesd", [FindingKind.HEADER_MISSING]),
        (1, b"Content-Length: 1", b"Content-Length: 2", [FindingKind.RECORD_MALFORMED]),
        (1, b"WARC-Date: 2", b"WARC-Date: x", [FindingKind.HEADER_INVALID]),
        (
            1,
            b"HTTP/1.1 200",
            b"HTTP/1.1 abc",
            [FindingKind.RECORD_MALFORMED, FindingKind.BLOCK_DIGEST, FindingKind.PAYLOAD_DIGEST],
        ),
        (1, b"WARC/1.1", b"WORC/1.1", [FindingKind.RECORD_MALFORMED]),
        (2, b"WARC-Concurrent-To: <urn", b"WARC-Concurrent-To: <xxx", [FindingKind.PAIR_BROKEN]),
        (3, b"WARC-Profile", b"WARC-Prafile", [FindingKind.HEADER_MISSING]),
    ],
)
def test_wrong_content_with_a_right_checksum(
    warc: Path, member: int, old: bytes, new: bytes, found: list[FindingKind]
) -> None:
    rewritten(warc, member, old, new)
    assert kinds(warc) == found


@pytest.mark.parametrize(
    ("removed", "kind"),
    [
        (0, FindingKind.WARCINFO_MISSING),
        (1, FindingKind.PAIR_BROKEN),
        (2, FindingKind.PAIR_BROKEN),
    ],
)
def test_a_record_is_missing(warc: Path, removed: int, kind: FindingKind) -> None:
    members = members_of(warc)
    del members[removed]
    warc.write_bytes(b"".join(members))
    assert kinds(warc) == [kind]


def test_two_records_in_one_member(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    record = encode_record([("WARC-Type", "warcinfo")], b"x")
    path.write_bytes(zlib_member(record + record))
    assert kinds(path) == [FindingKind.RECORD_MALFORMED]


def test_after_damage_the_rest_is_checked(warc: Path) -> None:
    members = members_of(warc)
    offset = len(members[0])
    data = bytearray(warc.read_bytes())
    data[offset + 60] ^= 0xFF
    warc.write_bytes(data)
    check = WarcCheck(warc, Inventory())
    findings = list(check.findings())
    assert [(finding.kind, finding.offset) for finding in findings] == [
        (FindingKind.MEMBER_DAMAGED, offset)
    ]
    assert members_of(warc) == [members[0], *members[2:]]


def test_a_torn_tail(warc: Path) -> None:
    data = warc.read_bytes()
    warc.write_bytes(data[:-3])
    assert kinds(warc)[0] == FindingKind.MEMBER_DAMAGED


def test_garbage_is_one_finding(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"\x1f\x8b\x08garbage" * 500)
    assert kinds(path) == [FindingKind.MEMBER_DAMAGED]
