"""The fewest requests for a share of the targets that a crawler could need that knows the site.

A target costs one request and shows its links. What else is fetched is the page, with the way to
it, that shows the most targets for each request: a greedy choice, so not quite the optimum.
"""

from collections import deque
from collections.abc import Sequence

Links = Sequence[Sequence[int]]


def oracle_requests(
    links: Links, target_of: Sequence[int], starts: Sequence[int], wanted: int
) -> int | None:
    """How many pages are fetched until `wanted` targets are in hand; None if they are not linked.

    Args:
        links: the pages that each page links to, by number.
        target_of: the number of the target that each page shows, -1 for none.
        starts: the pages that a crawl begins with; they count.
        wanted: how many different targets are to be had.
    """
    fetched: set[int] = set()
    in_hand: set[int] = set()
    _fetch(starts, links, target_of, fetched, in_hand)
    while len(in_hand) < wanted:
        way = _best_way(links, target_of, fetched, in_hand)
        if not way:
            return None
        _fetch(way, links, target_of, fetched, in_hand)
    return len(fetched) - (len(in_hand) - wanted)


def _fetch(
    pages: Sequence[int],
    links: Links,
    target_of: Sequence[int],
    fetched: set[int],
    in_hand: set[int],
) -> None:
    """Fetch pages, and all targets that are linked from what is in hand then."""
    queue = deque(page for page in pages if page not in fetched)
    fetched.update(queue)
    in_hand.update(target_of[page] for page in queue if target_of[page] >= 0)
    while queue:
        for page in links[queue.popleft()]:
            target = target_of[page]
            if target >= 0 and target not in in_hand:
                in_hand.add(target)
                fetched.add(page)
                queue.append(page)


def _best_way(
    links: Links, target_of: Sequence[int], fetched: set[int], in_hand: set[int]
) -> list[int]:
    """The way from what is in hand to the page that shows most new targets for each request."""
    ways: dict[int, list[int]] = {page: [] for page in fetched}
    queue = deque(fetched)
    best: list[int] = []
    best_value = 0.0
    while queue:
        page = queue.popleft()
        for found in links[page]:
            if found in ways:
                continue
            way = ways[found] = [*ways[page], found]
            queue.append(found)
            shown = {target_of[target] for target in links[found]} - in_hand - {-1}
            if len(shown) / len(way) > best_value:
                best, best_value = way, len(shown) / len(way)
    return best
