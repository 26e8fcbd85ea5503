"""Perceptual hashes of images from grey pixels: decoding them is the caller's."""

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.float64]

NEAR_IMAGE_BITS = 5  # of 64: the same picture, scaled or compressed again
_ROWS, _COLUMNS = 8, 9


def shrink(pixels: Pixels, rows: int, columns: int) -> npt.NDArray[np.float64]:
    """A grey image as the means of `rows` by `columns` boxes; small images repeat pixels."""
    if pixels.ndim != 2 or not pixels.size:
        raise ValueError("an image of grey pixels has two dimensions and at least one pixel")
    grey = np.asarray(pixels, dtype=np.float64)
    sums = np.zeros((grey.shape[0] + 1, grey.shape[1] + 1))
    sums[1:, 1:] = grey.cumsum(axis=0).cumsum(axis=1)
    top, bottom = _edges(grey.shape[0], rows)
    left, right = _edges(grey.shape[1], columns)
    area = np.outer(bottom - top, right - left)
    total = (
        sums[np.ix_(bottom, right)]
        - sums[np.ix_(top, right)]
        - sums[np.ix_(bottom, left)]
        + sums[np.ix_(top, left)]
    )
    boxes: npt.NDArray[np.float64] = total / area
    return boxes


def _edges(size: int, parts: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    starts = np.arange(parts, dtype=np.int64) * size // parts
    ends = np.maximum((np.arange(parts, dtype=np.int64) + 1) * size // parts, starts + 1)
    return starts, ends


def dhash(pixels: Pixels) -> int:
    """64 bits: whether each of 8 by 9 boxes is darker than the one to its right (never 0)."""
    boxes = shrink(pixels, _ROWS, _COLUMNS)
    # Sums over boxes are exact only up to rounding: flat pictures must hash alike.
    brighter = (boxes[:, 1:] - boxes[:, :-1]) > 1e-6 * 255
    return int.from_bytes(np.packbits(brighter.ravel()).tobytes(), "big") or 1
