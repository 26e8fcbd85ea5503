"""Appending exchanges to WARC files, and making them durable.

Records are kept in memory until `flush`, written without a buffer of the library's, and safe only
after `sync`. Any failure puts every file back to its last synced length, so that what was not yet
committed never happened. The writer reads no clock: dates come from the responses.
"""

import errno
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import RawIOBase
from pathlib import Path

from periplus.archive.compose import (
    conversion_record,
    request_record,
    response_record,
    warcinfo_record,
)
from periplus.archive.digest import payload_digest
from periplus.archive.durable import disk_error, sync_directory
from periplus.archive.location import Location
from periplus.archive.members import DEFAULT_LEVEL, deflate_member
from periplus.archive.record import RevisitOf, new_record_id, safe_url, warc_date
from periplus.archive.recovery import SUFFIX, recover
from periplus.exchange import Response
from periplus.limits import DEFAULT_LIMITS, MIB, Limits

__all__ = ["Location", "RevisitOf", "WarcWriter", "payload_digest"]

_PENDING_BYTES = 4 * MIB
_NAME = re.compile(r"periplus-\d{14}-(\d{5,})\.warc\.gz")


def _open_raw(path: Path) -> RawIOBase:
    return path.open("ab", buffering=0)


class WarcWriter:
    """Writes one job's archive. Not for several threads at once."""

    def __init__(
        self,
        directory: Path,
        *,
        lengths: Mapping[str, int],
        limits: Limits = DEFAULT_LIMITS,
        info: Mapping[str, str] | None = None,
        compression_level: int = DEFAULT_LEVEL,
        open_file: Callable[[Path], RawIOBase] = _open_raw,
    ) -> None:
        """Bring the directory back to the committed lengths and go on after them.

        Args:
            lengths: file name to length at the last commit.
            info: fields of the warcinfo record that starts each file.
            compression_level: 0 (fastest) to 3 (smallest).

        Raises:
            ArchiveDamaged: a committed file is missing or too short.
            DiskFull: there is no room for a directory.
        """
        self._directory = directory
        self._limits = limits
        self._info = dict(info or {})
        self._level = compression_level
        self._open_file = open_file
        self._pending: list[bytes] = []
        self._pending_bytes = 0
        self._file: RawIOBase | None = None
        try:
            directory.mkdir(parents=True, exist_ok=True)
            recover(directory, lengths)
        except OSError as error:
            raise disk_error(error, directory) from error
        self._synced = {name: length for name, length in lengths.items() if length}
        self._lengths = dict(self._synced)
        self._name = max(self._synced, key=_serial, default="")

    def append(
        self,
        response: Response,
        *,
        payload_digest: str,
        revisit_of: RevisitOf | None = None,
        rendered: bytes | None = None,
        resource: str | None = None,
    ) -> Location:
        """Add one exchange: a response (or revisit) record and, if known, its request record.

        Args:
            rendered: the page as a browser showed it; becomes a conversion record right after.
            resource: what kind of thing this is that a page loaded; noted in the record.

        Raises:
            DiskFull: no room; everything since the last `sync` is undone.
            ArchiveError: the disk failed otherwise; undone as well.
        """
        self._choose_file(response.date)
        record_id, request_id = new_record_id(), new_record_id()
        url, date = safe_url(response.url), warc_date(response.date)
        has_request = bool(response.request_head)
        location = self._put(
            response_record(
                response,
                url=url,
                date=date,
                record_id=record_id,
                request_id=request_id if has_request else None,
                digest=payload_digest,
                revisit_of=revisit_of,
                resource=resource,
            )
        )
        if has_request:
            self._put(request_record(response, url, date, request_id, record_id))
        if rendered is not None:
            self._put(conversion_record(rendered, url, date, record_id))
        if self._pending_bytes >= _PENDING_BYTES:
            self.flush()
        return location

    def flush(self) -> None:
        """Hand what was appended to the operating system, so that it can be read back."""
        if not self._pending:
            return
        try:
            self._check_room()
            self._write_pending()
        except OSError as error:
            self._undo()
            raise disk_error(error, self._directory) from error

    def sync(self) -> dict[str, int]:
        """Make everything appended durable; the lengths of all files that grew since last time.

        Raises:
            DiskFull: no room; everything since the last `sync` is undone.
            ArchiveError: the disk failed otherwise; undone as well.
        """
        self.flush()
        grown = {n: size for n, size in self._lengths.items() if self._synced.get(n) != size}
        try:
            if self._file is not None and grown:
                os.fsync(self._file.fileno())
            if any(name not in self._synced for name in grown):
                sync_directory(self._directory)
        except OSError as error:
            self._undo()
            raise disk_error(error, self._directory) from error
        self._synced.update(grown)
        return grown

    def close(self) -> None:
        """Close the file. What was not synced stays uncommitted."""
        self._pending.clear()
        self._pending_bytes = 0
        self._close_file()

    def _choose_file(self, date: float) -> None:
        full = self._lengths.get(self._name, 0) >= self._limits.warc_bytes
        if self._name and not full:
            return
        if full:
            self._finish_file()
        serial = 1 + max((_serial(name) for name in self._lengths), default=0)
        stamp = re.sub(r"\D", "", warc_date(date))[:14]
        self._name = f"periplus-{stamp}-{serial:05d}{SUFFIX}"
        self._lengths[self._name] = 0
        self._put(warcinfo_record(self._info, self._name, warc_date(date)))

    def _put(self, record: bytes) -> Location:
        member = deflate_member(record, self._level)
        offset = self._lengths[self._name]
        self._pending.append(member)
        self._pending_bytes += len(member)
        self._lengths[self._name] = offset + len(member)
        return Location(self._name, offset, len(member))

    def _finish_file(self) -> None:
        """A full file is made durable at once: `sync` then has only one file to look after."""
        self.flush()
        if self._file is None:
            return
        try:
            os.fsync(self._file.fileno())
            self._close_file()
        except OSError as error:
            self._undo()
            raise disk_error(error, self._directory) from error

    def _check_room(self) -> None:
        # Filling the disk to its last byte would leave no room for the database to commit.
        space = os.statvfs(self._directory)
        if space.f_bavail * space.f_frsize < self._limits.free_disk_bytes + self._pending_bytes:
            raise OSError(errno.ENOSPC, f"less than {self._limits.free_disk_bytes} bytes are free")

    def _write_pending(self) -> None:
        if self._file is None:
            self._file = self._open_file(self._directory / self._name)
        data = memoryview(b"".join(self._pending))
        while data:
            written = self._file.write(data)
            if not written:
                raise OSError(errno.EIO, "the file takes no more bytes")
            data = data[written:]
        self._pending.clear()
        self._pending_bytes = 0

    def _undo(self) -> None:
        """Back to the last sync. Where the disk refuses even that, `recover` does it next time."""
        self._pending.clear()
        self._pending_bytes = 0
        with suppress(OSError):
            self._close_file()
        for name in self._lengths:
            path, synced = self._directory / name, self._synced.get(name, 0)
            with suppress(OSError):
                if synced:
                    os.truncate(path, synced)
                else:
                    path.unlink()
        self._lengths = dict(self._synced)
        self._name = max(self._synced, key=_serial, default="")

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()


def _serial(name: str) -> int:
    match = _NAME.fullmatch(name)
    return int(match[1]) if match else 0
