"""What a search is measured by on a mirrored site: the pages of its most frequent valuable kind."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import xxhash

from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from periplus.plan.strategy import Verdict
from periplus.plan.verdicts import Verdicts

EXAMPLES = 5
SHARE = 0.9  # of the targets, that requests are counted to


class Targets:
    """The labelled pages of one kind. A copy counts as the page that it is a copy of."""

    def __init__(self, mirror: Mirror, kind: str | None = None) -> None:
        self._mirror = mirror
        self.kind = kind or _main_kind(mirror)
        self.keys = frozenset(
            key
            for key, label in mirror.labels.items()
            if label.kind == self.kind and label.verdict is Verdict.VALUABLE
        )

    def shown(self, url: str) -> str | None:
        """The target that a URL shows, if it shows one."""
        key = self._mirror.key(url)
        label = self._mirror.labels.get(key)
        if label is None or label.verdict is Verdict.INVALID:
            return None
        if label.verdict is Verdict.DUPLICATE:
            key = self._mirror.key(label.dup_of) if label.dup_of else ""
        return key if key in self.keys else None

    def examples(self, seed: int, number: int = EXAMPLES) -> list[str]:
        """Some targets, chosen by a seed."""
        ordered = sorted(
            self.keys, key=lambda key: xxhash.xxh3_64_intdigest(key.encode(), seed=seed)
        )
        rows = (self._mirror.find(self._mirror.labels[key].url) for key in ordered)
        return [self._mirror.entries[row].url for row in rows if row is not None][:number]


class LabelVerdicts(Verdicts):
    """A validator that is always right: it reads the labels."""

    def __init__(self, targets: Targets) -> None:
        super().__init__()
        self._targets = targets

    def of(self, url: str) -> bool | None:
        return self._targets.shown(url) is not None


@dataclass(frozen=True, slots=True)
class HuntScore:
    """How a crawl fares that looks for the targets."""

    requests: int
    recall: float
    harvest: float  # distinct targets for each request
    to_90: int | None  # requests until nine of ten targets are in hand
    curve: Sequence[int]  # targets in hand after each request

    def recall_after(self, requests: int, total: int) -> float:
        """The recall after so many requests."""
        at = min(requests, len(self.curve))
        return self.curve[at - 1] / max(1, total) if at else 0.0


def hunt_score(targets: Targets, requests: Sequence[str]) -> HuntScore:
    """Judge a list of requests; every request counts."""
    in_hand: set[str] = set()
    curve = []
    for url in requests:
        shown = targets.shown(url)
        if shown is not None:
            in_hand.add(shown)
        curve.append(len(in_hand))
    total = max(1, len(targets.keys))
    return HuntScore(
        requests=len(requests),
        recall=len(in_hand) / total,
        harvest=len(in_hand) / max(1, len(requests)),
        to_90=next((at for at, n in enumerate(curve, 1) if n >= SHARE * total), None),
        curve=curve,
    )


def _main_kind(mirror: Mirror) -> str:
    kinds = Counter(
        label.kind for label in mirror.labels.values() if label.verdict is Verdict.VALUABLE
    )
    if not kinds:
        raise ConfigError(f"{mirror.directory}: no page is labelled valuable")
    return max(kinds, key=lambda kind: (kinds[kind], kind))
