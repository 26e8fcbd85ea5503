import gzip
import lzma
import struct
from pathlib import Path

import pytest
import zstandard

from periplus.errors import ConfigError
from periplus.fetch.unpack import is_packed, unpack

CONTENT = b"periplus " * 5000


def zstd_with_dictionary(content: bytes, packed: bool) -> bytes:
    raw = b"periplus " * 30
    dictionary = zstandard.ZstdCompressionDict(raw)
    stored = zstandard.compress(raw) if packed else raw
    frame = zstandard.ZstdCompressor(dict_data=dictionary).compress(content)
    return struct.pack("<II", 0x184D2A5D, len(stored)) + stored + frame


@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(CONTENT[:100]) + gzip.compress(CONTENT[100:]),
        lzma.compress(CONTENT[:100]) + lzma.compress(CONTENT[100:]),
        zstandard.compress(CONTENT[:100]) + zstandard.compress(CONTENT[100:]),
        zstd_with_dictionary(CONTENT, packed=False),
        zstd_with_dictionary(CONTENT, packed=True),
    ],
    ids=["gzip", "xz", "zstd", "zstd-dictionary", "zstd-packed-dictionary"],
)
def test_unpacks_completely(tmp_path: Path, packed: bytes) -> None:
    source = tmp_path / "packed"
    source.write_bytes(packed)
    assert is_packed(source)
    unpack(source, tmp_path / "plain")
    assert (tmp_path / "plain").read_bytes() == CONTENT


def test_a_plain_file_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"WARC/1.0")
    assert not is_packed(tmp_path / "plain")


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_a_cut_file_is_an_error_and_leaves_nothing(tmp_path: Path, compress: object) -> None:
    assert callable(compress)
    source = tmp_path / "packed"
    source.write_bytes(compress(CONTENT)[:-10])
    with pytest.raises(ConfigError, match="damaged"):
        unpack(source, tmp_path / "plain")
    assert not (tmp_path / "plain").exists()


@pytest.mark.parametrize("magic", [b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"])
def test_garbage_after_a_magic_number_is_an_error(tmp_path: Path, magic: bytes) -> None:
    source = tmp_path / "packed"
    source.write_bytes(magic + b"garbage garbage garbage")
    with pytest.raises(ConfigError, match="damaged"):
        unpack(source, tmp_path / "plain")
