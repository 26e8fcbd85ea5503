"""What is tried though little is expected of it."""

import json
from dataclasses import replace

import numpy as np
import pytest

from periplus.plan.adaptive.arcs import ArcKey, Arcs
from periplus.plan.adaptive.coverage import Coverage
from periplus.plan.adaptive.doubt import doubts
from periplus.plan.adaptive.index import ArcColumns
from periplus.plan.adaptive.settings import AdaptiveSettings
from periplus.plan.adaptive.tries import Tries
from periplus.plan.adaptive.walls import First, Walls
from periplus.plan.adaptive.yields import YieldTree
from periplus.site.url_patterns import UrlKeys

PAGES = 200


class Crawl:
    """Arcs 1 and 2 of two patterns, after some useful pages."""

    def __init__(self, *, turns_pages: bool = False, is_well_covered: bool = False) -> None:
        settings = AdaptiveSettings()
        self.walls = Walls()
        arcs = Arcs(YieldTree(settings), settings)
        for name in ("/a/*", "/b/*"):
            pattern = arcs.pattern(UrlKeys(name, name))
            arcs.make(ArcKey(pattern, "ul/li", turns_pages, False, -1), 1.0)
        self.coverage = Coverage(settings)
        for _ in range(PAGES):
            self.coverage.count(100.0)
        if not is_well_covered:
            self.coverage._possible = 0.1 * self.coverage.in_hand
            assert 0.85 < self.coverage.interval[0] < 0.93
        self.tries = Tries(settings, arcs, self.coverage, self.walls)

    def raised(self, columns: ArcColumns, pages: int = PAGES) -> list[int]:
        """The arcs that are put above the price."""
        existing = columns.fetches - columns.missing
        is_left = self.tries.seldom.are_left(existing, columns.fruits, pages)
        columns = replace(columns, is_left=is_left)
        doubt = doubts(columns, self.coverage.useful)
        index = columns.own
        found = self.tries.priorities(columns, index, doubt, pages)
        return np.flatnonzero(found > index).tolist()


def columns(stock: float, fetches: float) -> ArcColumns:
    """The first arc bears and has no link left; the second has brought nothing."""
    return ArcColumns(
        own=np.array([0.0, 90.0, 0.0]),
        mean=np.array([0.0, 90.0, 0.0]),
        hope=np.zeros(3),
        stock=np.array([0.0, 0.0, stock]),
        fetches=np.array([0.0, 100.0, fetches]),
        patterns=np.array([0, 0, 1], np.int32),
        shapes=np.array([0, 0, 1], np.int32),
        is_other_spelling=np.zeros(3, bool),
        is_wall=np.zeros(3, bool),
        priors=np.ones(3),
        is_revealing_known=np.ones(3, bool),
        is_dry=np.zeros(3, bool),
        fruits=np.array([0.0, 100.0, 0.0]),
        links=np.array([0.0, 100.0, stock + fetches]),
        derived=np.zeros(3),
        outdone=np.zeros(3),
        trust=np.ones(3),
        bred=np.zeros(3),
        lasting=np.zeros(3),
        of_fruit=np.zeros(3),
        missing=np.zeros(3),
        is_place_barren=np.zeros(3, bool),
        is_often_shown=np.zeros(3, bool),
        is_left=np.zeros(3, bool),
        is_partly_told=np.zeros(3, bool),
    )


def test_what_was_never_tried_is_tried_and_after_some_barren_fetches_left() -> None:
    crawl = Crawl()
    assert crawl.raised(columns(stock=10, fetches=0)) == [2]
    assert crawl.raised(columns(stock=10, fetches=6)) == []


def test_a_kind_that_cannot_hold_what_a_request_is_worth_is_not_tried() -> None:
    assert Crawl().raised(columns(stock=1, fetches=0)) == []
    assert Crawl().raised(columns(stock=2, fetches=0)) == [2]


def test_some_pages_are_to_tell_what_many_links_stand_for() -> None:
    """Where one names its URL without some part; though all tries are spent, but of many only."""
    is_told = np.array([False, False, True])
    for stock, fetches, raised in ((60, 1, [2]), (60, 4, [2]), (60, 5, []), (9, 1, [])):
        for told, expected in ((is_told, raised), (~is_told, [])):
            crawl = Crawl()
            crawl.tries._audits = 1000
            arcs = replace(columns(stock=stock, fetches=fetches), is_partly_told=told)
            assert crawl.raised(arcs) == expected
    arcs = replace(columns(stock=40, fetches=1), is_partly_told=is_told, is_other_spelling=is_told)
    assert Crawl().raised(arcs) == []  # it is foretold already


