"""Near-duplicates among sampled pages: sketches of 5-word shingles, banded: linear time."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from periplus.page.view import U64
from periplus.page.words import resemblance
from periplus.plan.irobot.pages import SampledPage

_ALIKE = 0.9
_BANDS = 16  # the smallest hashes of a sketch: two that are 0.9 alike share one almost surely
_MOST_COMPARED = 8  # with pages of one bucket
_SKETCH = 128


def near_duplicates(pages: Sequence[SampledPage], alike: float = _ALIKE) -> list[int]:
    """For each page the number of the first page that it nearly repeats, or its own."""
    leaders = list(range(len(pages)))
    buckets: defaultdict[int, list[int]] = defaultdict(list)
    by_text: dict[int, int] = {}
    for number, page in enumerate(pages):
        if not page.is_page or not len(page.sketch):
            continue
        first = by_text.setdefault(page.text_hash, number)
        if first == number:
            first = _similar(page, number, pages, buckets, alike)
        leaders[number] = leaders[first]
        if leaders[number] == number:
            for value in page.sketch[:_BANDS].tolist():
                buckets[value].append(number)
    return leaders


def _similar(
    page: SampledPage,
    number: int,
    pages: Sequence[SampledPage],
    buckets: dict[int, list[int]],
    alike: float,
) -> int:
    votes: defaultdict[int, int] = defaultdict(int)
    for value in page.sketch[:_BANDS].tolist():
        for other in buckets.get(value, ())[:_MOST_COMPARED]:
            votes[other] += 1
    best = sorted(votes, key=lambda other: (-votes[other], other))[:_MOST_COMPARED]
    for other in best:
        if resemblance(page.sketch, pages[other].sketch, _SKETCH) >= alike:
            return other
    return number


def is_contained(part: U64, whole: U64, share: float = 0.8) -> bool:
    """Whether most of one text is in another, as far as their sketches overlap in range."""
    if not len(part) or not len(whole):
        return False
    limit = whole[-1] if len(whole) >= _SKETCH else np.uint64(2**64 - 1)
    comparable = part[part <= limit]
    if len(comparable) < 4:
        return False
    return float(np.isin(comparable, whole, assume_unique=True).mean()) >= share
