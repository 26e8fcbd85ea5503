"""What is said about examples."""

from periplus.plan.xcrawl.example_check import ExampleCheck
from periplus.plan.xcrawl.examples import Examples
from periplus.plan.xcrawl.likeness import Comparison
from unit.plan.xcrawl.site_pages import BASE, Crawl, form, item, listing


def test_a_stray_example_is_named_once_and_the_search_goes_on() -> None:
    check = ExampleCheck(Examples(), has_validator=False)
    assert check.compare(None) == ""
    assert check.is_to_compare
    assert f"{BASE}/talk/1" in check.compare(Comparison(0.6, [f"{BASE}/talk/1"]))
    assert not check.is_to_compare
    assert not check.complaint


def test_examples_with_nothing_in_common_end_the_search() -> None:
    check, again = (ExampleCheck(Examples(), has_validator=False) for _ in range(2))
    assert "--accept" in check.compare(Comparison(0.01, []))
    assert "once for each kind" in check.complaint
    again.restore(check.save())
    assert again.complaint == check.complaint
    assert not again.is_to_compare


def test_examples_that_are_alike_need_no_word() -> None:
    check = ExampleCheck(Examples(), has_validator=False)
    assert check.compare(Comparison(0.6, [])) == ""
    assert not ExampleCheck(Examples(), has_validator=True).is_to_compare


def test_two_kinds_are_named_when_the_first_other_page_is_in_hand() -> None:
    examples, crawl = Examples([f"{BASE}/item/1", f"{BASE}/a/b/c"]), Crawl()
    check = ExampleCheck(examples, has_validator=False)
    for path, markup in (("/item/1", item(1)), ("/a/b/c", form(1))):
        visit = crawl.visit(path, markup)
        examples.take_in(visit)
        assert check.look(visit, any_accepted=True) == ""
    said = check.look(crawl.visit("/", listing(range(3))), any_accepted=True)
    assert "2 kinds" in said
    assert check.complaint == said
