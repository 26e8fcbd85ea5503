"""The CDXJ index: which records hold a URL, sorted so that a look-up is a binary search."""

import heapq
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from periplus.archive.captured import CapturedPage
from periplus.archive.durable import disk_error, replacing
from periplus.archive.location import Location
from periplus.archive.record import safe_url, warc_date
from periplus.archive.surt import surt
from periplus.errors import ArchiveDamaged

REVISIT_MIME = "warc/revisit"

# A run of 200,000 lines takes about 80 MB; ten million lines make 50 runs, below every ulimit.
_RUN_LINES = 200_000


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One line of the index."""

    key: str
    timestamp: str  # 14 digits
    url: str
    mime: str
    status: int
    digest: str
    location: Location


class _Fields(msgspec.Struct):
    """The JSON of a line. Numbers are strings, as other tools write and expect them."""

    url: str
    mime: str
    status: str
    digest: str
    length: str
    offset: str
    filename: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Fields).decode


def timestamp14(seconds: float) -> str:
    """A time as CDX writes it: YYYYMMDDhhmmss, in UTC."""
    return "".join(c for c in warc_date(seconds)[:19] if c.isdigit())


def write_cdxj(path: Path, pages: Iterable[CapturedPage], *, run_lines: int = _RUN_LINES) -> int:
    """Write the index in one go, sorted; pages may come in any order. The number of lines.

    Raises:
        DiskFull: no room; the index that was there before is untouched.
    """
    count = 0
    lines = (_line(page) for page in pages)
    with replacing(path) as out, ExitStack() as stack:
        runs: list[Iterable[bytes]] = []
        while run := sorted(islice(lines, run_lines)):
            count += len(run)
            # One run is the usual case and never leaves memory.
            runs.append(run if len(run) < run_lines and not runs else _spill(run, path, stack))
        out.writelines(heapq.merge(*runs))
    return count


def read_cdxj(path: Path) -> Iterator[IndexEntry]:
    """All entries in order.

    Raises:
        ArchiveDamaged: at a line that is not one of an index.
    """
    with path.open("rb") as file:
        offset = 0
        for line in file:
            yield parse_line(line, path, offset)
            offset += len(line)


def lookup(path: Path, url: str) -> list[IndexEntry]:
    """All captures of one URL, oldest first."""
    wanted = safe_url(url)
    prefix = surt(wanted).encode("ascii", "replace") + b" "
    found: list[IndexEntry] = []
    with path.open("rb") as file:
        _seek_first(file, prefix)
        offset = file.tell()
        for line in file:
            if not line.startswith(prefix):
                break
            entry = parse_line(line, path, offset)
            if entry.url == wanted:
                found.append(entry)
            offset += len(line)
    return found


def parse_line(line: bytes, path: Path, offset: int) -> IndexEntry:
    """One line as values; `path` and `offset` are for the error.

    Raises:
        ArchiveDamaged: it is not a line of an index.
    """
    try:
        key, timestamp, fields_json = line.decode("utf-8").split(" ", 2)
        fields = _decode(fields_json)
        return IndexEntry(
            key=key,
            timestamp=timestamp,
            url=fields.url,
            mime=fields.mime,
            status=int(fields.status),
            digest=fields.digest,
            location=Location(fields.filename, int(fields.offset), int(fields.length)),
        )
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise ArchiveDamaged(
            str(path), offset, f"not a line of an index ({error}); write the index again"
        ) from error


def _line(page: CapturedPage) -> bytes:
    url = safe_url(page.url)
    fields = _Fields(
        url=url,
        mime=REVISIT_MIME if page.is_revisit else page.media_type or "unk",
        status=str(page.status),
        digest=page.digest,
        length=str(page.location.length),
        offset=str(page.location.offset),
        filename=page.location.file,
    )
    return f"{surt(url)} {timestamp14(page.date)} ".encode() + _encode(fields) + b"\n"


def _spill(run: list[bytes], path: Path, stack: ExitStack) -> IO[bytes]:
    try:
        file = stack.enter_context(TemporaryFile(dir=path.parent))  # noqa: SIM115
        file.writelines(run)
        file.seek(0)
    except OSError as error:
        raise disk_error(error, path) from error
    return file


def _seek_first(file: IO[Any], prefix: bytes) -> None:
    """Put the file at the first line that is not below `prefix`."""
    low, high = 0, file.seek(0, os.SEEK_END)
    while low < high:
        middle = (low + high) // 2
        file.seek(middle)
        if middle:
            file.readline()
        line = file.readline()
        if line and line < prefix:
            low = middle + 1
        else:
            high = middle
    file.seek(low)
    if low:
        file.readline()
