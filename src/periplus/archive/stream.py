"""Records out of a file, one after the other, whatever it is compressed with.

Memory is bounded by the largest record. Damage is raised as ArchiveDamaged with the offset of the
record in which it was found; nothing else is raised for bad bytes.
"""

import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Protocol

import zstandard

from periplus.archive.members import INFLATE_ERRORS, MAGIC, Inflater, new_inflater
from periplus.archive.record import StoredRecord, parse_record_head
from periplus.errors import ArchiveDamaged
from periplus.limits import KIB, MIB

# Our own records stay below Limits.body_bytes; others archive films. Beyond this a record would be
# a danger to memory, not a page.
MAX_BLOCK_BYTES = 1024 * MIB
MAX_HEAD_BYTES = 256 * KIB

_RAW_BYTES = 64 * KIB
_RAW_ZSTD_BYTES = 4 * KIB  # a zstd block of four bytes can stand for 128 KiB
_INFLATE_ERRORS: tuple[type[Exception], ...] = (*INFLATE_ERRORS, zstandard.ZstdError)
_MAX_DICTIONARY_BYTES = 64 * MIB
_XZ_MAGIC = b"\xfd7zXZ\x00"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_DICTIONARY_MAGIC = (
    b"\x5d\x2a\x4d\x18"  # warc-zstd: a skippable frame that holds the dictionary
)


class _Source(Protocol):
    """Uncompressed bytes, and where they come from in the file."""

    def pull(self) -> bytes:
        """The next bytes, never from two members at once; empty at the end."""

    def start(self) -> int:
        """The offset of the member that the last pulled bytes belong to."""

    def finish(self) -> bytes:
        """Read up to the end of the member; bytes where it holds more than was pulled."""

    def end(self) -> int:
        """The offset after what has been read to its end."""


class _PlainSource:
    """A stream without members: every byte is its own place."""

    def __init__(self, file: BinaryIO | lzma.LZMAFile, offset: int) -> None:
        self._file = file
        self._start = self._end = offset

    def pull(self) -> bytes:
        data = self._file.read(_RAW_BYTES)
        self._start = self._end
        self._end += len(data)
        return data

    def start(self) -> int:
        return self._start

    def finish(self) -> bytes:
        return b""

    def end(self) -> int:
        return self._end


class _MemberSource:
    """A file of gzip members or zstd frames."""

    def __init__(
        self, file: BinaryIO, offset: int, new_inflater: Callable[[], Inflater], raw_bytes: int
    ) -> None:
        file.seek(offset)
        self._file = file
        self._new_inflater = new_inflater
        self._raw_bytes = raw_bytes
        self._raw = b""
        self._raw_end = offset
        self._inflater: Inflater | None = None
        self._start = offset

    def pull(self) -> bytes:
        while True:
            if not self._raw:
                self._raw = self._file.read(self._raw_bytes)
                self._raw_end += len(self._raw)
                if not self._raw:
                    if self._inflater is not None:
                        raise _Torn("the file ends inside a compressed member")
                    return b""
            piece = self._inflate()
            if piece:
                return piece

    def _inflate(self) -> bytes:
        if self._inflater is None:
            self._start = self.end()
            self._inflater = self._new_inflater()
        raw, self._raw = self._raw, b""
        try:
            piece = self._inflater.decompress(raw)
        except _INFLATE_ERRORS as error:
            raise _Torn(str(error)) from error
        if self._inflater.eof:
            self._raw = self._inflater.unused_data
            self._inflater = None
        return piece

    def start(self) -> int:
        return self._start

    def finish(self) -> bytes:
        return self.pull() if self._inflater is not None else b""

    def end(self) -> int:
        return self._raw_end - len(self._raw)


class _Torn(ValueError):
    """What a source found wrong; RecordStream adds path and offset."""


