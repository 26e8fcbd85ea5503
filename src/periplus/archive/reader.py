"""Reading the archive: one record at its place, or all records of a file in order."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from periplus.archive.location import Location
from periplus.archive.record import RecordType, RevisitOf, StoredRecord
from periplus.archive.stream import RecordStream
from periplus.errors import ArchiveDamaged, ArchiveError
from periplus.exchange import Response

Resolve = Callable[[RevisitOf], Location | None]


def iterate(path: Path) -> Iterator[StoredRecord]:
    """All records of a .warc, .warc.gz, .warc.xz or .warc.zst file, in order.

    Raises:
        ArchiveDamaged: at the first record that is incomplete or not a record.
    """
    with RecordStream(path) as stream:
        yield from stream


def read_stored(directory: Path, location: Location) -> StoredRecord:
    """The record at a location, as it is stored.

    Raises:
        ArchiveDamaged: there is no complete record there.
    """
    return _stored(directory, location, want_request=False)[0]


def read_record(
    directory: Path,
    location: Location,
    *,
    resolve: Resolve | None = None,
    want_request: bool = False,
) -> Response:
    """The response at a location. A revisit gets the payload of the record that `resolve` finds.

    Where a server said that nothing was modified, the response is the earlier one with a new date:
    what describes the payload (its type, its coding) stands in the earlier headers alone.

    Args:
        want_request: also read the request record that follows, for `Response.request_head`.

    Raises:
        ArchiveDamaged: there is no complete response there.
        ArchiveError: it is a revisit and what it refers to was not found.
    """
    record, request_head = _stored(directory, location, want_request=want_request)
    body = None
    head = record
    if (revisit_of := record.revisit_of) is not None:
        original = _revisited(directory, location, revisit_of, resolve)
        body = original.payload
        head = original if revisit_of.not_modified else record
    response = head.response(body=body, request_head=request_head)
    if response is not None and head is not record:
        response = replace(response, url=record.url, date=record.date)
    if response is None:
        raise ArchiveDamaged(
            str(directory / location.file), location.offset, "the record holds no HTTP response"
        )
    return response


def read_rendered(directory: Path, location: Location) -> bytes | None:
    """The page of a response as a browser showed it: the conversion that follows its record."""
    with RecordStream(directory / location.file, location.offset) as stream:
        response = stream.next()
        for _ in range(2):  # a request may stand between them
            record = stream.next()
            if record is None or record.type not in (RecordType.REQUEST, RecordType.CONVERSION):
                return None
            if record.type == RecordType.CONVERSION:
                is_its = response is not None and record.get("WARC-Refers-To") == response.id
                return record.block if is_its else None
    return None


def _stored(
    directory: Path, location: Location, *, want_request: bool
) -> tuple[StoredRecord, bytes]:
    path = directory / location.file
    try:
        stream = RecordStream(path, location.offset)
    except FileNotFoundError:
        raise ArchiveDamaged(
            str(path), location.offset, "the file is missing; restore it from a copy"
        ) from None
    with stream:
        record = stream.next()
        if record is None:
            raise ArchiveDamaged(str(path), location.offset, "the file ends before this record")
        request_head = b""
        if want_request:
            following = stream.next()
            if following is not None and following.type == RecordType.REQUEST:
                request_head = following.block
    return record, request_head


def _revisited(
    directory: Path, location: Location, revisit_of: RevisitOf, resolve: Resolve | None
) -> StoredRecord:
    found = resolve(revisit_of) if resolve is not None else None
    if found is None:
        raise ArchiveError(
            f"{location.file} at byte {location.offset} repeats the payload of {revisit_of.url}, "
            "which was not found; index the archive again with `periplus verify --repair`"
        )
    original = read_stored(directory, found)
    if original.type != RecordType.RESPONSE:
        raise ArchiveDamaged(
            str(directory / found.file), found.offset, "a revisit refers to what is no response"
        )
    return original
