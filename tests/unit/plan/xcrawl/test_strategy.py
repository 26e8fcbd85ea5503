"""The strategy: sites, complaints, results, resuming."""

import asyncio
from dataclasses import replace

from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.plan.strategy import Progress, Reason
from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.strategy import Xcrawl
from unit.plan.xcrawl.site_fetcher import PathFetcher
from unit.plan.xcrawl.site_pages import BASE, Crawl, form, item, listing, site

PROGRESS = Progress(1, 1, 1)


def test_the_papers_walk_finds_items_too() -> None:
    fetcher = PathFetcher(site(60, front=True))
    strategy = Xcrawl(1, {"examples": [f"{BASE}/item/3"], "faithful": True})
    settings = make_settings({"urls": (f"{BASE}/item/3", f"{BASE}/"), "delay": 0.0})
    asyncio.run(crawl_in_memory(settings, fetcher, strategy))[1].close()
    assert sum(strategy.accepted.values()) >= 30
    assert strategy.hubs()[0].lists >= 5
    assert strategy.coverage is None


def test_copies_are_accepted_but_marked() -> None:
    strategy, crawl = Xcrawl(0, {"examples": [f"{BASE}/item/1"]}), Crawl()
    strategy.judge(crawl.visit("/item/1", item(1), group="seed"))
    strategy.judge(crawl.visit("/", listing(range(9)), group="seed"))
    judged = strategy.judge(crawl.visit("/item/2", item(2)))
    assert judged.about == {"accepted": True, "copy": False}
    judged = strategy.judge(crawl.visit("/item/2?print=1", item(2)))
    assert judged.about == {"accepted": True, "copy": True}
    assert list(strategy.accepted.values()) == [True, True, False]


def test_a_validator_that_accepts_no_example_ends_the_search() -> None:
    verdicts = Verdicts()
    strategy = Xcrawl(0, {"examples": [f"{BASE}/item/1"], "verdicts": verdicts})
    verdicts.note(f"{BASE}/item/1", False)
    crawl = Crawl()
    strategy.judge(crawl.visit("/item/1", item(1), group="seed"))
    judged = strategy.judge(crawl.visit("/", listing(range(3)), group="seed"))
    assert "accepts none of the examples" in judged.note
    assert strategy.is_done(PROGRESS)


def test_examples_of_two_kinds_end_the_search() -> None:
    strategy = Xcrawl(0, {"examples": [f"{BASE}/item/1", f"{BASE}/a/b/c"]})
    crawl = Crawl()
    assert not strategy.judge(crawl.visit("/item/1", item(1), group="seed")).note
    assert not strategy.judge(crawl.visit("/a/b/c", form(1), group="seed")).note
    judged = strategy.judge(crawl.visit("/", listing(range(3)), group="seed"))
    assert "2 kinds" in judged.note
    assert "/a/b/c" in strategy.complaint


def test_examples_that_cannot_be_had_end_the_search() -> None:
    strategy = Xcrawl(0, {"examples": [f"{BASE}/item/1"]})
    strategy.judge(Crawl().visit("/item/1", None, status=404, group="seed"))
    assert "none of the examples could be read" in strategy.complaint


def test_each_site_has_groups_of_its_own_and_links_elsewhere_begin_one_hunt() -> None:
    strategy, crawl = Xcrawl(0, {"examples": [f"{BASE}/item/1"]}), Crawl()
    strategy.judge(crawl.visit("/item/1", item(1), group="seed"))
    page = listing(range(4), more="<a href='http://two.test/'>two</a>")
    judged = strategy.judge(crawl.visit("/", page, group="seed"))
    assert judged.choices[-1].group == "elsewhere"
    there = crawl.visit("http://two.test/", listing(range(4)), group="elsewhere")
    judged = strategy.judge(there)
    groups = {choice.group for choice in judged.choices if choice.group}
    assert all(group.startswith("1: ") for group in groups)
    back = listing(range(4), more=f"<a href='{BASE}/item/1'>one</a>")
    judged = strategy.judge(crawl.visit("http://two.test/b", back))
    assert judged.choices[-1].reason is Reason.STRATEGY


def test_an_example_of_another_site_teaches_without_being_crawled() -> None:
    options = {"examples": ["http://else.test/1"], "sites": [BASE]}
    strategy, crawl = Xcrawl(0, options), Crawl()
    judged = strategy.judge(crawl.visit("http://else.test/1", item(1), group="seed"))
    assert {choice.reason for choice in judged.choices} == {Reason.STRATEGY}
    assert not strategy.is_done(PROGRESS)


def test_a_restored_search_decides_as_the_first_would_have() -> None:
    pages, options = site(30), {"examples": [f"{BASE}/item/1"]}
    strategy, crawl = Xcrawl(0, options), Crawl()
    order = ["/item/1", "/", "/list/0", "/item/2", "/item/4", "/list/10", "/other/3", "/item/5"]
    visits = [crawl.visit(path, pages[path], group="seed" if n < 2 else "g")
              for n, path in enumerate(order)]  # fmt: skip
    for visit in visits[:5]:
        strategy.judge(visit)
    again = Xcrawl(0, options)
    again.restore(strategy.save())
    for visit in visits[5:]:
        first, second = strategy.judge(visit), again.judge(replace(visit))
        assert first.choices == second.choices
        assert first.moves == second.moves
    assert strategy.accepted == again.accepted
    assert strategy.hubs() == again.hubs()
