"""Undo a file's compression (gzip, xz, zstd, by its magic bytes) into a plain file, completely."""

import gzip
import lzma
import os
import shutil
import struct
import zlib
from pathlib import Path
from typing import IO, Any, cast

import zstandard

from periplus.errors import ConfigError

_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ\x00"
_ZSTD = b"\x28\xb5\x2f\xfd"
_ZSTD_DICTIONARY = struct.pack("<I", 0x184D2A5D)  # the WARC/zstd convention: a leading frame
_COPY_BYTES = 1 << 20


def is_packed(path: Path) -> bool:
    """Whether the file is compressed in a way that `unpack` undoes."""
    with path.open("rb") as file:
        magic = file.read(8)
    return magic.startswith((_GZIP, _XZ, _ZSTD, _ZSTD_DICTIONARY))


def unpack(path: Path, target: Path) -> None:
    """Write the decompressed bytes of `path` to `target`. Raises ConfigError if it is damaged."""
    try:
        with open_packed(path) as source, target.open("wb") as out:
            shutil.copyfileobj(source, out, _COPY_BYTES)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error, zstandard.ZstdError) as error:
        target.unlink(missing_ok=True)
        raise ConfigError(
            f"{path} is damaged and cannot be decompressed ({error}); get it again"
        ) from error


def open_packed(path: Path) -> IO[bytes]:
    """A readable stream of the decompressed bytes; plain files are read as they are."""
    with path.open("rb") as file:
        magic = file.read(8)
    if magic.startswith(_GZIP):
        return cast(IO[bytes], gzip.open(path, "rb"))
    if magic.startswith(_XZ):
        return lzma.open(path, "rb")
    if magic.startswith((_ZSTD, _ZSTD_DICTIONARY)):
        return _open_zstd(path)
    return path.open("rb")


def _open_zstd(path: Path) -> IO[bytes]:
    file = path.open("rb")
    try:
        dictionary = _leading_dictionary(file)
        reader: Any = zstandard.ZstdDecompressor(dict_data=dictionary).stream_reader(
            file, read_across_frames=True, closefd=True
        )
    except BaseException:
        file.close()
        raise
    opened: IO[bytes] = reader
    return opened


def _leading_dictionary(file: IO[bytes]) -> zstandard.ZstdCompressionDict | None:
    head = file.read(8)
    if head[:4] != _ZSTD_DICTIONARY:
        file.seek(0, os.SEEK_SET)
        return None
    (length,) = struct.unpack("<I", head[4:8])
    content = file.read(length)
    if content.startswith(_ZSTD):
        content = zstandard.ZstdDecompressor().decompress(content)
    return zstandard.ZstdCompressionDict(content)
