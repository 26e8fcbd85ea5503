"""The paper's third detector: one number for an image, a determinant of its black and white.

Mali and Meshram (2011) scale to n by n pixels (n = 16, 32, 64), make them two-tone, and take the
determinant of a matrix of four-digit hexadecimal numbers. As printed ("24 elements at a time") the
matrix is not square and 24 bits are six digits. Read consistently: blocks of 4 by 4 pixels are 16
bits, four digits, and n/4 by n/4 of them a square matrix. Blank images are singular: their Ival is
0 like that of many others, which is one reason why we decide by another hash.
"""

import numpy as np

from periplus.change.images import Pixels, shrink

SIDES = (16, 32, 64)
_BLOCK = 4
_HALF = 127.5


def image_value(pixels: Pixels, side: int = 16) -> int:
    """The paper's Ival of grey pixels."""
    if side not in SIDES:
        raise ValueError(f"the side of a scaled image is one of {SIDES}, not {side}")
    return determinant(block_numbers(shrink(pixels, side, side) > _HALF))


def block_numbers(two_tone: np.ndarray) -> list[list[int]]:
    """Each block of 4 by 4 two-tone pixels as a number of 16 bits, row by row, white is 1."""
    rows, columns = two_tone.shape[0] // _BLOCK, two_tone.shape[1] // _BLOCK
    blocks = two_tone.reshape(rows, _BLOCK, columns, _BLOCK).swapaxes(1, 2)
    bits = blocks.reshape(rows, columns, _BLOCK * _BLOCK).astype(np.int64)
    numbers = bits @ (1 << np.arange(_BLOCK * _BLOCK - 1, -1, -1, dtype=np.int64))
    return [[int(number) for number in row] for row in numbers]


def determinant(matrix: list[list[int]]) -> int:
    """The exact determinant of a square matrix of integers (Bareiss)."""
    work = [row[:] for row in matrix]
    size, sign, previous = len(work), 1, 1
    for step in range(size - 1):
        if work[step][step] == 0:
            pivot = next((row for row in range(step + 1, size) if work[row][step]), None)
            if pivot is None:
                return 0
            work[step], work[pivot] = work[pivot], work[step]
            sign = -sign
        for row in range(step + 1, size):
            for column in range(step + 1, size):
                product = work[row][column] * work[step][step]
                work[row][column] = (product - work[row][step] * work[step][column]) // previous
        previous = work[step][step]
    return sign * work[-1][-1] if size else 1