def test_hidden_pages_are_not_what_seldom_bears() -> None:
    crawl = Crawl()
    for fetches in range(3):
        crawl.walls.meet(99, First(1, 2, 50.0), fetches)
    for _ in range(30):
        crawl.tries.count(2, 0.0, text=99)
    seldom = crawl.tries.seldom
    assert not seldom.are_left(np.array([0, 0, 40.0]), np.array([0, 0, 8.0]), 0).any()
    assert seldom.save()["hidden"] == [[2, 30]]


def test_a_place_that_never_bore_gets_no_more_tries_for_what_its_pattern_brings_elsewhere() -> None:
    shared = replace(columns(stock=10, fetches=2), patterns=np.array([0, 1, 1], np.int32))
    hoped = replace(shared, hope=np.array([0.0, 0.0, 90.0]), mean=np.array([0.0, 90.0, 40.0]))
    assert Crawl().raised(hoped) == [2]
    is_barren = np.array([False, False, True])
    assert Crawl().raised(replace(hoped, is_place_barren=is_barren)) == []
    unknown = replace(columns(stock=10, fetches=0), is_place_barren=is_barren)
    assert Crawl().raised(unknown) == [2]  # another kind of link, as menus have


def test_of_very_many_links_foretold_to_be_other_spellings_one_says_nothing() -> None:
    foretold = np.array([False, False, True])
    for stock, fetches, raised in ((60, 2, [2]), (60, 3, []), (40, 2, [])):
        arcs = replace(columns(stock=stock, fetches=fetches), is_other_spelling=foretold)
        assert Crawl().raised(arcs) == raised


def test_many_links_foretold_to_be_other_spellings_get_tries_where_one_was_none() -> None:
    foretold = replace(
        columns(stock=150, fetches=4), is_other_spelling=np.array([False, False, True])
    )
    assert Crawl().raised(foretold) == []
    wrongly = replace(foretold, fruits=np.array([0.0, 100.0, 1.0]))
    assert Crawl().raised(wrongly) == [2]
    enough = replace(wrongly, fetches=np.array([0.0, 100.0, 5.0]))
    assert Crawl().raised(enough) == []


def test_a_large_arc_gets_some_tries_of_its_own() -> None:
    # Others of its pattern brought nothing, so that little is expected of it.
    kin = kin_of_barren(others=6, fetches=3)
    assert Crawl().raised(kin) == [2]
    assert Crawl().raised(kin_of_barren(others=6, fetches=5)) == []
    few = replace(kin, stock=np.array([0.0, 0.0, 12.0]))
    assert Crawl().raised(few) == []


def kin_of_barren(others: float, fetches: float) -> ArcColumns:
    """Both arcs are of one kind, and none has brought anything."""
    kin = replace(columns(stock=150, fetches=fetches), fruits=np.zeros(3))
    both = np.array([0, 1, 1], np.int32)
    return replace(kin, patterns=both, fetches=np.array([0.0, others, fetches]))


def test_where_a_kind_was_tried_in_vain_it_is_tried_less_at_other_places() -> None:
    for others, fetches, raised in ((9, 2, [2]), (10, 2, []), (100, 2, []), (100, 1, [2])):
        assert Crawl().raised(kin_of_barren(others, fetches)) == raised
    borne = replace(kin_of_barren(100, 2), fruits=np.array([0.0, 1.0, 0.0]))
    assert Crawl().raised(borne) == [2]


def test_links_made_of_their_pages_url_and_walls_get_none() -> None:
    kin = kin_of_barren(others=6, fetches=3)
    assert Crawl().raised(kin) == [2]
    assert Crawl().raised(replace(kin, derived=kin.links)) == []
    assert Crawl().raised(replace(kin, priors=np.full(3, 0.3))) == []  # words speak against it
    crawl = Crawl()
    for _ in range(3):
        crawl.walls.meet(9, First(0, 1, 0.0), fetches=1)
    assert crawl.raised(kin) == []


def test_what_each_page_links_to_of_itself_is_tried_twice() -> None:
    for fetches, raised in ((0, [2]), (1, [2]), (2, [])):
        own = columns(stock=90, fetches=fetches)
        assert Crawl().raised(replace(own, derived=own.links)) == raised


def test_what_most_pages_link_to_of_themselves_is_tried_more_often() -> None:
    for fetches, raised in ((3, [2]), (7, [2]), (8, [])):
        own = columns(stock=150, fetches=fetches)
        assert Crawl().raised(replace(own, derived=own.links)) == raised
    chore = columns(stock=150, fetches=3)
    chore = replace(chore, derived=chore.links, priors=np.full(3, 0.3))
    assert Crawl().raised(chore) == []


