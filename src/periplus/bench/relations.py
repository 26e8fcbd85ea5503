"""Whether the pages of one thing were kept together: iRobot's relations, from the labels."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from periplus.fetch.mirror import Mirror
from periplus.plan.strategy import Verdict

Part = tuple[str, int]  # entity, page number


def relations(mirror: Mirror, threads: Sequence[Sequence[str]]) -> float | None:
    """The share of the site's consecutive page pairs that stand in one thread, in order.

    A pair is two valuable pages n and n + 1 of one entity. A copy of a page (another URL of the
    same entity and page number) stands for it. None where the site has no such pair.
    """
    pairs = _pairs(mirror)
    if not pairs:
        return None
    kept: set[Part] = set()
    for thread in threads:
        kept |= _kept_pairs(_parts(mirror, thread))
    return len(kept & pairs) / len(pairs)


def _pairs(mirror: Mirror) -> set[Part]:
    """Every (entity, n) such that pages n and n + 1 of the entity are both worth having."""
    pages: dict[str, set[int]] = defaultdict(set)
    for label in mirror.labels.values():
        if label.verdict is Verdict.VALUABLE and label.entity and label.page is not None:
            pages[label.entity].add(label.page)
    return {
        (entity, page)
        for entity, numbers in pages.items()
        for page in numbers
        if page + 1 in numbers
    }


def _parts(mirror: Mirror, thread: Iterable[str]) -> list[Part]:
    parts = []
    for url in thread:
        label = mirror.labels.get(mirror.key(url))
        if label is None or label.verdict is Verdict.INVALID:
            continue
        if label.entity and label.page is not None:
            parts.append((label.entity, label.page))
    return parts


def _kept_pairs(parts: Sequence[Part]) -> set[Part]:
    first: dict[Part, int] = {}
    last: dict[Part, int] = {}
    for position, part in enumerate(parts):
        first.setdefault(part, position)
        last[part] = position
    return {
        (entity, page)
        for (entity, page), position in first.items()
        if last.get((entity, page + 1), -1) > position
    }
