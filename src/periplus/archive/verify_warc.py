"""Checking one WARC file, record by record, without trusting anything in it.

Members are inflated by zlib whatever wrote them, each alone. After damage the check goes on at the
next member that starts a record.
"""

import mmap
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path

import xxhash

from periplus.archive.digest import matches
from periplus.archive.findings import Finding, FindingKind
from periplus.archive.members import HEADER, MAGIC, zlib_inflater
from periplus.archive.record import (
    RECORD_END,
    RecordType,
    StoredRecord,
    parse_record_head,
    parse_warc_date,
    warc_date,
)
from periplus.archive.stream import MAX_BLOCK_BYTES
from periplus.limits import KIB

_RAW_BYTES = 64 * KIB
_WITH_URL = (RecordType.RESPONSE, RecordType.REQUEST, RecordType.REVISIT)
_CAPTURES = (RecordType.RESPONSE, RecordType.REVISIT)


class Inventory:
    """What the records of an archive are called and where they are, eight bytes a value."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.ids = array("Q")
        self.id_files = array("Q")
        self.id_offsets = array("Q")
        self.captures: dict[str, Captures] = {}
        self.payloads = array("Q")  # (URL, date) of every response
        self.wanted = array("Q")  # (URL, date) that a revisit refers to
        self.wanted_files = array("Q")
        self.wanted_offsets = array("Q")


class Captures:
    """The response and revisit records of one file in order of their offsets."""

    def __init__(self) -> None:
        self.offsets = array("Q")
        self.lengths = array("Q")
        self.urls = array("Q")


def name_hash(name: str) -> int:
    """What stands for a record's name or URL in the inventory."""
    return xxhash.xxh3_64_intdigest(name.encode("utf-8", "surrogatepass"))


def capture_key(url: str, date: float) -> int:
    """What a revisit names its original by."""
    return name_hash(f"{warc_date(date)} {url}")


