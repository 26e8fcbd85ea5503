"""Images from their bytes to a perceptual hash: decoding, within limits (extra `images`)."""

import io
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from periplus.change.images import dhash

_MOST_PIXELS = 50_000_000
_SIDE = 256  # larger images are scaled down first: the hash looks at 72 boxes


def can_decode() -> bool:
    """Whether Pillow is installed (`pip install 'periplus[images]'`)."""
    return find_spec("PIL") is not None


def image_code(body: bytes) -> int | None:
    """The dHash of an image; None where it is too large, no image, or Pillow is missing."""
    pixels = grey_pixels(body)
    return None if pixels is None else dhash(pixels)


def grey_pixels(body: bytes) -> npt.NDArray[np.uint8] | None:
    """The grey pixels of an image, scaled down if it is large. Never raises for bad bytes."""
    if not can_decode():
        return None
    from PIL import Image

    try:
        with Image.open(io.BytesIO(body)) as image:
            # Checked before anything is decoded: a few bytes can claim any size.
            if image.width * image.height > _MOST_PIXELS:
                return None
            return _scaled(image)
    except (OSError, ValueError, SyntaxError, MemoryError, Image.DecompressionBombError):
        return None


def _scaled(image: Any) -> npt.NDArray[np.uint8]:
    image.draft("L", (_SIDE, _SIDE))
    grey = image.convert("RGBA").convert("LA") if "A" in image.getbands() else image.convert("L")
    if grey.mode == "LA":  # what is transparent shows the page's white
        alpha = np.asarray(grey.getchannel("A"), dtype=np.float64) / 255.0
        light = np.asarray(grey.getchannel("L"), dtype=np.float64)
        return (light * alpha + 255.0 * (1.0 - alpha)).astype(np.uint8)
    grey.thumbnail((_SIDE, _SIDE))
    return np.asarray(grey, dtype=np.uint8)
