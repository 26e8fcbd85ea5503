"""The forms of logs that can be read, told apart by name and by first bytes."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import zstandard

from periplus.errors import ConfigError

PEEK_BYTES = 65_536


class LogFormat(StrEnum):
    """What a log file holds."""

    COMBINED = "combined"  # Apache and nginx: combined, also with the host in front
    JSON_LINES = "json"
    CSV = "csv"
    PARQUET = "parquet"


class Compression(StrEnum):
    """How a log file is packed; the words are DuckDB's."""

    NONE = "none"
    GZIP = "gzip"
    ZSTD = "zstd"


# The names under which a field may stand in JSON, CSV and Parquet; the first that is there counts.
FIELD_NAMES: Mapping[str, tuple[str, ...]] = {
    "target": ("target", "url", "uri", "request_uri", "path"),
    "request": ("request",),
    "referrer": ("referrer", "referer", "http_referrer", "http_referer"),
    "person": ("user", "user_id", "guid", "visitor", "visitor_id", "session", "session_id"),
    "address": ("address", "remote_addr", "client_ip", "ip", "remote_host", "client"),
    "agent": ("agent", "user_agent", "http_user_agent"),
    "status": ("status", "code"),
    "method": ("method", "request_method"),
    "moment": ("time", "timestamp", "@timestamp", "time_local", "time_iso8601", "date", "datetime"),
    "host": ("host", "vhost", "server_name", "http_host"),
}


@dataclass(frozen=True, slots=True)
class LogForm:
    """Format and packing of one log."""

    format: LogFormat
    compression: Compression


def form_of(name: str, start: bytes) -> LogForm:
    """The form of a log from its name and its first bytes, as they are in the file.

    Raises:
        ConfigError: they look like no log.
    """
    if start[:4] == b"PAR1":
        return LogForm(LogFormat.PARQUET, Compression.NONE)
    compression = Compression.NONE
    if start[:2] == b"\x1f\x8b":
        compression = Compression.GZIP
    elif start[:4] == b"\x28\xb5\x2f\xfd":
        compression = Compression.ZSTD
    text = unpacked_start(start, compression).lstrip(b"\xef\xbb\xbf \t\r\n")
    suffixes = {suffix.lower() for suffix in Path(name).suffixes}
    if text[:1] == b"{":
        return LogForm(LogFormat.JSON_LINES, compression)
    if _is_csv_header(text) or (".csv" in suffixes and text):
        return LogForm(LogFormat.CSV, compression)
    if suffixes & {".jsonl", ".ndjson", ".json"} and text:
        raise ConfigError(f"{name} is not JSON lines: each line must be an object")
    return LogForm(LogFormat.COMBINED, compression)


def unpacked_start(start: bytes, compression: Compression) -> bytes:
    """As much of the first bytes' content as can be had."""
    try:
        match compression:
            case Compression.GZIP:
                return zlib.decompressobj(wbits=31).decompress(start, PEEK_BYTES)
            case Compression.ZSTD:
                return zstandard.ZstdDecompressor().decompressobj().decompress(start)[:PEEK_BYTES]
            case Compression.NONE:
                return start
    except (zlib.error, zstandard.ZstdError):
        return b""


def _is_csv_header(text: bytes) -> bool:
    line = text.split(b"\n", 1)[0][:1000].decode("utf-8", "replace").strip().lower()
    names = [name.strip().strip('"') for name in line.split(",")]
    known = {name for group in FIELD_NAMES.values() for name in group}
    return len(names) > 1 and all(name in known for name in names[:3])
