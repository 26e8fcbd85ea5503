"""The paper's Ival."""

import numpy as np
import pytest

from periplus.change.paper_image import block_numbers, determinant, image_value


def test_blocks_of_pixels_are_four_hexadecimal_digits() -> None:
    two_tone = np.zeros((8, 8), bool)
    two_tone[:4, :4] = True
    two_tone[7, 7] = True
    assert block_numbers(two_tone) == [[0xFFFF, 0], [0, 1]]


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[7]], 7),
        ([[1, 2], [3, 4]], -2),
        ([[0, 1], [1, 0]], -1),
        ([[2, 0, 1], [1, 3, 2], [1, 1, 4]], 18),
        ([[0, 0], [0, 5]], 0),
        ([[1, 2], [2, 4]], 0),
    ],
)
def test_determinants_are_exact(matrix: list[list[int]], value: int) -> None:
    assert determinant(matrix) == value


def test_large_determinants_agree_with_floating_point() -> None:
    matrix = np.random.default_rng(3).integers(0, 65536, (16, 16))
    exact = determinant(matrix.tolist())
    assert exact == pytest.approx(np.linalg.det(matrix.astype(float)), rel=1e-9)


def test_images_that_differ_have_other_values() -> None:
    draw = np.random.default_rng(1)
    one = draw.integers(0, 256, (64, 64)).astype(np.uint8)
    other = one.copy()
    other[:32] = 255 - other[:32]
    assert image_value(one) != 0
    assert image_value(one) != image_value(other)
    assert image_value(one, 64) == image_value(one.copy(), 64)


def test_blank_images_are_all_alike() -> None:
    white = np.full((40, 40), 255, np.uint8)
    assert image_value(white) == image_value(np.zeros((9, 9), np.uint8)) == 0


def test_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="side"):
        image_value(np.zeros((4, 4), np.uint8), 24)
