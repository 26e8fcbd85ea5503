import pytest

from benchmarks.software.products.dokuwiki import SOFTWARE

HOST = "http://dokuwiki.test"


@pytest.mark.parametrize(
    ("url", "kind", "verdict", "same_as"),
    [
        ("/doku.php?id=start", "home", "valuable", None),
        ("/doku.php?id=birds:owl", "article", "valuable", None),
        ("/doku.php?id=birds:owl&do=", "article", "duplicate", "/doku.php?id=birds:owl"),
        ("/doku.php?id=birds:owl&rev=1600000000", "history", "duplicate", "/doku.php?id=birds:owl"),
        ("/doku.php?id=birds:owl&do=diff", "history", "duplicate", "/doku.php?id=birds:owl"),
        ("/doku.php?id=birds:owl&do=revisions", "history", "invalid", None),
        ("/doku.php?id=birds:owl&do=edit", "edit", "invalid", None),
        ("/doku.php?id=birds:owl&do=login&sectok=", "login", "invalid", None),
        ("/doku.php?id=birds:owl&do=backlink", "other", "invalid", None),
        ("/doku.php?id=start&do=index", "list", "valuable", None),
        ("/doku.php?id=start&idx=birds", "list", "duplicate", "/doku.php?id=start&do=index"),
        ("/feed.php?mode=list", "feed", "duplicate", "/doku.php?id=start"),
    ],
)
def test_what_urls_are(url: str, kind: str, verdict: str, same_as: str | None) -> None:
    label = SOFTWARE.label(HOST + url, 200, "<p>text</p>")
    assert (label.kind, label.verdict, label.same_as) == (kind, verdict, same_as)


def test_a_page_that_nobody_has_written_is_invalid() -> None:
    html = "<h1>This topic does not exist yet</h1>"
    assert SOFTWARE.label(f"{HOST}/doku.php?id=no", 200, html).verdict == "invalid"
