"""Labels of links in a few hundred clusters: exact where that will do, coarser where they explode.

A cluster is named by a form of its labels: the last steps of the path, with or without classes and
ids (`page.labels.coarser`). Each label goes to the finest of its forms that stands on enough pages;
how many are enough is raised until the clusters are few. A label that was never seen goes to the
cluster of its nearest relative.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from periplus.page.labels import coarser, tags_only, without_classes
from periplus.page.options import LabelStyle

MOST_CLUSTERS = 300
UNKNOWN = -1
_ENOUGH = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)


class LabelClusters:
    """Clusters by name, the most frequent first, and the way from a label to its cluster."""

    def __init__(self, names: Sequence[str], style: LabelStyle = LabelStyle.BOTH) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.style = style
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._relatives: dict[str, int] = {}
        for number, name in enumerate(self.names):
            for form in coarser(name):
                self._relatives.setdefault(form, number)
        self._found: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.names)

    def number(self, label: str) -> int:
        """The cluster of a label, or UNKNOWN."""
        found = self._found.get(label)
        if found is None:
            found = self._found[label] = self._find(label)
        return found

    def _find(self, label: str) -> int:
        chain = forms(label, self.style)
        for table in (self._numbers, self._relatives):
            for form in chain:
                if form in table:
                    return table[form]
        return UNKNOWN

    def knows(self, label: str) -> bool:
        """Whether a label has a cluster of its own form, not a relative's."""
        return any(form in self._numbers for form in forms(label, self.style)[:2])


def forms(label: str, style: LabelStyle) -> list[str]:
    """A label with the attributes of a style, then its coarser forms."""
    styled = styled_label(label, style)
    return [styled, *coarser(styled)]


def styled_label(label: str, style: LabelStyle) -> str:
    """A label with only the attributes that a style has."""
    if style is LabelStyle.BOTH:
        return label
    if style is LabelStyle.TAGS:
        return tags_only(label)
    if style is LabelStyle.ID:
        return without_classes(label)
    return "/".join(_without_id(step) for step in label.split("/"))


def _without_id(step: str) -> str:
    tag, hash_sign, rest = step.partition("#")
    if not hash_sign:
        return step
    _, dot, classes = rest.partition(".")
    return tag + dot + classes


def cluster_labels(
    pages: Mapping[str, int], style: LabelStyle, most: int = MOST_CLUSTERS
) -> LabelClusters:
    """Clusters for labels that stand on so many pages each."""
    chains = {label: forms(label, style) for label in pages}
    support: Counter[str] = Counter()
    for label, count in pages.items():
        for form in set(chains[label]):
            support[form] += count
    names: Counter[str] = Counter()
    for enough in _ENOUGH:
        names = Counter()
        for label, count in pages.items():
            chain = chains[label]
            form = next((form for form in chain if support[form] >= enough), chain[-1])
            names[form] += count
        if len(names) <= most:
            break
    ordered = sorted(names.items(), key=lambda item: (-item[1], item[0]))
    return LabelClusters([name for name, _ in ordered[:most]], style)
