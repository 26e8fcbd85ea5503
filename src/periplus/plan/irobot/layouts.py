"""Layout clusters: made from a sample, then used to classify pages as they come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from periplus.plan.irobot.clusters import cluster
from periplus.plan.irobot.features import (
    Matrix,
    layout_names,
    layout_vector,
    pattern_distances,
    pattern_features,
    set_distances,
)
from periplus.plan.irobot.pages import SampledPage
from periplus.plan.irobot.patterns import PatternList

UNCLASSIFIED = -1
_MOST_CLUSTERED = 1_500  # distinct layouts: distances of more would not fit
_FAITHFUL_RANGE = (0.005, 0.1)


@dataclass(slots=True)
class Layouts:
    """The clusters as mean sets of places, each with how far its own pages lie from it."""

    names: list[str]
    centres: Matrix  # clusters by places
    radii: list[float]

    def __post_init__(self) -> None:
        self._columns = {name: i for i, name in enumerate(self.names)}

    _columns: dict[str, int] = None  # type: ignore[assignment]

    def classify(self, page: SampledPage) -> int:
        """The nearest cluster that a page is close enough to, or UNCLASSIFIED."""
        if not len(self.centres):
            return UNCLASSIFIED
        point = layout_vector(page, self._columns)
        distances = set_distances(point[None, :], self.centres)[0]
        nearest = int(np.argmin(distances))
        return nearest if distances[nearest] <= self.radii[nearest] else UNCLASSIFIED

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON values: of each centre the places that it has."""
        return {
            "places": self.names,
            "centres": [
                {str(i): round(float(row[i]), 4) for i in np.flatnonzero(row)}
                for row in self.centres
            ],
            "radii": self.radii,
        }


def layouts_from_json(state: Mapping[str, Any]) -> Layouts:
    """The layouts that `to_json` made the values of."""
    names = [str(name) for name in state["places"]]
    centres = np.zeros((len(state["centres"]), len(names)))
    for row, values in enumerate(state["centres"]):
        for column, value in values.items():
            centres[row, int(column)] = value
    return Layouts(names, centres, [float(radius) for radius in state["radii"]])


def make_layouts(
    pages: Sequence[SampledPage],
    patterns: PatternList,
    kinds: Sequence[str] | None = None,
    *,
    faithful: bool,
) -> tuple[list[int], Layouts]:
    """Cluster a sample by layout: the cluster of each page, and the means to classify others.

    Args:
        kinds: the kind of URL of each page; the clusters are to agree with them where they can.
    """
    rows = [row for row, page in enumerate(pages) if page.is_page]
    readable = [pages[row] for row in rows]
    names = layout_names(readable)
    columns = {name: i for i, name in enumerate(names)}
    points = np.zeros((len(readable), len(names)))
    for at, page in enumerate(readable):
        points[at] = layout_vector(page, columns)
    if faithful:
        numbers, slack = _as_published(readable, patterns)
    else:
        numbers, slack = _by_places(points, [kinds[row] for row in rows] if kinds else None)
    centres, radii = _centres(points, numbers, slack)
    clusters = [UNCLASSIFIED] * len(pages)
    for row, number in zip(rows, numbers, strict=True):
        clusters[row] = number
    return clusters, Layouts(names, centres, radii)


def _by_places(points: Matrix, kinds: Sequence[str] | None) -> tuple[list[int], float]:
    if len(points) > _MOST_CLUSTERED:
        # Rare combinations go to the nearest common one; the common ones make the clusters.
        distinct, first, owner, counts = np.unique(
            points, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        if len(distinct) > _MOST_CLUSTERED:
            common = np.argsort(-counts, kind="stable")[:_MOST_CLUSTERED]
            nearest = np.argmin(set_distances(distinct, distinct[common]), axis=1)
            own = [kinds[first[row]] for row in common] if kinds else None
            found = cluster(distinct[common], lambda p: set_distances(p, p), kinds=own)
            return found.numbers[nearest[owner.reshape(-1)]].tolist(), found.widest
    found = cluster(points, lambda p: set_distances(p, p), kinds=kinds)
    return found.numbers.tolist(), found.widest


def _as_published(pages: Sequence[SampledPage], patterns: PatternList) -> tuple[list[int], float]:
    features, areas = pattern_features(pages, patterns)
    far = pattern_distances(features, areas)
    found = cluster(
        features,
        lambda points: pattern_distances(points, areas),
        single=True,
        scale=float(far.max(initial=0.0)),
        margins=_FAITHFUL_RANGE,
    )
    return found.numbers.tolist(), 0.5


def _centres(points: Matrix, numbers: Sequence[int], slack: float) -> tuple[Matrix, list[float]]:
    own = np.array(numbers, np.intp)
    count = int(own.max()) + 1 if len(own) else 0
    centres = np.zeros((count, points.shape[1]))
    radii = []
    for number in range(count):
        members = points[own == number]
        centres[number] = members.mean(axis=0)
        distances = set_distances(members, centres[number][None, :])[:, 0]
        radii.append(float(max(slack, distances.max() * 1.05)))
    return centres, radii
