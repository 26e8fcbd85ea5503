"""Links that are made of the URL of the page that they stand on."""

import pytest

from periplus.plan.adaptive.derived import page_words
from periplus.site.url_patterns import UrlKeys

SITE = "http://site.test"
PAGE = page_words(f"{SITE}/wiki/Bubble_sort", UrlKeys("/*/*", "/wiki/*"))


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("/w/index.php?title=Bubble_sort&action=history", "/w/index.php?action=history&title=*"),
        ("/w/index.php?title=Bubble_sort&oldid=618", "/w/index.php?oldid=N&title=*"),
        ("/login?returnto=Bubble+sort", "/login?returnto=*"),
        ("/cgi?do=edit&page=wiki%2FBubble_sort", "/cgi?do=edit&page=*"),
    ],
)
def test_what_tells_a_page_from_its_like_is_in_the_links_made_of_it(url: str, pattern: str) -> None:
    assert {"Bubble_sort"} == PAGE.own
    assert PAGE.make(SITE + url, pattern)


@pytest.mark.parametrize("url", ["/wiki/Quick_sort", "/wiki/Not_Bubble_sorted"])
def test_other_names_are_not_its_own(url: str) -> None:
    assert not PAGE.make(SITE + url, "/wiki/*")


def test_what_has_a_name_besides_is_a_thing_of_its_own() -> None:
    board = page_words(f"{SITE}/board/news-7/", UrlKeys("/*/*/", "/board/*/"))
    assert board.make(f"{SITE}/board/news-7/topic/new/", "/board/*/topic/new/")
    assert not board.make(f"{SITE}/board/news-7/topic/hello-12/", "/board/*/topic/*/")


def test_of_a_page_with_nothing_of_its_own_nothing_is_made() -> None:
    home = page_words(f"{SITE}/", UrlKeys("/", "/"))
    assert not home.own
    assert not home.make(f"{SITE}/login", "/login")


def test_what_names_a_function_is_made_of_some_page() -> None:
    assert PAGE.make(f"{SITE}/wiki/Quick_sort/history", "{}/history")
