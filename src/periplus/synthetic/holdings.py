"""The things in a generated site: groups of items, their parts and people, all by arithmetic.

In a forum these are boards, threads, posts and members; in a blog categories, articles (their first
part) with comments, and authors.

Items stand on shelves: group by group, newest first. An item's number is its place on the
shelves, permuted, so that the numbers of a group's items are scattered as in real sites.
"""

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from periplus.synthetic.noise import Noise, Permutation

SORT_KEYS = ("replies", "views", "title", "author")
_TAIL = 1.6  # Lomax exponent of parts per item; forums lie between 1.3 and 2
_LONGEST = 60  # no item is longer than this many times the mean


@dataclass(frozen=True, slots=True)
class Shape:
    """How many of everything there are."""

    groups: int
    depth: int
    items: int
    parts_per_item: float
    people: int
    items_per_page: int
    parts_per_page: int


@dataclass(frozen=True, slots=True)
class PartPlace:
    """Where a part stands: its item and its number within it, from 0."""

    item: int
    index: int


class Holdings:
    """Numbers of a site; no text, no URLs. Memory: four bytes for each item."""

    def __init__(self, shape: Shape, noise: Noise) -> None:
        self.shape = shape
        self._noise = noise.child("holdings")
        self._shelf = Permutation(shape.items, self._noise, "shelf")
        self._starters = Permutation(shape.items, self._noise, "starters")
        self._group_ends = self._share_out()
        self._part_ends = array("I")
        total = 0
        for item in range(shape.items):
            total += self._length(item)
            self._part_ends.append(total)
        self.parts = total
        self.starters = max(1, shape.people * 2 // 3)
        self._children: dict[int | None, list[int]] = {}
        for group in range(shape.groups):
            self._children.setdefault(self.parent(group), []).append(group)
        self.order = lru_cache(maxsize=64)(self._order)
        self._shelf_place = lru_cache(maxsize=4096)(self._shelf.backward)

    def _share_out(self) -> list[int]:
        count, items = self.shape.groups, self.shape.items
        weights = [0.3 + self._noise.unit("group", group) ** 2 for group in range(count)]
        ends, sum_so_far, total = [], 0.0, sum(weights)
        for weight in weights:
            sum_so_far += weight
            ends.append(round(items * sum_so_far / total))
        return ends

    def _length(self, item: int) -> int:
        mean = self.shape.parts_per_item
        u = self._noise.unit("length", item)
        extra = (_TAIL - 1) * (mean - 1) * ((1 - u) ** (-1 / _TAIL) - 1)
        return 1 + int(min(extra + 0.5, _LONGEST * mean))

    # groups

    def parent(self, group: int) -> int | None:
        """The group that contains this one: groups stand in `depth` levels of about one size."""
        width = max(1, self.shape.groups // self.shape.depth)
        level = min(group // width, self.shape.depth - 1)
        if level == 0:
            return None
        return (level - 1) * width + (group - level * width) % width

    def children(self, group: int | None) -> list[int]:
        """The groups inside a group, or on the front page."""
        return self._children.get(group, [])

    def items_in(self, group: int) -> int:
        """How many items a group has."""
        return self._group_ends[group] - self._group_start(group)

    def _group_start(self, group: int) -> int:
        return self._group_ends[group - 1] if group else 0

    def group_pages(self, group: int) -> int:
        """Over how many pages a group's list goes."""
        return max(1, -(-self.items_in(group) // self.shape.items_per_page))

    def group_items(self, group: int, page: int, key: str = "", reverse: bool = False) -> list[int]:
        """The items on one page of a group's list, newest first unless told otherwise."""
        start, size = self._group_start(group), self.shape.items_per_page
        count = self.items_in(group)
        places = range((page - 1) * size, min(count, page * size))
        if key:
            order = self.order(group, key)
            return [order[count - 1 - p if reverse else p] for p in places]
        if reverse:
            return [self._shelf.forward(start + count - 1 - p) for p in places]
        return [self._shelf.forward(start + p) for p in places]

    def _order(self, group: int, key: str) -> "array[int]":
        start, end = self._group_start(group), self._group_ends[group]
        items = [self._shelf.forward(place) for place in range(start, end)]
        rank = {
            "replies": lambda t: (-self.length(t), t),
            "views": lambda t: (-self.times_read(t), t),
            "author": lambda t: (self.starter(t), t),
        }.get(key, lambda t: (self._noise.integer("title", t), t))
        return array("I", sorted(items, key=rank))

    # items

    def group_of(self, item: int) -> int:
        """The group of an item."""
        return bisect_right(self._group_ends, self._shelf_place(item))

    def neighbour(self, item: int, step: int) -> int | None:
        """The next older (1) or newer (-1) item of the same group."""
        place = self._shelf_place(item)
        group = bisect_right(self._group_ends, place)
        if not self._group_start(group) <= place + step < self._group_ends[group]:
            return None
        return self._shelf.forward(place + step)

    def length(self, item: int) -> int:
        """How many parts an item has."""
        return self._part_ends[item] - self.first_part(item)

    def times_read(self, item: int) -> int:
        """How often an item was read."""
        return self.length(item) * 17 + self._noise.below(500, "views", item)

    def item_pages(self, item: int) -> int:
        """Over how many pages an item goes."""
        return -(-self.length(item) // self.shape.parts_per_page)

    def started(self, item: int) -> int:
        """The day on which an item was begun."""
        place = self._shelf_place(item)
        return 6000 - place * 5000 // self.shape.items

    def starter(self, item: int) -> int:
        """The person who began an item."""
        return self._starters.forward(item) % self.starters

    def started_by(self, person: int) -> list[int]:
        """The items that a person began."""
        if person >= self.starters:
            return []
        return self.by_recency(person, self.shape.items, self.starters)

    def recency(self, item: int) -> int:
        """The place of an item in the order of `recent`: 0 for the newest."""
        return self._starters.forward(item)

    def recent(self, page: int) -> list[int]:
        """One page of the items of all groups, by an order that mixes the groups."""
        size = self.shape.items_per_page
        return self.by_recency((page - 1) * size, page * size)

    def recent_pages(self) -> int:
        """Over how many pages the list of all items goes."""
        return -(-self.shape.items // self.shape.items_per_page)

    def by_recency(self, first: int, end: int, step: int = 1) -> list[int]:
        """The items at some places of that order."""
        places = range(first, min(self.shape.items, end), step)
        return [self._starters.backward(place) for place in places]

    # parts

    def first_part(self, item: int) -> int:
        """The number of an item's first part."""
        return self._part_ends[item - 1] if item else 0

    def place(self, part: int) -> PartPlace:
        """The item of a part, and its place there."""
        item = bisect_right(self._part_ends, part)
        return PartPlace(item, part - self.first_part(item))

    def page_of(self, place: PartPlace) -> int:
        """The page of the item that shows a part."""
        return place.index // self.shape.parts_per_page + 1

    def parts_on(self, item: int, page: int) -> range:
        """The numbers of the parts on one page of an item."""
        first, size = self.first_part(item), self.shape.parts_per_page
        return range(first + (page - 1) * size, first + min(self.length(item), page * size))

    def author(self, part: int) -> int:
        """The person who wrote a part: few people write most of them."""
        place = self.place(part)
        if place.index == 0:
            return self.starter(place.item)
        u = self._noise.unit("author", part)
        return int(self.shape.people**u) - 1

    def quoted(self, part: int) -> int | None:
        """The earlier part of the same item that a part quotes."""
        place = self.place(part)
        if place.index == 0 or not self._noise.chance(0.3, "quotes", part):
            return None
        return part - 1 - self._noise.below(min(place.index, 5), "quoted", part)
