"""Groups, items, parts and people fit together."""

from periplus.synthetic.holdings import SORT_KEYS, Holdings, PartPlace, Shape
from periplus.synthetic.noise import Noise

SHAPE = Shape(
    groups=7,
    depth=3,
    items=150,
    parts_per_item=6.0,
    people=30,
    items_per_page=12,
    parts_per_page=5,
)
DATA = Holdings(SHAPE, Noise(11))


def test_each_item_is_listed_once_in_its_group():
    listed = []
    for group in range(SHAPE.groups):
        for page in range(1, DATA.group_pages(group) + 1):
            items = DATA.group_items(group, page)
            assert all(DATA.group_of(item) == group for item in items)
            listed += items
    assert sorted(listed) == list(range(SHAPE.items))


def test_sort_orders_are_permutations_of_the_group():
    group = max(range(SHAPE.groups), key=DATA.items_in)
    pages = range(1, DATA.group_pages(group) + 1)
    plain = [item for page in pages for item in DATA.group_items(group, page)]
    for key in ("", *SORT_KEYS):
        down = [item for page in pages for item in DATA.group_items(group, page, key)]
        up = [item for page in pages for item in DATA.group_items(group, page, key, reverse=True)]
        assert sorted(down) == sorted(plain)
        assert up == down[::-1]
    replies = [i for page in pages for i in DATA.group_items(group, page, "replies")]
    lengths = [DATA.length(item) for item in replies]
    assert lengths == sorted(lengths, reverse=True)


def test_groups_form_a_tree_of_the_depth_asked_for():
    def depth(group: int) -> int:
        parent = DATA.parent(group)
        return 1 if parent is None else 1 + depth(parent)

    assert max(depth(group) for group in range(SHAPE.groups)) == SHAPE.depth
    reached = list(DATA.children(None))
    for group in reached:
        reached += DATA.children(group)
    assert sorted(reached) == list(range(SHAPE.groups))


def test_parts_belong_to_items_in_order():
    total = 0
    for item in range(SHAPE.items):
        parts = [
            p for page in range(1, DATA.item_pages(item) + 1) for p in DATA.parts_on(item, page)
        ]
        assert parts == list(range(total, total + DATA.length(item)))
        for index, part in enumerate(parts):
            place = DATA.place(part)
            assert place == PartPlace(item, index)
            assert part in DATA.parts_on(item, DATA.page_of(place))
        total += len(parts)
    assert total == DATA.parts


def test_lengths_are_heavy_tailed_around_the_mean():
    data = Holdings(
        Shape(1, 1, 4000, 8.0, 5, 10, 10),
        Noise(2),
    )
    lengths = sorted(data.length(item) for item in range(4000))
    assert 6.5 < sum(lengths) / 4000 < 9.5
    assert lengths[2000] <= 5
    assert lengths[-1] > 60


def test_people_and_what_they_began():
    for person in range(SHAPE.people):
        assert all(DATA.starter(item) == person for item in DATA.started_by(person))
    assert sum(len(DATA.started_by(person)) for person in range(SHAPE.people)) == SHAPE.items
    authors = [DATA.author(part) for part in range(DATA.parts)]
    assert min(authors) >= 0
    assert max(authors) < SHAPE.people


def test_quotes_point_back_within_the_item():
    quotes = [(part, DATA.quoted(part)) for part in range(DATA.parts)]
    found = [(part, quoted) for part, quoted in quotes if quoted is not None]
    assert 0.1 < len(found) / DATA.parts < 0.4
    for part, quoted in found:
        assert quoted < part
        assert DATA.place(part).item == DATA.place(quoted).item


def test_neighbours_lead_through_a_group_and_back():
    group = max(range(SHAPE.groups), key=DATA.items_in)
    item = DATA.group_items(group, 1)[0]
    assert DATA.neighbour(item, -1) is None
    count = 1
    while (older := DATA.neighbour(item, 1)) is not None:
        assert DATA.neighbour(older, -1) == item
        item, count = older, count + 1
    assert count == DATA.items_in(group)


def test_recency_lists_everything_once():
    listed = [i for page in range(1, DATA.recent_pages() + 1) for i in DATA.recent(page)]
    assert sorted(listed) == list(range(SHAPE.items))
    assert [DATA.recency(item) for item in listed] == list(range(SHAPE.items))
