"""Checking that archive, index and committed lengths agree. Reads everything, changes nothing."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from periplus.archive.findings import Finding, FindingKind
from periplus.archive.index import parse_line
from periplus.archive.record import safe_url
from periplus.archive.recovery import SUFFIX
from periplus.archive.verify_warc import Inventory, WarcCheck, name_hash
from periplus.errors import ArchiveDamaged

__all__ = ["Finding", "FindingKind", "verify"]


def verify(
    directory: Path, *, lengths: Mapping[str, int] | None = None, index: Path | None = None
) -> list[Finding]:
    """Everything that is wrong with the WARC files of a directory and with their index.

    Args:
        lengths: what the job has committed; left out, only the files themselves are checked.
        index: the CDXJ file; left out, no index is checked.
    """
    inventory = Inventory()
    found: list[Finding] = []
    names = sorted(path.name for path in directory.glob("*" + SUFFIX))
    if lengths is not None:
        found += _check_lengths(directory, names, lengths)
    for name in names:
        path = directory / name
        try:
            found += WarcCheck(path, inventory).findings()
        except OSError as error:
            found.append(Finding(FindingKind.UNREADABLE, str(path), 0, error.strerror or ""))
    found += _duplicates(inventory)
    found += _dangling_revisits(inventory)
    if index is not None:
        try:
            found += _check_index(index, inventory)
        except OSError as error:
            found.append(Finding(FindingKind.INDEX_UNREADABLE, str(index), 0, error.strerror or ""))
    return found


def _check_lengths(
    directory: Path, names: list[str], lengths: Mapping[str, int]
) -> Iterator[Finding]:
    for name in sorted(set(lengths) - set(names)):
        yield Finding(
            FindingKind.FILE_MISSING, str(directory / name), 0, f"{lengths[name]} bytes committed"
        )
    for name in names:
        path = directory / name
        size = path.stat().st_size
        committed = lengths.get(name)
        if committed is None:
            yield Finding(FindingKind.FILE_UNKNOWN, str(path), 0, "no commit names this file")
        elif size != committed:
            yield Finding(
                FindingKind.FILE_LENGTH,
                str(path),
                min(size, committed),
                f"{size} bytes, {committed} committed",
            )


def _duplicates(inventory: Inventory) -> Iterator[Finding]:
    ids = np.frombuffer(inventory.ids, np.uint64)
    order = np.argsort(ids, kind="stable")
    again = order[1:][ids[order[1:]] == ids[order[:-1]]]
    for row in np.sort(again).tolist():
        path = inventory.files[inventory.id_files[row]]
        yield Finding(
            FindingKind.DUPLICATE_RECORD,
            path,
            inventory.id_offsets[row],
            "another record has the same WARC-Record-ID",
        )


def _dangling_revisits(inventory: Inventory) -> Iterator[Finding]:
    wanted = np.frombuffer(inventory.wanted, np.uint64)
    there = np.isin(wanted, np.frombuffer(inventory.payloads, np.uint64))
    for row in np.flatnonzero(~there).tolist():
        yield Finding(
            FindingKind.REVISIT_DANGLING,
            inventory.files[inventory.wanted_files[row]],
            inventory.wanted_offsets[row],
            "no response of that URL and date",
        )


def _check_index(index: Path, inventory: Inventory) -> Iterator[Finding]:
    indexed = {name: bytearray(len(c.offsets)) for name, c in inventory.captures.items()}
    offset, before = 0, b""
    with index.open("rb") as file:
        for line in file:
            if line < before:
                yield Finding(
                    FindingKind.INDEX_UNSORTED, str(index), offset, "below the line before it"
                )
            yield from _check_line(line, index, offset, inventory, indexed)
            offset += len(line)
            before = line
    for name, seen in indexed.items():
        for row in (row for row, hit in enumerate(seen) if not hit):
            yield Finding(
                FindingKind.INDEX_INCOMPLETE,
                name,
                inventory.captures[name].offsets[row],
                "no line of the index points at this record",
            )


def _check_line(
    line: bytes, index: Path, offset: int, inventory: Inventory, indexed: dict[str, bytearray]
) -> Iterator[Finding]:
    try:
        entry = parse_line(line, index, offset)
    except ArchiveDamaged as error:
        yield Finding(FindingKind.INDEX_UNREADABLE, str(index), offset, error.detail)
        return
    captures = inventory.captures.get(entry.location.file)
    row = bisect_left(captures.offsets, entry.location.offset) if captures else 0
    if (
        captures is None
        or row == len(captures.offsets)
        or captures.offsets[row] != entry.location.offset
        or captures.lengths[row] != entry.location.length
        or captures.urls[row] != name_hash(safe_url(entry.url))
    ):
        yield Finding(
            FindingKind.INDEX_WRONG,
            str(index),
            offset,
            f"{entry.url} is not at byte {entry.location.offset} of {entry.location.file}",
        )
        return
    indexed[entry.location.file][row] = 1