class WarcCheck:
    """One pass over one file."""

    def __init__(self, path: Path, inventory: Inventory) -> None:
        self._path = path
        self._inventory = inventory
        self._captures = inventory.captures.setdefault(path.name, Captures())
        self._file = len(inventory.files)
        inventory.files.append(str(path))
        self._first = True
        self._awaited: StoredRecord | None = None  # a response whose request must come next
        self._after_damage = False

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong with the file."""
        for offset, length, found in _members(self._path):
            if isinstance(found, str):
                self._after_damage, self._awaited = True, None
                yield self._finding(FindingKind.MEMBER_DAMAGED, offset, found)
                continue
            record = _record(offset, length, found)
            if isinstance(record, str):
                self._after_damage, self._awaited = True, None
                yield self._finding(FindingKind.RECORD_MALFORMED, offset, record)
                continue
            yield from self._check(record)
            self._first = self._after_damage = False
        yield from self._missing_request()

    def _check(self, record: StoredRecord) -> Iterator[Finding]:
        yield from self._check_headers(record)
        yield from self._check_digests(record)
        yield from self._check_pair(record)
        if self._first and not self._after_damage and record.type != RecordType.WARCINFO:
            yield self._finding(
                FindingKind.WARCINFO_MISSING, record.offset, "the first record is no warcinfo"
            )
        self._take_inventory(record)

    def _check_headers(self, record: StoredRecord) -> Iterator[Finding]:
        needed = ["WARC-Record-ID", "WARC-Date", "WARC-Type", "WARC-Block-Digest"]
        if record.type in _WITH_URL:
            needed += ["WARC-Target-URI", "Content-Type"]
        if record.type in _CAPTURES:
            needed += ["WARC-Payload-Digest"]
        if record.type == RecordType.REVISIT:
            needed += ["WARC-Profile", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date"]
        for name in needed:
            if record.get(name) is None:
                yield self._finding(FindingKind.HEADER_MISSING, record.offset, name)
        if parse_warc_date(record.get("WARC-Date") or "") is None:
            yield self._finding(FindingKind.HEADER_INVALID, record.offset, "WARC-Date")
        if record.type in _CAPTURES and record.http is None:
            yield self._finding(
                FindingKind.RECORD_MALFORMED, record.offset, "the block is no HTTP response"
            )

    def _check_digests(self, record: StoredRecord) -> Iterator[Finding]:
        block_digest = record.get("WARC-Block-Digest")
        if block_digest and not matches(block_digest, record.block):
            yield self._finding(FindingKind.BLOCK_DIGEST, record.offset, block_digest)
        payload_digest = record.payload_digest
        # A revisit's payload is in the record that it refers to.
        if (
            payload_digest
            and record.type == RecordType.RESPONSE
            and not matches(payload_digest, record.payload)
        ):
            yield self._finding(FindingKind.PAYLOAD_DIGEST, record.offset, payload_digest)

    def _check_pair(self, record: StoredRecord) -> Iterator[Finding]:
        concurrent_to = record.get("WARC-Concurrent-To")
        if record.type == RecordType.REQUEST:
            response, self._awaited = self._awaited, None
            paired = (
                response is not None
                and concurrent_to == response.id
                and response.get("WARC-Concurrent-To") == record.id
                and response.url == record.url
            )
            if not paired and not self._after_damage:
                yield self._finding(
                    FindingKind.PAIR_BROKEN, record.offset, "a request without its response"
                )
            return
        yield from self._missing_request()
        if record.type in _CAPTURES and concurrent_to:
            self._awaited = record

    def _missing_request(self) -> Iterator[Finding]:
        response, self._awaited = self._awaited, None
        if response is not None:
            yield self._finding(
                FindingKind.PAIR_BROKEN, response.offset, "a response without its request"
            )

    def _take_inventory(self, record: StoredRecord) -> None:
        inventory = self._inventory
        inventory.ids.append(name_hash(record.id or ""))
        inventory.id_files.append(self._file)
        inventory.id_offsets.append(record.offset)
        if record.type not in _CAPTURES:
            return
        self._captures.offsets.append(record.offset)
        self._captures.lengths.append(record.length)
        self._captures.urls.append(name_hash(record.url))
        if (original := record.revisit_of) is None:
            inventory.payloads.append(capture_key(record.url, record.date))
        else:
            inventory.wanted.append(capture_key(original.url, original.date))
            inventory.wanted_files.append(self._file)
            inventory.wanted_offsets.append(record.offset)

    def _finding(self, kind: FindingKind, offset: int, detail: str) -> Finding:
        return Finding(kind, str(self._path), offset, detail)


def whole_members(path: Path) -> Iterator[tuple[int, int]]:
    """Offset and length of each member that is exactly one record with the content it had."""
    for record in whole_records(path):
        yield record.offset, record.length


def whole_records(path: Path) -> Iterator[StoredRecord]:
    """The records that have a member of their own and the content they had."""
    for offset, length, found in _members(path):
        record = found if isinstance(found, str) else _record(offset, length, found)
        if isinstance(record, str):
            continue
        digest = record.get("WARC-Block-Digest")
        if digest is None or matches(digest, record.block) is not False:
            yield record


def _members(path: Path) -> Iterator[tuple[int, int, bytes | str]]:
    """Offset, length and content of each member; a text instead of content says what is wrong."""
    size = path.stat().st_size
    if not size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        offset = 0
        while offset < size:
            end, content = _inflate(data, offset)
            if isinstance(content, str):
                end = _next_record(data, offset + 1)
            yield offset, end - offset, content
            offset = end


def _inflate(data: mmap.mmap, offset: int) -> tuple[int, bytes | str]:
    if data[offset : offset + len(HEADER)] != HEADER:
        return offset, "no gzip member of ours starts here"
    inflater = zlib_inflater()
    pieces: list[bytes] = []
    total, at = 0, offset
    while not inflater.eof:
        raw = data[at : at + _RAW_BYTES]
        if not raw:
            return at, "the file ends inside a gzip member"
        at += len(raw)
        try:
            pieces.append(inflater.decompress(raw))
        except zlib.error as error:
            return at, str(error)
        total += len(pieces[-1])
        if total > MAX_BLOCK_BYTES:
            return at, "the member inflates beyond every record"
    return at - len(inflater.unused_data), b"".join(pieces)


def _next_record(data: mmap.mmap, start: int) -> int:
    """Where the next member starts that holds a record; the end of the file if none does."""
    while (at := data.find(MAGIC, start)) >= 0:
        try:
            if zlib_inflater().decompress(data[at : at + 256]).startswith(b"WARC/"):
                return at
        except zlib.error:
            pass
        start = at + 1
    return len(data)


def _record(offset: int, length: int, content: bytes) -> StoredRecord | str:
    """The one record that a member holds, or what is wrong with it."""
    end = content.find(b"\r\n\r\n")
    if end < 0:
        return "the record's header has no end"
    try:
        version, fields, block_bytes = parse_record_head(content[:end])
    except ValueError as error:
        return str(error)
    block = content[end + 4 : end + 4 + block_bytes]
    if content[end + 4 + block_bytes :] != RECORD_END:
        return "Content-Length is not the length of the content"
    return StoredRecord(offset, length, version, fields, block)
