"""Whether a page is one of those looked for."""

from dataclasses import replace

from periplus.plan.verdicts import Verdicts
from periplus.plan.xcrawl.acceptance import Acceptance
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Seen, layout_of
from unit.plan.xcrawl.site_pages import BASE, Crawl, item, listing, other, view


def test_examples_teach_and_seeds_are_the_contrast() -> None:
    crawl, acceptance = Crawl(), Acceptance(Examples([f"{BASE}/item/1"]), None)
    assert acceptance.judge(crawl.visit("/item/1", item(1), group="seed")).accepted
    assert not acceptance.judge(crawl.visit("/", listing(range(9)), group="seed")).accepted
    assert acceptance.judge(crawl.visit("/item/2", item(2))).accepted
    assert not acceptance.judge(crawl.visit("/other/2", other(2))).accepted
    assert not acceptance.judge(replace(crawl.visit("/item/3", item(3)), status=404)).accepted
    again = Acceptance(Examples(), None)
    again.restore(acceptance.save())
    assert again.judge(crawl.visit("/item/4", item(4))).accepted


def test_a_validators_verdict_counts_alone() -> None:
    verdicts, crawl = Verdicts(), Crawl()
    acceptance = Acceptance(Examples([f"{BASE}/item/1"]), verdicts)
    verdicts.note(f"{BASE}/other/1", True)
    verdicts.note(f"{BASE}/item/1", False)
    assert acceptance.judge(crawl.visit("/other/1", other(1))).accepted
    assert not acceptance.judge(crawl.visit("/item/1", item(1))).accepted
    assert not acceptance.judge(crawl.visit("/item/2", item(2))).accepted


def test_files_teach_their_own_site_or_every_site() -> None:
    crawl = Crawl()
    ours = Seen("http://shop.test/1", layout_of(view(item(1))))
    elsewhere = Seen("http://else.test/1", layout_of(view(other(1))))
    acceptance = Acceptance(Examples([], [ours, elsewhere]), None)
    acceptance.judge(crawl.visit("http://shop.test/", listing(range(5)), group="seed"))
    assert acceptance.judge(crawl.visit("http://shop.test/2", item(2))).accepted
    assert not acceptance.judge(crawl.visit("http://shop.test/3", other(3))).accepted
    lone = Acceptance(Examples([], [elsewhere]), None)
    lone.judge(crawl.visit("http://new.test/", listing(range(5)), group="seed"))
    assert lone.judge(crawl.visit("http://new.test/2", other(7))).accepted


def test_what_belongs_to_accepted_pages_is_accepted_and_a_copy_said_to_be_one() -> None:
    crawl, acceptance = Crawl(), Acceptance(Examples([f"{BASE}/item/amber"]), None)

    def talk(number: int) -> str:
        words = " ".join(f"talk{number}x{i}" for i in range(60))
        return f"<html><body><form><input></form><blockquote>{words}</blockquote></body></html>"

    acceptance.judge(crawl.visit("/", listing(range(5)), group="seed"))
    for number, name in enumerate(("amber", "birch", "cedar", "dahlia", "elder", "fennel")):
        more = f"<p><a href='/talk/{name}'>talk</a></p>"
        assert acceptance.judge(crawl.visit(f"/item/{name}", item(number, more=more))).accepted
    assert acceptance.judge(crawl.visit("/talk/amber", talk(1))) == (True, True, True)
    assert acceptance.judge(crawl.visit("/talk/amber?v=2", talk(1))) == (False, False, False)
    assert not acceptance.judge(crawl.visit("/elsewhere", talk(2))).accepted
    assert acceptance.judge(crawl.visit("/item/amber?v=2", item(1))) == (True, False, False)
