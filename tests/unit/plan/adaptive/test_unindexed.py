"""What pages are worth that their site wants in no index."""

import json

import pytest

from periplus.page.read import read_page
from periplus.plan.adaptive.unindexed import Unindexed
from periplus.plan.strategy import Verdict, Visit

SITE = "http://site.test/"


def visit(path: str, *, robots: str = "") -> Visit:
    body = f'<meta name="robots" content="{robots}"><p>some text</p>'
    view = read_page(body.encode(), SITE + path, charset="utf-8")
    return Visit(1, SITE + path, 200, 0, "", Verdict.VALUABLE, view, [])


def of_a_site(pages: int = 5) -> Unindexed:
    unindexed = Unindexed()
    for page in range(pages):
        assert unindexed.weight(visit(f"page/{page}")) == 1.0
    return unindexed


@pytest.mark.parametrize(
    ("path", "robots", "is_view"),
    [
        ("page?version=3", "noindex,follow", True),
        ("page?version=3", "none", True),
        ("page?version=3", "nofollow", False),
        ("list-of-all-pages", "noindex", False),
    ],
)
def test_a_view_of_a_page_is_worth_little(path: str, robots: str, is_view: bool) -> None:
    assert (of_a_site().weight(visit(path, robots=robots)) < 1.0) is is_view


def test_a_site_that_is_in_no_index_says_nothing_by_it() -> None:
    unindexed = of_a_site(1)
    views = [visit(f"page?version={n}", robots="noindex") for n in range(4)]
    assert [unindexed.weight(view) < 1.0 for view in views] == [True, False, False, False]


def test_what_is_no_page_says_nothing() -> None:
    image = visit("image?size=2", robots="noindex")
    image = Visit(1, image.url, 200, 0, "", Verdict.VALUABLE, None, [])
    assert of_a_site().weight(image) == 1.0


def test_what_was_counted_is_saved() -> None:
    unindexed, restored = of_a_site(1), Unindexed()
    view = visit("page?version=3", robots="noindex")
    unindexed.weight(view)
    restored.restore(json.loads(json.dumps(unindexed.save())))
    assert restored.weight(view) == unindexed.weight(view) == 1.0
