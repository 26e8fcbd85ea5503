"""The paper's second detector: one number for all text.

Mali and Meshram (2011): the sum of the character codes, by the number of distinct characters, in
single precision as their printed values show. The sum knows no order: any permutation of a text has
the same code, and edits that balance each other vanish.
"""

import numpy as np


def code(character_sum: int, distinct: int) -> float:
    """The code of a text with this sum of character codes; 0 for no text."""
    return float(np.float32(character_sum / distinct)) if distinct else 0.0


def text_code(text: str) -> float:
    """The paper's code of a text."""
    return code(sum(map(ord, text)), len(set(text)))
