"""Digests as web archives write them: `sha1:` and base32, of a payload or of a record's block."""

import base64
import binascii
import hashlib
from itertools import product

_ALGORITHMS = {"sha1": 20, "sha256": 32, "sha512": 64, "md5": 16}
# base64.b32encode is Python code and takes three times as long; every page needs three of these.
_PAIRS = ["".join(pair) for pair in product("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", repeat=2)]
_SHIFTS = tuple(range(150, -1, -10))


def payload_digest(body: bytes) -> str:
    """The digest of a payload as stored: content-encoded, without transfer coding."""
    return labelled_sha1(hashlib.sha1(body, usedforsecurity=False))


def labelled_sha1(hasher: "hashlib._Hash") -> str:
    """A finished SHA-1 the way CDX tools expect it."""
    number = int.from_bytes(hasher.digest(), "big")
    return "sha1:" + "".join([_PAIRS[number >> shift & 1023] for shift in _SHIFTS])


def matches(digest: str, data: bytes) -> bool | None:
    """Whether `digest` is that of `data`; None where its algorithm is not one we know.

    Other writers label other algorithms and use hexadecimal, so both spellings are read.
    """
    label, _, value = digest.partition(":")
    size = _ALGORITHMS.get(label.lower())
    if size is None:
        return None
    actual = hashlib.new(label.lower(), data, usedforsecurity=False).digest()
    return _decoded(value, size) == actual


def _decoded(value: str, size: int) -> bytes | None:
    try:
        if len(value) == 2 * size:
            return bytes.fromhex(value)
        return base64.b32decode(value.upper() + "=" * (-len(value) % 8))
    except (ValueError, binascii.Error):
        return None
