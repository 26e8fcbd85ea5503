"""Hubs, and what hunts have in common."""

from periplus.plan.strategy import Judgement
from periplus.plan.xcrawl.by_kind import HuntByKind
from periplus.plan.xcrawl.hubs import Hub, Hunt
from periplus.plan.xcrawl.settings import XcrawlSettings
from periplus.plan.xcrawl.walk import FocusedWalk
from unit.plan.xcrawl.site_pages import Crawl, item, listing


def test_every_hunt_takes_pages_in_and_names_the_hub() -> None:
    for make in (HuntByKind, FocusedWalk):
        hunt: Hunt = make(0, XcrawlSettings())
        crawl = Crawl()
        judged = hunt.take_in(crawl.visit("/list", listing(range(6))), accepted=False, is_new=True)
        assert isinstance(judged, Judgement)
        for number in range(3):
            page = crawl.visit(f"/item/{number}", item(number))
            hunt.take_in(page, accepted=True, is_new=True)
        assert Hub(crawl.id_of("http://site.test/list"), 3) in hunt.hubs()
        other: Hunt = make(0, XcrawlSettings())
        other.restore(hunt.save())
        assert other.hubs() == hunt.hubs()
        assert not other.is_done
