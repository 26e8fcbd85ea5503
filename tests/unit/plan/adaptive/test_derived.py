"""Links that are made of the URL of the page that they stand on."""

from periplus.plan.adaptive.derived import has_words, own_words
from periplus.site.url_patterns import UrlKeys

PAGE = "http://site.test/wiki/Bubble_sort"
OWN = own_words(PAGE, UrlKeys("/*/*", "/wiki/*"))


def test_what_tells_a_page_from_its_like_is_in_the_links_made_of_it() -> None:
    assert {"Bubble_sort"} == OWN
    assert has_words("http://site.test/w/index.php?title=Bubble_sort&action=history", OWN)
    assert not has_words("http://site.test/wiki/Quick_sort", OWN)
    assert not has_words("http://site.test/wiki/Not_Bubble_sorted", OWN)


def test_of_a_page_with_nothing_of_its_own_nothing_is_made() -> None:
    assert not has_words(PAGE, frozenset())