@pytest.mark.parametrize(
    ("stock", "fetches", "is_unindexed", "is_tried"),
    [(60, 3, False, True), (60, 6, False, False), (10, 3, False, False), (60, 3, True, False)],
)
def test_a_wall_before_many_pages_may_stand_before_some(
    stock: int, fetches: int, is_unindexed: bool, is_tried: bool
) -> None:
    crawl = Crawl(is_well_covered=True)
    for _ in range(3):
        crawl.walls.meet(9, First(0, 1, 0.0), 1, is_unindexed=is_unindexed)
    walled = replace(columns(stock, fetches), is_wall=np.array([False, False, True]))
    assert crawl.raised(walled) == ([2] if is_tried else [])


@pytest.mark.parametrize("is_unindexed", [False, True])
def test_a_wall_that_is_no_prompt_may_stand_for_pages_to_be_written(is_unindexed: bool) -> None:
    crawl = Crawl()
    for fetches in range(3):
        crawl.walls.meet(9, First(0, 1, 0.0), fetches, is_unindexed=is_unindexed)
    assert crawl.raised(columns(stock=150, fetches=3)) == ([] if is_unindexed else [2])


def test_what_is_worth_it_on_average_is_not_left_for_want_of_a_budget() -> None:
    crawl = Crawl()
    mixed = replace(columns(stock=50, fetches=30), fruits=np.array([0.0, 100.0, 16.0]))
    mixed = replace(mixed, own=np.array([0.0, 90.0, 5.0]), mean=np.array([0.0, 90.0, 8.0]))
    price = crawl.coverage.price()
    assert mixed.own[2] < price < mixed.mean[2]
    for _ in range(100):
        assert crawl.raised(mixed) == [2]
        crawl.tries.count(2, 0.0)
    poor = np.array([0.0, 90.0, 1.0])
    assert crawl.raised(replace(mixed, own=poor, mean=poor)) == []


def test_what_is_seldom_worth_it_is_left_some_day_whatever_the_mean() -> None:
    crawl = Crawl()
    mixed = replace(columns(stock=50, fetches=30), fruits=np.array([0.0, 100.0, 10.0]))
    mixed = replace(mixed, own=np.array([0.0, 90.0, 5.0]), mean=np.array([0.0, 90.0, 8.0]))
    raised = []
    for _ in range(100):
        raised += crawl.raised(mixed)
        crawl.tries.count(2, 0.0)
    assert 10 < len(raised) < 40
    often = replace(mixed, fruits=np.array([0.0, 100.0, 15.0]))
    assert crawl.raised(often) == [2]
    # What does not exist says nothing of what does, and costs nothing here.
    unwritten = replace(mixed, missing=np.array([0.0, 0.0, 20.0]))
    assert crawl.raised(unwritten) == [2]
    other = Crawl()
    for _ in range(100):
        other.raised(mixed)
        other.tries.count(2, 0.0, is_missing=True)
    assert other.raised(mixed) == [2]


def test_what_may_be_worth_it_is_tried_unless_it_is_made_of_its_page_or_well_known() -> None:
    tried = replace(columns(stock=50, fetches=8), fruits=np.array([0.0, 100.0, 1.0]))
    assert Crawl().raised(tried) == []
    hoped = replace(tried, hope=np.array([0.0, 90.0, 12.0]))
    assert Crawl().raised(hoped) == [2]
    assert Crawl().raised(replace(hoped, derived=hoped.links)) == []
    assert Crawl().raised(replace(hoped, fetches=np.array([0.0, 100.0, 35.0]))) == []
    for stock, raised in ((5.0, [2]), (3.0, [])):  # six tenths of a page, and less than half of one
        assert Crawl().raised(replace(hoped, stock=np.array([0.0, 0.0, stock]))) == raised


def test_one_or_two_pages_that_brought_something_tell_little_of_many_others() -> None:
    for fetches, raised in ((1.0, [2]), (2.0, [2]), (3.0, [])):
        tried = replace(columns(stock=8, fetches=fetches), fruits=np.array([0.0, 100.0, 1.0]))
        assert Crawl().raised(tried) == raised
    few = replace(columns(stock=5, fetches=1), fruits=np.array([0.0, 100.0, 1.0]))
    assert Crawl().raised(few) == []


def test_tries_that_were_worth_it_are_not_charged() -> None:
    crawl = Crawl()
    for _ in range(100):
        assert crawl.raised(columns(stock=10, fetches=0)) == [2]
        crawl.tries.count(2, 50.0)


