"""Pages as points: the paper's layout features (equations 1 and 2), and the sets we prefer.

The paper counts repetitive patterns. Where records are few or many, or a page has none, pages of
one template lie apart and pages of different templates together. The places where links stand tell
templates apart much better; so by default a page is the set of these, and the distance of two pages
is that of Jaccard. Both are Euclidean or near enough for the same clustering.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.patterns import PatternList

Matrix = npt.NDArray[np.float64]
_LEAST_SHARE = 0.03  # of the pages that must have a place for it to be of the layout
_LEAST_PAGES = 2
_MOST_FEATURES = 4_000


def pattern_features(pages: Sequence[SampledPage], patterns: PatternList) -> tuple[Matrix, Matrix]:
    """Equation 1 for each page, and the areas as weights; patterns of all pages left out.

    Returns:
        Features (pages by patterns) and the weights of the patterns, which sum to one.
    """
    kept = [p for p in patterns.patterns if 0 < p.support < len(pages)]
    column = {p.number: i for i, p in enumerate(kept)}
    counts = np.zeros((len(pages), len(kept)))
    for row, page in enumerate(pages):
        for number, times in patterns.counts(page).items():
            if number in column:
                counts[row, column[number]] = times
    shares = counts / np.maximum(1.0, counts.sum(axis=1, keepdims=True))
    rarity = np.log10(len(pages) / np.array([p.support for p in kept], np.float64))
    areas = np.array([p.area for p in kept])
    total = areas.sum()
    return shares * rarity, areas / total if total else areas


def pattern_distances(features: Matrix, areas: Matrix) -> Matrix:
    """Equation 2 for every pair of rows."""
    points = features * np.sqrt(areas)
    squares = (points**2).sum(axis=1)
    distances: Matrix = np.sqrt(
        np.maximum(0.0, squares[:, None] + squares[None, :] - 2.0 * points @ points.T)
    )
    return distances


def layout_names(pages: Sequence[SampledPage]) -> list[str]:
    """The places that are of the layout: on several pages, not on all."""
    counts = Counter(label for page in pages for label in page.labels)
    least = max(_LEAST_PAGES, _LEAST_SHARE * len(pages))
    kept = [(n, label) for label, n in counts.items() if least <= n < len(pages)]
    kept.sort(key=lambda item: (-item[0], item[1]))
    return sorted(label for _, label in kept[:_MOST_FEATURES])


def layout_vector(page: SampledPage, columns: dict[str, int]) -> Matrix:
    """A page as a row of zeros and ones."""
    row = np.zeros(len(columns))
    row[[columns[label] for label in page.labels if label in columns]] = 1.0
    return row


def set_distances(points: Matrix, others: Matrix) -> Matrix:
    """The distance of Jaccard, also of a page to the mean of a cluster; empty sets are equal."""
    answer = np.zeros((len(points), len(others)))
    for i, point in enumerate(points):
        larger = np.maximum(point, others).sum(axis=1)
        smaller = np.minimum(point, others).sum(axis=1)
        answer[i] = np.where(larger > 0, 1.0 - smaller / np.where(larger > 0, larger, 1.0), 0.0)
    return answer
