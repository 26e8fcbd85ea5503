import gzip

import pytest
import zstandard

from periplus.errors import ConfigError
from periplus.logs.formats import Compression, LogFormat, form_of, unpacked_start
from unit.logs.log_lines import line

COMBINED = (line("/") + "\n").encode()


@pytest.mark.parametrize(
    ("name", "start", "log_format", "compression"),
    [
        ("access.log", COMBINED, LogFormat.COMBINED, Compression.NONE),
        ("access.log", gzip.compress(COMBINED), LogFormat.COMBINED, Compression.GZIP),
        ("x", zstandard.compress(COMBINED), LogFormat.COMBINED, Compression.ZSTD),
        ("x.log", b'{"target": "/"}\n', LogFormat.JSON_LINES, Compression.NONE),
        ("x.csv", b"target,referrer,user\n", LogFormat.CSV, Compression.NONE),
        ("x", b"target,referrer,user\n", LogFormat.CSV, Compression.NONE),
        ("x", b"PAR1....", LogFormat.PARQUET, Compression.NONE),
        ("empty", b"", LogFormat.COMBINED, Compression.NONE),
    ],
)
def test_logs_are_known_by_their_first_bytes(
    name: str, start: bytes, log_format: LogFormat, compression: Compression
) -> None:
    form = form_of(name, start)
    assert (form.format, form.compression) == (log_format, compression)


def test_json_that_is_not_lines_is_refused() -> None:
    with pytest.raises(ConfigError, match="not JSON lines"):
        form_of("x.json", b"[1, 2]")


def test_damaged_packing_gives_nothing() -> None:
    assert unpacked_start(b"\x1f\x8bnonsense", Compression.GZIP) == b""
    assert unpacked_start(b"\x28\xb5\x2f\xfdnonsense", Compression.ZSTD) == b""