def test_without_tries_only_what_is_worth_it_stays_raised() -> None:
    crawl = Crawl()
    index, raised = np.array([0.0, 90.0, 2.0]), np.array([0.0, 90.0, 7.0])
    assert crawl.raised(columns(stock=10, fetches=0)) == [2]
    assert crawl.tries.without(raised, index).tolist() == index.tolist()
    mixed = replace(columns(stock=50, fetches=30), fruits=np.array([0.0, 100.0, 16.0]))
    mixed = replace(mixed, own=np.array([0.0, 90.0, 5.0]), mean=np.array([0.0, 90.0, 8.0]))
    assert crawl.raised(mixed) == [2]
    assert crawl.tries.without(raised, index).tolist() == raised.tolist()


def test_after_the_first_any_link_stands_for_its_arc_unless_pages_are_turned() -> None:
    crawl = Crawl()
    crawl.raised(columns(stock=150, fetches=0))
    assert crawl.tries.samples() == []
    crawl.raised(columns(stock=150, fetches=1))
    assert crawl.tries.samples() == [2]
    crawl = Crawl(turns_pages=True)
    crawl.raised(columns(stock=150, fetches=1))
    assert crawl.tries.samples() == []


def test_there_is_a_budget_that_is_saved() -> None:
    crawl, other = Crawl(), Crawl()
    untried = columns(stock=10, fetches=0)
    for _ in range(40):
        crawl.raised(untried)
        crawl.tries.count(2, 0.0)
    assert crawl.raised(untried) == []
    other.tries.restore(json.loads(json.dumps(crawl.tries.save())))
    assert other.raised(untried) == []
    assert other.tries.save() == crawl.tries.save()


def short_pages(stock: float) -> ArcColumns:
    """The second arc has brought half of what is worth a request, most of the time."""
    return replace(
        columns(stock=stock, fetches=10),
        own=np.array([0.0, 90.0, 3.0]),
        mean=np.array([0.0, 90.0, 3.0]),
        fruits=np.array([0.0, 100.0, 6.0]),
    )


def test_many_short_pages_are_worth_their_requests_together() -> None:
    crawl = Crawl()
    assert crawl.raised(short_pages(stock=100)) == [2]
    assert crawl.raised(short_pages(stock=50)) == []


@pytest.mark.parametrize(
    "otherwise",
    [
        {"fruits": np.array([0.0, 100.0, 3.0])},
        {"own": np.array([0.0, 90.0, 2.0])},
        {"bred": np.array([0.0, 0.0, 2.0])},
        {"derived": np.array([0.0, 0.0, 200.0])},
        {"is_place_barren": np.array([False, False, True])},
        {"priors": np.array([1.0, 1.0, 0.5])},
    ],
    ids=str,
)
def test_many_pages_that_may_be_none_are_not(otherwise: dict[str, np.ndarray]) -> None:
    assert Crawl().raised(replace(short_pages(stock=200), **otherwise)) == []


def test_short_pages_are_not_charged_to_what_nothing_is_expected_of() -> None:
    crawl = Crawl()
    for _ in range(100):
        assert crawl.raised(short_pages(stock=100)) == [2]
        crawl.tries.count(2, 3.0)


def talk_pages(fetches: int, fruits: int, missing: int, of_fruit: float = 90.0) -> ArcColumns:
    """The second arc has a link for each page in hand, most of which lead nowhere."""
    return replace(
        columns(stock=150, fetches=fetches),
        fruits=np.array([0.0, 100.0, fruits]),
        missing=np.array([0.0, 0.0, missing]),
        lasting=np.array([0.0, 90.0, of_fruit * fruits / fetches]),
        of_fruit=np.array([0.0, 90.0, of_fruit * (fruits > 0)]),
    )


def test_very_many_links_of_which_some_lead_nowhere_are_tried_for_longer() -> None:
    tried = talk_pages(fetches=19, fruits=0, missing=19)
    assert Crawl().raised(tried) == [2]
    assert Crawl().raised(talk_pages(fetches=20, fruits=0, missing=20)) == []
    assert Crawl().raised(talk_pages(fetches=19, fruits=0, missing=18)) == []
    # Neither what others at their place brought speaks against it, nor what other tries cost.
    at_barren_place = replace(tried, is_place_barren=np.array([False, False, True]))
    crawl = Crawl()
    crawl.tries._audits = 1_000
    assert crawl.raised(at_barren_place) == [2]


