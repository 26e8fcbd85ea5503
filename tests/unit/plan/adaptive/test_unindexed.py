"""Pages that their site wants in no index."""

import json

import pytest

from periplus.page.read import read_page
from periplus.plan.adaptive.unindexed import Unindexed, is_view
from periplus.plan.strategy import Verdict, Visit
from periplus.site.url_functions import UrlFunctions

SITE = "http://site.test/"


def visit(path: str, *, robots: str = "") -> Visit:
    body = f'<meta name="robots" content="{robots}"><p>some text</p>'
    view = read_page(body.encode(), SITE + path, charset="utf-8")
    return Visit(1, SITE + path, 200, 0, "", Verdict.VALUABLE, view, [])


def of_a_site(pages: int = 5) -> Unindexed:
    functions = UrlFunctions()
    functions.believe(["{}/history"])
    unindexed = Unindexed(functions)
    for page in range(pages):
        unindexed.heard(visit(f"page/{page}"))
    return unindexed


@pytest.mark.parametrize(
    ("path", "robots", "expected"),
    [
        ("page?version=3", "noindex,follow", True),
        ("page?version=3", "none", True),
        ("page?version=3", "nofollow", False),
        ("list-of-all-pages", "noindex", False),
        ("page/history", "noindex", True),
        ("page/history", "nofollow", False),
        ("page/life", "noindex", False),
    ],
)
def test_what_is_in_no_index_and_shows_another_page_is_a_view(
    path: str, robots: str, expected: bool
) -> None:
    assert is_view(of_a_site().heard(visit(path, robots=robots))) is expected


def test_a_site_that_is_in_no_index_says_nothing_by_it() -> None:
    unindexed = of_a_site(1)
    views = [visit(f"page?version={n}", robots="noindex") for n in range(4)]
    assert [is_view(unindexed.heard(view)) for view in views] == [True, False, False, False]
    assert all(is_view(view) for view in views)  # nobody else's visit is changed


def test_what_is_no_page_says_nothing() -> None:
    image = Visit(1, SITE + "image?size=2", 200, 0, "", Verdict.VALUABLE, None, [])
    assert of_a_site().heard(image) is image
    assert not is_view(image)


def test_what_was_counted_is_saved() -> None:
    unindexed, restored = of_a_site(1), Unindexed(UrlFunctions())
    view = visit("page?version=3", robots="noindex")
    unindexed.heard(view)
    restored.restore(json.loads(json.dumps(unindexed.save())))
    assert is_view(restored.heard(view)) is is_view(unindexed.heard(view)) is False
