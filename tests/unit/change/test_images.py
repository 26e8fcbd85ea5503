"""Perceptual hashes."""

import numpy as np
import pytest

from periplus.change.images import NEAR_IMAGE_BITS, dhash, shrink


def picture(rows: int, columns: int) -> np.ndarray:
    y, x = np.mgrid[0 : 1 : 1j * rows, 0 : 1 : 1j * columns]
    return (127 + 60 * np.sin(9 * x + 3 * y) + 60 * np.cos(7 * y * x)).astype(np.uint8)


def test_a_scaled_picture_is_the_same() -> None:
    assert (dhash(picture(240, 320)) ^ dhash(picture(60, 80))).bit_count() <= NEAR_IMAGE_BITS


def test_other_pictures_differ() -> None:
    one = picture(100, 100)
    assert (dhash(one) ^ dhash(one[::-1, ::-1])).bit_count() > NEAR_IMAGE_BITS
    assert (dhash(one) ^ dhash(255 - one)).bit_count() > 40


def test_brightness_does_not_count() -> None:
    one = picture(90, 90)
    assert (dhash(one) ^ dhash((one // 2 + 40).astype(np.uint8))).bit_count() <= NEAR_IMAGE_BITS


def test_flat_pictures_hash_alike_and_never_to_zero() -> None:
    assert dhash(np.full((30, 40), 200, np.uint8)) == dhash(np.zeros((7, 3), np.uint8)) == 1


def test_shrinking_takes_means_and_repeats_small_ones() -> None:
    assert shrink(np.array([[0.0, 2.0], [4.0, 6.0]]), 1, 1).tolist() == [[3.0]]
    assert shrink(np.array([[5.0]]), 2, 2).tolist() == [[5.0, 5.0], [5.0, 5.0]]


def test_what_is_no_image_is_refused() -> None:
    with pytest.raises(ValueError, match="two dimensions"):
        dhash(np.empty((0, 4), np.uint8))