def test_that_one_of_them_is_written_is_no_reason_to_try_fewer() -> None:
    # What it brought is not worth so many tries in vain, but the next one may bring more.
    assert Crawl().raised(talk_pages(fetches=19, fruits=1, missing=18, of_fruit=40.0)) == [2]
    assert Crawl().raised(talk_pages(fetches=20, fruits=1, missing=19, of_fruit=40.0)) == []
    # Not if it said hardly anything: a list of back links, and no page like others.
    assert Crawl().raised(talk_pages(fetches=19, fruits=1, missing=18, of_fruit=10.0)) == []


def test_they_are_tried_whatever_the_estimate_says() -> None:
    crawl = Crawl()
    index, raised = np.array([0.0, 90.0, 2.0]), np.array([0.0, 90.0, 7.0])
    crawl.raised(talk_pages(fetches=11, fruits=0, missing=11))
    other = Crawl()
    other.tries.restore(json.loads(json.dumps(crawl.tries.save())))
    for each in (crawl, other):
        assert each.tries.without(raised, index).tolist() == raised.tolist()


def test_what_was_worth_it_so_far_is_not_left_for_bad_luck() -> None:
    assert Crawl().raised(talk_pages(fetches=20, fruits=4, missing=10)) == [2]
    # One fruit among known pages may have been the last one, among missing ones not.
    assert Crawl().raised(talk_pages(fetches=14, fruits=1, missing=10)) == []
    assert Crawl().raised(talk_pages(fetches=14, fruits=1, missing=13)) == [2]
    # Among missing ones there may as well have been one more fruit.
    assert Crawl().raised(talk_pages(fetches=20, fruits=1, missing=19)) == [2]
    # Not worth it, or little left.
    assert Crawl().raised(talk_pages(fetches=20, fruits=1, missing=19, of_fruit=40.0)) == []
    few = replace(talk_pages(fetches=20, fruits=4, missing=10), stock=np.array([0.0, 0.0, 5.0]))
    assert Crawl().raised(few) == []


def test_kinds_of_several_pages_are_tried_whatever_other_tries_have_cost() -> None:
    crawl = Crawl()
    crawl.tries._audits = 1_000
    assert crawl.raised(columns(stock=3, fetches=0)) == [2]
    assert crawl.raised(columns(stock=2, fetches=0)) == []
    unlikely = replace(columns(stock=3, fetches=0), priors=np.array([1.0, 1.0, 0.5]))
    assert crawl.raised(unlikely) == []


def test_first_tries_that_bring_nothing_have_an_end() -> None:
    crawl = Crawl()
    crawl.tries._audits = 1_000
    tries = 0
    while crawl.raised(columns(stock=3, fetches=0)):
        crawl.tries.count(2, 0.0)
        tries += 1
    assert tries == 8 + PAGES // 100
    assert crawl.tries._audits == 1_000


def test_when_little_can_be_left_what_never_bore_is_left_unless_it_is_much_or_new() -> None:
    tried = columns(stock=15, fetches=1)
    assert Crawl().raised(tried) == [2]
    assert Crawl(is_well_covered=True).raised(tried) == []
    for stock, fetches in ((3, 0), (50, 1)):
        of_pages = columns(stock=stock, fetches=fetches)
        assert Crawl(is_well_covered=True).raised(of_pages) == [2]
    unlucky = replace(
        columns(stock=50, fetches=8),
        fruits=np.array([0.0, 100.0, 1.0]),
        hope=np.array([0.0, 90.0, 12.0]),
    )
    assert Crawl(is_well_covered=True).raised(unlucky) == [2]


def shown_kind(stock: float) -> ArcColumns:
    """Links made of the URLs of their pages, one of which many pages show."""
    kind = columns(stock=stock, fetches=0)
    is_shown = np.array([False, False, True])
    return replace(kind, derived=kind.links, is_often_shown=is_shown)


def test_parts_of_several_sections_are_tried_whatever_other_tries_have_cost() -> None:
    crawl = Crawl()
    crawl.tries._audits = crawl.tries._first_tries = 1_000
    assert crawl.raised(shown_kind(stock=3)) == [2]
    assert crawl.raised(shown_kind(stock=2)) == []
    hidden = replace(shown_kind(stock=3), is_often_shown=np.zeros(3, bool))
    assert crawl.raised(hidden) == []


def test_tries_of_parts_that_bring_nothing_have_an_end() -> None:
    crawl = Crawl()
    crawl.tries._audits = crawl.tries._first_tries = 1_000
    tries = 0
    while crawl.raised(shown_kind(stock=3)):
        crawl.tries.count(2, 0.0)
        tries += 1
    assert tries == 20
    assert crawl.tries._first_tries == 1_000
