"""The benchmark's figures: what a list of requests brought, judged by a mirror's labels.

Every request counts, whatever it was for and whatever it answered. A page whose content is in
hand already is a duplicate; the first copy of a content counts as the content itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from periplus.bench.facts import SiteFacts
from periplus.bench.ragged import Ragged
from periplus.bench.relations import relations
from periplus.fetch.mirror import Mirror
from periplus.plan.strategy import Verdict

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.97, 0.99)

Curve = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
RequestsTo = dict[str, int | None]


@dataclass(frozen=True, slots=True)
class Score:
    """What a crawl brought, apart from what it cost in time and memory."""

    requests: int
    distinct: int
    content: float
    content_all: float
    external_links: float | None  # None where the valuable pages have none
    r_inv: float
    r_dup: float
    r_cov: float
    relations: float | None  # None where no entity has two pages
    to: RequestsTo
    auc: float
    curve: Curve  # content after each request


@dataclass(frozen=True, slots=True)
class Ratios:
    """iRobot's equation 5: invalid and duplicate requests, and the contents obtained."""

    invalid: int
    duplicate: int
    obtained: int


class Scorer:
    """Judges crawls of one site."""

    def __init__(self, mirror: Mirror, facts: SiteFacts) -> None:
        self._mirror = mirror
        self._facts = facts
        valuable = valuable_rows(mirror)
        self.valuable_urls = sum(
            label.verdict is Verdict.VALUABLE for label in mirror.labels.values()
        )
        self.wanted = present(facts.grams, facts.gram_count, valuable)
        self.wanted_externals = present(facts.externals, facts.external_count, valuable)

    def score(self, requests: Sequence[str], threads: Sequence[Sequence[str]] = ()) -> Score:
        """The figures of a crawl, from its requests in their order and the threads it joined."""
        rows = [self._mirror.find(url) for url in requests]
        grams = gains(self._facts.grams, self._facts.gram_count, rows, self.wanted)
        all_grams = gains(self._facts.grams, self._facts.gram_count, rows, None)
        externals = gains(
            self._facts.externals, self._facts.external_count, rows, self.wanted_externals
        )
        curve = np.cumsum(grams) / max(1, int(self.wanted.sum()))
        keys = [self._mirror.key(url) for url in requests]
        ratios = count_ratios(self._mirror, keys)
        count = max(1, len(requests))
        external_total = int(self.wanted_externals.sum())
        return Score(
            requests=len(requests),
            distinct=len(set(keys)),
            content=_last(curve),
            content_all=int(all_grams.sum()) / max(1, self._facts.gram_count),
            external_links=int(externals.sum()) / external_total if external_total else None,
            r_inv=ratios.invalid / count,
            r_dup=ratios.duplicate / count,
            r_cov=ratios.obtained / max(1, self.valuable_urls),
            relations=relations(self._mirror, threads),
            to=requests_to(curve),
            auc=area(curve, len(self._mirror.labels)),
            curve=curve,
        )


def valuable_rows(mirror: Mirror) -> Mask:
    """Which rows are labelled valuable."""
    labels = (mirror.label(row) for row in range(len(mirror)))
    return np.array(
        [label is not None and label.verdict is Verdict.VALUABLE for label in labels],
        dtype=np.bool_,
    )


def present(items: Ragged, count: int, rows: Mask) -> Mask:
    """Which of `count` items occur in the chosen rows."""
    found = np.zeros(count, dtype=np.bool_)
    found[items.values[np.repeat(rows, items.lengths)]] = True
    return found


def gains(
    items: Ragged, count: int, rows: Sequence[int | None], wanted: Mask | None
) -> npt.NDArray[np.int64]:
    """How many wanted items each of the rows brings for the first time."""
    missing = np.ones(count, dtype=np.bool_) if wanted is None else wanted.copy()
    new = np.zeros(len(rows), dtype=np.int64)
    for number, row in enumerate(rows):
        if row is not None:
            here = items[row]
            fresh = here[missing[here]]
            missing[fresh] = False
            new[number] = len(fresh)
    return new


def count_ratios(mirror: Mirror, keys: Sequence[str]) -> Ratios:
    """Each request as invalid, as a repeated content, or as a content seen for the first time."""
    asked: set[str] = set()
    obtained: set[str] = set()
    invalid = duplicate = 0
    for key in keys:
        if key in asked:
            duplicate += 1
            continue
        asked.add(key)
        label = mirror.labels.get(key)
        if label is None or label.verdict is Verdict.INVALID:
            invalid += 1
            continue
        original = key
        is_first = True
        if label.verdict is Verdict.DUPLICATE:
            original = mirror.key(label.dup_of) if label.dup_of else ""
            is_first = bool(original) and original not in asked
        if is_first and original not in obtained:
            obtained.add(original)
        else:
            duplicate += 1
    return Ratios(invalid, duplicate, len(obtained))


def requests_to(curve: Curve, levels: Sequence[float] = LEVELS) -> RequestsTo:
    """The number of the request that first reached each share of the content; None if none did."""
    reached = np.searchsorted(curve, np.array(levels), side="left")
    return {
        str(level): int(at) + 1 if at < len(curve) else None
        for level, at in zip(levels, reached, strict=True)
    }


def area(curve: Curve, horizon: int) -> float:
    """Mean content over the first `horizon` requests; a crawl that stops keeps what it has.

    The horizon is the number of URLs of the site, so that areas of one site can be compared.
    """
    if not len(curve) or horizon <= 0:
        return 0.0
    inside = curve[:horizon]
    return float(inside.sum() + (horizon - len(inside)) * inside[-1]) / horizon


def _last(curve: Curve) -> float:
    return float(curve[-1]) if len(curve) else 0.0
