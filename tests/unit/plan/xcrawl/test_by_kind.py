"""Our hunt: links by kind."""

import asyncio

from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.plan.strategy import Reason
from periplus.plan.xcrawl.by_kind import HuntByKind
from periplus.plan.xcrawl.settings import XcrawlSettings
from periplus.plan.xcrawl.strategy import Xcrawl
from unit.plan.xcrawl.site_fetcher import PathFetcher
from unit.plan.xcrawl.site_pages import BASE, Crawl, other, site


def test_all_items_are_found_with_few_requests() -> None:
    pages = site(200, others=300)
    fetcher = PathFetcher(pages)
    strategy = Xcrawl(0, {"examples": [f"{BASE}/item/3", f"{BASE}/item/90"]})
    settings = make_settings(
        {"urls": (f"{BASE}/item/3", f"{BASE}/item/90", f"{BASE}/"), "delay": 0.0}
    )
    asyncio.run(crawl_in_memory(settings, fetcher, strategy))[1].close()
    items = {path for path in fetcher.asked if path.startswith("/item/")}
    assert len(items) == 200
    assert len(fetcher.asked) < 300
    assert strategy.coverage is not None
    assert strategy.coverage > 0.9


def test_a_site_that_brings_nothing_is_given_up_and_what_waits_is_dropped() -> None:
    hunt, crawl = HuntByKind(0, XcrawlSettings(iterations=3, restart=0.5)), Crawl()
    first = crawl.visit("/", site(0, others=30)["/"])
    hunt.take_in(first, accepted=False, is_new=True)
    judged = None
    for number in range(6):
        assert not hunt.is_done or judged is not None
        visit = crawl.visit(f"/other/{number}", other(number))
        judged = hunt.take_in(visit, accepted=False, is_new=True)
        if hunt.is_done:
            break
    assert hunt.is_done
    assert judged is not None
    assert crawl.id_of(f"{BASE}/other/20") in judged.moves
    assert {choice.reason for choice in judged.moves.values()} == {Reason.STRATEGY}
