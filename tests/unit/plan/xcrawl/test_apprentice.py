"""The paper's baseline."""

import asyncio

from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.plan.xcrawl.apprentice import Apprentice, link_features
from unit.plan.xcrawl.site_fetcher import PathFetcher
from unit.plan.xcrawl.site_pages import BASE, Crawl, item, listing, other, site, view


def test_features_are_words_and_steps_at_their_distance() -> None:
    same = link_features(view("<p><a href='/1'>big zoom</a> <a href='/2'>lens</a></p>"))
    assert len(same) == 2
    assert set(same[0].tolist()) != set(same[1].tolist())
    again = link_features(view("<p><a href='/9'>big zoom</a> <a href='/8'>lens</a></p>"))
    assert same[0].tolist() == again[0].tolist()


def test_it_learns_which_links_lead_to_accepted_pages() -> None:
    crawl, apprentice = Crawl(), Apprentice(0, {"examples": [f"{BASE}/item/0"]})
    apprentice.judge(crawl.visit("/item/0", item(0), group="seed"))
    start = listing(range(1, 12), more="<form></form><p><a href='/other/1'>other</a></p>")
    first = crawl.visit("/", start, group="seed")
    apprentice.judge(first)
    for number in range(1, 6):
        apprentice.judge(crawl.visit(f"/item/{number}", item(number)))
    apprentice.judge(crawl.visit("/other/1", other(1)))
    features = link_features(view(start))
    rows = {url: row for row, url in enumerate(view(start).links.urls)}
    likely = apprentice.odds(features[rows[f"{BASE}/item/9"]])
    assert likely > apprentice.odds(features[rows[f"{BASE}/other/1"]])
    again = Apprentice(0, {"examples": [f"{BASE}/item/0"]})
    again.restore(apprentice.save())
    assert again.odds(features[0]) == apprentice.odds(features[0])


def test_it_fetches_the_whole_site_in_the_end() -> None:
    pages = site(30, others=10)
    fetcher = PathFetcher(pages)
    settings = make_settings({"urls": (f"{BASE}/item/1", f"{BASE}/"), "delay": 0.0})
    strategy = Apprentice(0, {"examples": [f"{BASE}/item/1"]})
    asyncio.run(crawl_in_memory(settings, fetcher, strategy))[1].close()
    assert set(pages) <= set(fetcher.asked)
