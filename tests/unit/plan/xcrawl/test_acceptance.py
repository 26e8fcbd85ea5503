"""Whether a page is one of those looked for."""

from dataclasses import replace

from periplus.plan.xcrawl.acceptance import Acceptance
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Seen, layout_of
from periplus.plan.xcrawl.verdicts import Verdicts
from unit.plan.xcrawl.site_pages import BASE, Crawl, item, listing, other, view


def test_examples_teach_and_seeds_are_the_contrast() -> None:
    crawl, acceptance = Crawl(), Acceptance(Examples([f"{BASE}/item/1"]), None)
    assert acceptance.accepts(crawl.visit("/item/1", item(1), group="seed"))
    assert not acceptance.accepts(crawl.visit("/", listing(range(9)), group="seed"))
    assert acceptance.accepts(crawl.visit("/item/2", item(2)))
    assert not acceptance.accepts(crawl.visit("/other/2", other(2)))
    assert not acceptance.accepts(replace(crawl.visit("/item/3", item(3)), status=404))
    again = Acceptance(Examples(), None)
    again.restore(acceptance.save())
    assert again.accepts(crawl.visit("/item/4", item(4)))


def test_a_validators_verdict_counts_alone() -> None:
    verdicts, crawl = Verdicts(), Crawl()
    acceptance = Acceptance(Examples([f"{BASE}/item/1"]), verdicts)
    verdicts.note(f"{BASE}/other/1", True)
    verdicts.note(f"{BASE}/item/1", False)
    assert acceptance.accepts(crawl.visit("/other/1", other(1)))
    assert not acceptance.accepts(crawl.visit("/item/1", item(1)))
    assert not acceptance.accepts(crawl.visit("/item/2", item(2)))


def test_files_teach_their_own_site_or_every_site() -> None:
    crawl = Crawl()
    ours = Seen("http://shop.test/1", layout_of(view(item(1))))
    elsewhere = Seen("http://else.test/1", layout_of(view(other(1))))
    acceptance = Acceptance(Examples([], [ours, elsewhere]), None)
    acceptance.accepts(crawl.visit("http://shop.test/", listing(range(5)), group="seed"))
    assert acceptance.accepts(crawl.visit("http://shop.test/2", item(2)))
    assert not acceptance.accepts(crawl.visit("http://shop.test/3", other(3)))
    lone = Acceptance(Examples([], [elsewhere]), None)
    lone.accepts(crawl.visit("http://new.test/", listing(range(5)), group="seed"))
    assert lone.accepts(crawl.visit("http://new.test/2", other(7)))
