import base64
import hashlib

from hypothesis import given
from hypothesis import strategies as st

from periplus.archive.digest import matches, payload_digest


@given(st.binary())
def test_payload_digest_is_sha1_in_base32(body: bytes) -> None:
    expected = base64.b32encode(hashlib.sha1(body).digest()).decode()
    assert payload_digest(body) == "sha1:" + expected


def test_known_value_of_the_empty_payload() -> None:
    assert payload_digest(b"") == "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"


def test_matches_base32_and_hexadecimal_in_any_case() -> None:
    assert matches(payload_digest(b"x"), b"x") is True
    assert matches(payload_digest(b"x").lower(), b"x") is True
    assert matches("sha256:" + hashlib.sha256(b"x").hexdigest(), b"x") is True
    assert matches("md5:" + hashlib.md5(b"x").hexdigest().upper(), b"x") is True


def test_another_content_does_not_match() -> None:
    assert matches(payload_digest(b"x"), b"y") is False


def test_nonsense_does_not_match_and_does_not_raise() -> None:
    for digest in ("sha1:", "sha1:!!", "sha1:zz", "sha1:" + "1" * 32, "sha1:ü"):
        assert matches(digest, b"x") is False


def test_an_unknown_algorithm_says_nothing() -> None:
    assert matches("blake3:abc", b"x") is None
    assert matches("", b"x") is None
