"""Repetitive patterns of a site: discovered and matched over its pages (the paper's Figure 5).

A pattern is the shape that the regions of one kind share: where they stand, and a tree of the
links in their records, as the paths of its leaves in order, with a sign for those that are not in
all (`?`). Regions with one id are of one pattern; others are aligned by their trees. Alignment is
partial: what only one tree has is inserted where the neighbours on both sides are neighbours in the
pattern too; where its place is not certain it waits for a region that settles it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from periplus.plan.irobot.pages import PageRegion, SampledPage

_ALIKE = 0.6  # share of the branches of two trees that must be the same
_MOST_PATTERNS = 2_000


@dataclass(slots=True)
class Pattern:
    """One repetitive pattern with its area and support."""

    number: int
    id: int
    label: str
    branches: dict[str, int] = field(default_factory=dict)  # link path -> regions that have it
    order: list[str] = field(default_factory=list)  # the paths that have a certain place
    regions: int = 0
    support: int = 0  # pages
    area_sum: float = 0.0

    @property
    def area(self) -> float:
        """The average share of the page."""
        return self.area_sum / self.regions if self.regions else 0.0

    def alike(self, region: PageRegion) -> bool:
        """Whether a region's tree can be aligned with this one's."""
        if region.label != self.label:
            return False
        branches = set(region.columns)
        if not branches or not self.branches:
            return False
        shared = len(branches & self.branches.keys())
        return shared >= _ALIKE * min(len(branches), len(self.branches))

    def take_in(self, region: PageRegion) -> None:
        """Align a region: branches that are new are added, the area is averaged."""
        self.regions += 1
        self.area_sum += region.area
        for branch in region.columns:
            self.branches[branch] = self.branches.get(branch, 0) + 1
        self.order = aligned(self.order, region.columns)

    def tree(self) -> str:
        """The branches with their signs, for people; those without a certain place last."""
        unsettled = sorted(self.branches.keys() - set(self.order))
        parts = [
            f"{branch}{'' if self.branches[branch] == self.regions else '?'}"
            for branch in (*self.order, *unsettled)
        ]
        return f"{self.label} ({' '.join(parts)})*"


def aligned(seed: Sequence[str], branches: Sequence[str]) -> list[str]:
    """Partial alignment: the seed with those branches inserted that have one possible place."""
    place = {branch: at for at, branch in enumerate(seed)}
    after: dict[int, list[str]] = {}  # place in the seed -> what is inserted behind it
    left, run = -1, list[str]()
    for branch in (*dict.fromkeys(branches), None):
        at = len(seed) if branch is None else place.get(branch)
        if at is None:
            run.append(branch or "")
            continue
        if at == left + 1:
            after[left] = run
        left, run = at, []
    merged = list(after.get(-1, ()))
    for at, branch in enumerate(seed):
        merged += (branch, *after.get(at, ()))
    return merged


class PatternList:
    """All patterns of a sample, and the pattern of each region id."""

    def __init__(self, pages: Iterable[SampledPage] = ()) -> None:
        self.patterns: list[Pattern] = []
        self._by_id: dict[int, Pattern] = {}
        self._by_label: dict[str, list[Pattern]] = {}
        for page in pages:
            self.take_in(page)

    def take_in(self, page: SampledPage) -> dict[int, int]:
        """Match the regions of a page; how often each pattern occurs on it."""
        counts: dict[int, int] = {}
        for region in page.regions:
            pattern = self._by_id.get(region.pattern) or self._discover(region)
            if pattern is None:
                continue
            pattern.take_in(region)
            counts[pattern.number] = counts.get(pattern.number, 0) + 1
        for number in counts:
            self.patterns[number].support += 1
        return counts

    def _discover(self, region: PageRegion) -> Pattern | None:
        known = self._by_label.setdefault(region.label, [])
        pattern = next((p for p in known if p.alike(region)), None)
        if pattern is None:
            if len(self.patterns) >= _MOST_PATTERNS:
                return None
            pattern = Pattern(len(self.patterns), region.pattern, region.label)
            self.patterns.append(pattern)
            known.append(pattern)
        self._by_id[region.pattern] = pattern
        return pattern

    def counts(self, page: SampledPage) -> dict[int, int]:
        """How often each known pattern occurs on a page; nothing is learned."""
        counts: dict[int, int] = {}
        for region in page.regions:
            pattern = self._by_id.get(region.pattern)
            if pattern is not None:
                counts[pattern.number] = counts.get(pattern.number, 0) + 1
        return counts

    def matched(self) -> dict[int, int]:
        """For each region id the id of its pattern, where the two differ."""
        return {id_: p.id for id_, p in self._by_id.items() if id_ != p.id}
