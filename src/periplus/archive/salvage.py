"""Saving what can be saved of a damaged archive: its whole records, in order, in new files.

What is left must be an archive without faults. A request whose response is gone goes too, and a
revisit whose original is gone: there is nothing left that it could show. A response whose request
is gone stays and no longer names it. A file that has lost its warcinfo record gets a new one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from periplus.archive.compose import warcinfo_record
from periplus.archive.durable import replacing
from periplus.archive.members import deflate_member
from periplus.archive.record import RecordType, StoredRecord, encode_record
from periplus.archive.recovery import SUFFIX
from periplus.archive.verify_warc import capture_key, whole_records

_PARTNER = "WARC-Concurrent-To"
_NOT_COPIED = frozenset({_PARTNER.lower(), "content-length"})


@dataclass(frozen=True, slots=True)
class Salvage:
    """What became of one file."""

    name: str
    kept: int  # records
    dropped_bytes: int
    aside: Path | None  # where the damaged file went; None where nothing was wrong


@dataclass(frozen=True, slots=True)
class _Kept:
    record: StoredRecord
    is_alone: bool = False  # names a request that is gone


def salvage(directory: Path, info: Mapping[str, str]) -> Iterator[Salvage]:
    """Put files that hold only what is whole in the place of damaged ones.

    The damaged files are kept beside the archive, under `damaged/`.

    Args:
        info: fields for a warcinfo record that has to be made anew.

    Raises:
        DiskFull: no room for a new file; the damaged one is where it was.
    """
    paths = sorted(directory.glob("*" + SUFFIX))
    originals = {
        capture_key(record.url, record.date)
        for path in paths
        for record in whole_records(path)
        if record.type == RecordType.RESPONSE
    }
    for path in paths:
        yield _salvage(path, originals, info)


def _salvage(path: Path, originals: set[int], info: Mapping[str, str]) -> Salvage:
    number = copied_bytes = 0
    first: StoredRecord | None = None
    for kept in _kept(path, originals):
        first = first or kept.record
        number += 1
        copied_bytes += 0 if kept.is_alone else kept.record.length
    is_headed = first is not None and first.type == RecordType.WARCINFO
    size = path.stat().st_size
    if copied_bytes == size and is_headed:
        return Salvage(path.name, number, 0, None)
    mended = path.with_name(path.name + ".mended")
    if first is not None:
        with path.open("rb") as damaged, replacing(mended) as out:
            if not is_headed:
                date = first.get("WARC-Date") or ""
                out.write(deflate_member(warcinfo_record(info, path.name, date)))
            for kept in _kept(path, originals):
                if kept.is_alone:
                    out.write(_without_partner(kept.record))
                else:
                    damaged.seek(kept.record.offset)
                    out.write(damaged.read(kept.record.length))
    aside = _free_name(path.parent.parent / "damaged" / path.name)
    aside.parent.mkdir(exist_ok=True)
    path.replace(aside)
    if first is not None:
        mended.replace(path)
    return Salvage(path.name, number, size - copied_bytes, aside)


def _kept(path: Path, originals: set[int]) -> Iterator[_Kept]:
    """The records that stay, each pair of response and request one after the other."""
    capture: StoredRecord | None = None  # until it is known whether its request follows
    for record in whole_records(path):
        if record.type == RecordType.REQUEST:
            if capture is not None and _are_pair(capture, record):
                yield _Kept(capture)
                yield _Kept(record)
                capture = None
            continue
        if capture is not None:
            yield _Kept(capture, is_alone=capture.get(_PARTNER) is not None)
        capture = None
        if record.type not in (RecordType.RESPONSE, RecordType.REVISIT):
            yield _Kept(record)
        elif _has_payload(record, originals):
            capture = record
    if capture is not None:
        yield _Kept(capture, is_alone=capture.get(_PARTNER) is not None)


def _are_pair(response: StoredRecord, request: StoredRecord) -> bool:
    return response.get(_PARTNER) == request.id and request.get(_PARTNER) == response.id


def _has_payload(record: StoredRecord, originals: set[int]) -> bool:
    original = record.revisit_of
    return original is None or capture_key(original.url, original.date) in originals


def _without_partner(record: StoredRecord) -> bytes:
    fields = [(name, value) for name, value in record.fields if name.lower() not in _NOT_COPIED]
    return deflate_member(encode_record(fields, record.block))


def _free_name(path: Path) -> Path:
    """A name that nothing has yet: an earlier damaged file is never written over."""
    number, free = 0, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free
