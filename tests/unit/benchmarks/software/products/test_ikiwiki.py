import pytest

from benchmarks.software.products.ikiwiki import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict"),
    [
        ("/", "home", "valuable"),
        ("/posts/", "list", "valuable"),
        ("/posts/owls_fly/", "article", "valuable"),
        ("/owls/", "article", "valuable"),
        ("/owls/discussion/", "thread", "valuable"),
        ("/tags/bird/", "list", "duplicate"),
        ("/archives/2019/01/", "list", "duplicate"),
        ("/index.atom", "feed", "duplicate"),
        ("/tags/bird/index.rss", "feed", "duplicate"),
        ("/recentchanges/", "other", "invalid"),
        ("/cgi-bin/ikiwiki.cgi?do=edit&page=owls", "edit", "invalid"),
        ("/cgi-bin/ikiwiki.cgi?do=prefs", "login", "invalid"),
    ],
)
def test_what_urls_are(path: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(f"http://ikiwiki.test{path}", 200, "<p>text</p>")
    assert (label.kind, label.verdict) == (kind, verdict)


def test_a_feed_repeats_the_page_that_it_stands_beside() -> None:
    label = SOFTWARE.label("http://ikiwiki.test/posts/index.rss", 200, "")
    assert label.same_as == "/posts/"
