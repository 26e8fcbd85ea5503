"""Decoding images."""

import io
import zlib

import numpy as np
import pytest

from periplus.change.images import NEAR_IMAGE_BITS
from periplus.fetch import pictures
from periplus.fetch.pictures import can_decode, grey_pixels, image_code

Image = pytest.importorskip("PIL.Image")


def picture(side: int = 120) -> np.ndarray:
    y, x = np.mgrid[0 : 1 : 1j * side, 0 : 1 : 1j * side]
    return (127 + 60 * np.sin(9 * x + 3 * y) + 60 * np.cos(7 * y * x)).astype(np.uint8)


def encoded(pixels: np.ndarray, kind: str) -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind)
    return file.getvalue()


def test_one_picture_is_the_same_in_every_format_and_size() -> None:
    codes = [
        image_code(encoded(picture(side), kind))
        for side, kind in ((120, "PNG"), (120, "JPEG"), (400, "JPEG"), (90, "GIF"))
    ]
    assert codes[0] is not None
    for code in codes:
        assert code is not None
        assert (codes[0] ^ code).bit_count() <= NEAR_IMAGE_BITS


def test_transparent_pixels_are_white() -> None:
    pixels = np.zeros((20, 20, 4), np.uint8)
    found = grey_pixels(encoded(pixels, "PNG"))
    assert found is not None
    assert found.min() == 255


@pytest.mark.parametrize("body", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, b"<svg/>"])
def test_what_cannot_be_decoded_has_no_code(body: bytes) -> None:
    assert image_code(body) is None


def test_a_picture_that_claims_to_be_huge_is_not_decoded() -> None:
    head = b"IHDR" + (60_000).to_bytes(4, "big") * 2 + b"\x08\x00\x00\x00\x00"
    body = (
        b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + head + zlib.crc32(head).to_bytes(4, "big")
    )
    assert grey_pixels(body) is None


def test_without_pillow_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_decode()
    monkeypatch.setattr(pictures, "can_decode", lambda: False)
    assert image_code(encoded(picture(), "PNG")) is None
