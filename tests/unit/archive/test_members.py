import gzip
import random

import pytest

from periplus.archive.members import (
    HEADER,
    INFLATE_ERRORS,
    deflate_member,
    new_inflater,
    zlib_inflater,
    zlib_member,
)

CONTENTS = (b"", b"a", b"shelf " * 5_000, random.Random(1).randbytes(20_000))


@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("content", CONTENTS, ids=len)
@pytest.mark.parametrize("deflate", [deflate_member, zlib_member])
@pytest.mark.parametrize("inflater", [new_inflater, zlib_inflater])
def test_both_libraries_read_each_other(level, content, deflate, inflater) -> None:
    member = deflate(content, level)
    assert member.startswith(HEADER)
    assert gzip.decompress(member) == content
    one = inflater()
    assert one.decompress(member + b"next") == content
    assert one.eof
    assert one.unused_data == b"next"


@pytest.mark.parametrize("inflater", [new_inflater, zlib_inflater])
def test_an_altered_checksum_or_size_is_an_error(inflater) -> None:
    member = deflate_member(b"shelf " * 100)
    for position in range(len(member) - 8, len(member)):
        altered = bytearray(member)
        altered[position] ^= 0x10
        with pytest.raises(INFLATE_ERRORS):
            inflater().decompress(bytes(altered))


@pytest.mark.parametrize("inflater", [new_inflater, zlib_inflater])
def test_a_cut_member_never_ends(inflater) -> None:
    member = deflate_member(b"shelf " * 100)
    for cut in range(len(member)):
        one = inflater()
        one.decompress(member[:cut])
        assert not one.eof
