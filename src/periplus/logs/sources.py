"""Log files as DuckDB reads them: by safe names, packed or not; standard input through a pipe.

What comes from standard input never touches a disk. File names are not given to DuckDB, which would
read patterns into them: it sees links with plain names in a directory of our own.
"""

import os
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import zstandard

from periplus.errors import ConfigError
from periplus.logs.formats import PEEK_BYTES, Compression, LogForm, LogFormat, form_of

STDIN = "-"
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """A log ready to be read."""

    name: str  # as the user calls it
    path: str  # for DuckDB
    form: LogForm


@contextmanager
def open_source(name: str, number: int, directory: Path) -> Iterator[Source]:
    """One log, by file name or `-` for standard input.

    Raises:
        ConfigError: it cannot be read.
    """
    if name == STDIN:
        with _piped(sys.stdin.buffer) as source:
            yield source
        return
    path = Path(name)
    try:
        if path.is_dir():
            raise ConfigError(f"{name} is a directory; name the log files in it")
        with path.open("rb") as file:
            form = form_of(name, file.read(PEEK_BYTES))
    except OSError as error:
        raise ConfigError(f"cannot read the log {name}: {error.strerror}") from error
    link = directory / f"log{number}"
    link.symlink_to(path.resolve())
    try:
        yield Source(name, str(link), form)
    finally:
        link.unlink()


@contextmanager
def _piped(stream: BinaryIO) -> Iterator[Source]:
    start = stream.read(PEEK_BYTES)
    form = form_of("standard input", start)
    if form.format in (LogFormat.PARQUET, LogFormat.CSV):
        raise ConfigError(f"{form.format} cannot be read from standard input; name the file")
    reading, writing = os.pipe()
    pump = threading.Thread(
        target=_pump, args=(start, stream, writing, form.compression), daemon=True
    )
    pump.start()
    try:
        yield Source("standard input", f"/dev/fd/{reading}", LogForm(form.format, Compression.NONE))
    finally:
        os.close(reading)
        pump.join(timeout=5)


def _pump(start: bytes, stream: BinaryIO, writing: int, compression: Compression) -> None:
    """Copy the stream, unpacked, until it ends or nobody reads any more."""
    with (
        suppress(BrokenPipeError, zlib.error, zstandard.ZstdError),
        os.fdopen(writing, "wb") as out,
    ):
        for chunk in _unpacked(_chunks(start, stream), compression):
            out.write(chunk)


def _chunks(start: bytes, stream: BinaryIO) -> Iterator[bytes]:
    chunk = start
    while chunk:
        yield chunk
        chunk = stream.read(_CHUNK)


def _unpacked(chunks: Iterator[bytes], compression: Compression) -> Iterator[bytes]:
    if compression == Compression.NONE:
        yield from chunks
        return
    decoder = _decoder(compression)
    for chunk in chunks:
        data = chunk
        while data:
            yield decoder.decompress(data)
            data = decoder.unused_data
            if data or decoder.eof:
                decoder = _decoder(compression)


def _decoder(compression: Compression) -> "zlib._Decompress | zstandard.ZstdDecompressionObj":
    if compression == Compression.GZIP:
        return zlib.decompressobj(wbits=31)
    return zstandard.ZstdDecompressor().decompressobj()