class RecordStream:
    """Iterates over the records of one file."""

    def __init__(self, path: Path, offset: int = 0) -> None:
        """Open a file at the start of a record or of its member.

        Raises:
            ArchiveDamaged: what the file starts with makes no sense.
            FileNotFoundError: there is no such file.
        """
        self._path = path
        self._file = path.open("rb")
        try:
            self._source, self._has_members = _open_source(self._file, offset)
        except (ValueError, lzma.LZMAError, EOFError, zstandard.ZstdError) as error:
            self._file.close()
            raise ArchiveDamaged(str(path), 0, str(error)) from error
        self._buffer = b""
        self._at = 0
        self.offset = offset  # of the record being read, or of the next one

    def __enter__(self) -> "RecordStream":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __iter__(self) -> Iterator[StoredRecord]:
        while (record := self.next()) is not None:
            yield record

    def next(self) -> StoredRecord | None:
        """The next record, or None at the end of the file.

        Raises:
            ArchiveDamaged: the bytes at `self.offset` are not a complete record.
        """
        try:
            return self._next()
        except (ValueError, lzma.LZMAError, EOFError) as error:
            raise ArchiveDamaged(str(self._path), self.offset, str(error)) from error

    def _next(self) -> StoredRecord | None:
        if not self._start_record():
            return None
        version, fields, length = parse_record_head(self._head())
        block = self._take(length)
        if self._take(4) != b"\r\n\r\n":
            raise _Torn("the record's length is wrong: no blank lines after its content")
        offset, self.offset = self.offset, self._end_record()
        return StoredRecord(offset, self.offset - offset, version, fields, block)

    def _start_record(self) -> bool:
        if self._at == len(self._buffer):
            self.offset = self._source.end()
            self._at = 0
            self._buffer = self._source.pull()
            if self._buffer:
                self.offset = self._source.start()
        return bool(self._buffer)

    def _head(self) -> bytes:
        searched = self._at
        while (end := self._buffer.find(b"\r\n\r\n", searched)) < 0:
            if len(self._buffer) - self._at > MAX_HEAD_BYTES:
                raise _Torn("a record's header has no end")
            piece = self._source.pull()
            if not piece:
                raise _Torn("the file ends inside a record's header")
            self._buffer = self._buffer[self._at :] + piece
            self._at = 0
            searched = max(0, len(self._buffer) - len(piece) - 3)
        head, self._at = self._buffer[self._at : end], end + 4
        return head

    def _take(self, count: int) -> bytes:
        if count > MAX_BLOCK_BYTES:
            raise _Torn(f"a record of {count} bytes is beyond the limit of {MAX_BLOCK_BYTES}")
        piece = self._buffer[self._at : self._at + count]
        self._at += len(piece)
        if len(piece) == count:
            return piece
        pieces, missing = [piece], count - len(piece)
        while missing:
            self._buffer = self._source.pull()
            if not self._buffer:
                raise _Torn("the file ends inside a record")
            piece = self._buffer[:missing]
            self._at = len(piece)
            missing -= len(piece)
            pieces.append(piece)
        return b"".join(pieces)

    def _end_record(self) -> int:
        """The offset after the record; with members, of the member that ends with it."""
        if not self._has_members:
            return self._source.end() - (len(self._buffer) - self._at)
        if self._at == len(self._buffer):
            self._buffer, self._at = self._source.finish(), 0
        return self._source.end() if not self._buffer else self._source.start()


def _open_source(file: BinaryIO, offset: int) -> tuple[_Source, bool]:
    magic = file.read(6)
    if magic.startswith(MAGIC[:2]):
        return _MemberSource(file, offset, new_inflater, _RAW_BYTES), True
    file.seek(0)
    if magic[:4] in (_ZSTD_MAGIC, _ZSTD_DICTIONARY_MAGIC):
        dictionary = _zstd_dictionary(file)
        decompressor = zstandard.ZstdDecompressor(dict_data=dictionary)
        start = max(offset, file.tell())
        return _MemberSource(file, start, decompressor.decompressobj, _RAW_ZSTD_BYTES), True
    stream = lzma.LZMAFile(file) if magic == _XZ_MAGIC else file  # noqa: SIM115
    stream.seek(offset)
    return _PlainSource(stream, offset), False


def _zstd_dictionary(file: BinaryIO) -> zstandard.ZstdCompressionDict | None:
    """The dictionary frame that a file may start with; leaves the file at the first record."""
    if file.read(4) != _ZSTD_DICTIONARY_MAGIC:
        file.seek(0)
        return None
    size = int.from_bytes(file.read(4), "little")
    raw = file.read(min(size, _MAX_DICTIONARY_BYTES))
    if raw.startswith(_ZSTD_MAGIC):
        raw = zstandard.ZstdDecompressor().decompress(raw, max_output_size=_MAX_DICTIONARY_BYTES)
    return zstandard.ZstdCompressionDict(raw)
