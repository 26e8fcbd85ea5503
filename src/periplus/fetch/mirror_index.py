"""The index of a mirror's WARC: every URL with the place of its headers and its body.

Built once for each WARC and kept in the cache directory, named by a digest of the file, together
with the decompressed WARC that its offsets point into. Revisit records are resolved here.
"""

import datetime
import mmap
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec
import xxhash

from periplus.errors import ConfigError
from periplus.fetch.unpack import is_packed, unpack
from periplus.fetch.warc_scan import (
    DamagedWarc,
    Data,
    HttpHead,
    ScannedRecord,
    http_head,
    http_headers,
    scan,
)

_FORMAT = 1  # part of the cache key: raise it whenever the index changes
_INDEX = "index.msgpack"
_UNPACKED = "site.warc"
_READ_BYTES = 1 << 20


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One mirrored URL. Identical payloads share one body extent."""

    url: str
    status: int
    reason: str
    version: str
    date: float
    headers: tuple[int, int]  # extent of the header lines
    body: tuple[int, int]  # extent of the payload, possibly another record's
    chunked: bool  # the stored payload still carries the chunked coding


class _Index(msgspec.Struct, array_like=True):
    size: int  # of the plain WARC
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class IndexedWarc:
    """A plain WARC on disk and its entries; `shelf` is the cache directory for what is derived."""

    warc: Path
    entries: list[Entry]
    shelf: Path


def cache_root(explicit: Path | None = None) -> Path:
    """Where derived data is kept: the argument, PERIPLUS_CACHE, or the user's cache directory."""
    if explicit is not None:
        return explicit
    if chosen := os.environ.get("PERIPLUS_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "periplus"


def open_index(warc: Path, cache: Path) -> IndexedWarc:
    """The index of a WARC, from the cache where it is there. Raises ConfigError."""
    packed = is_packed(warc)
    shelf = cache / "mirrors" / f"{_digest(warc)}-{_FORMAT}"
    plain = shelf / _UNPACKED if packed else warc
    entries = _read_cached(shelf, plain)
    if entries is None:
        _build(warc, shelf, packed)
        entries = _read_cached(shelf, plain)
    if entries is None:
        raise ConfigError(f"the cache at {shelf} is damaged; remove it and run again")
    return IndexedWarc(plain, entries, shelf)


def _digest(path: Path) -> str:
    digest = xxhash.xxh3_128()
    with path.open("rb") as file:
        while block := file.read(_READ_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _read_cached(shelf: Path, plain: Path) -> list[Entry] | None:
    try:
        index = msgspec.msgpack.decode((shelf / _INDEX).read_bytes(), type=_Index)
        size = plain.stat().st_size
    except (OSError, msgspec.DecodeError):
        return None
    return index.entries if index.size == size else None


def _build(warc: Path, shelf: Path, packed: bool) -> None:
    """Make the shelf beside its final name and move it there, so that it is whole or absent."""
    try:
        shelf.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=shelf.parent, prefix=".building-"))
    except OSError as error:
        raise ConfigError(
            f"cannot write to the cache directory {shelf.parent} ({error.strerror}); "
            "name another one with --cache or PERIPLUS_CACHE"
        ) from error
    try:
        if packed:
            unpack(warc, scratch / _UNPACKED)
        plain = scratch / _UNPACKED if packed else warc
        index = _Index(plain.stat().st_size, _index_entries(warc, plain))
        (scratch / _INDEX).write_bytes(msgspec.msgpack.encode(index))
        shutil.rmtree(shelf, ignore_errors=True)
        try:
            scratch.rename(shelf)
        except OSError:
            if not shelf.exists():  # else another process was faster, with the same result
                raise
    except OSError as error:
        raise ConfigError(f"cannot index {warc}: {error}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _index_entries(warc: Path, plain: Path) -> list[Entry]:
    if plain.stat().st_size == 0:
        raise ConfigError(f"{warc} is empty")
    with plain.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return _Resolver(data).entries()
        except DamagedWarc as error:
            raise ConfigError(f"{warc}: {error}; get the file again") from error


class _Resolver:
    """Joins revisit records with the payloads they refer to, also with later ones."""

    def __init__(self, data: Data) -> None:
        self._data = data
        self._by_digest: dict[str, Entry] = {}
        self._by_url: dict[str, Entry] = {}

    def entries(self) -> list[Entry]:
        entries: list[Entry] = []
        later: list[ScannedRecord] = []
        for record in scan(self._data):
            kind = record.field("warc-type")
            if kind == "response" and record.field("warc-target-uri").startswith("http"):
                entry = self._response(record)
                self._by_digest.setdefault(record.field("warc-payload-digest"), entry)
                self._by_url.setdefault(entry.url, entry)
                entries.append(entry)
            elif kind == "revisit":
                later.append(record)
        entries += [self._revisit(record) for record in later]
        if not entries:
            raise DamagedWarc(0, "the file holds no HTTP response")
        return entries

    def _response(self, record: ScannedRecord) -> Entry:
        head = http_head(self._data, record)
        if head is None:
            raise DamagedWarc(record.offset, "a response record is empty")
        headers = http_headers(self._data[head.headers : head.body])
        chunked = any(
            name.lower() == b"transfer-encoding" and b"chunked" in value.lower()
            for name, value in headers
        )
        return _entry(record, head, (head.body, record.end), chunked)

    def _revisit(self, record: ScannedRecord) -> Entry:
        original = self._by_url.get(record.field("warc-refers-to-target-uri"))
        if original is None:
            original = self._by_digest.get(record.field("warc-payload-digest"))
        if original is None:
            raise DamagedWarc(record.offset, "a revisit record refers to no response of this file")
        head = http_head(self._data, record)
        if head is None:
            return msgspec.structs.replace(
                original, url=record.field("warc-target-uri"), date=_date(record)
            )
        return _entry(record, head, original.body, original.chunked)


def _entry(record: ScannedRecord, head: HttpHead, body: tuple[int, int], chunked: bool) -> Entry:
    return Entry(
        url=record.field("warc-target-uri"),
        status=head.status,
        reason=head.reason,
        version=head.version,
        date=_date(record),
        headers=(head.headers, head.body),
        body=body,
        chunked=chunked,
    )


def _date(record: ScannedRecord) -> float:
    try:
        return datetime.datetime.fromisoformat(record.field("warc-date")).timestamp()
    except ValueError:
        raise DamagedWarc(record.offset, "the record has no usable WARC-Date") from None
