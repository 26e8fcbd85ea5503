import pytest

from benchmarks.software.products.trac import SOFTWARE


@pytest.mark.parametrize(
    ("url", "verdict", "page"),
    [
        ("/wiki/WikiStart", "valuable", 1),
        ("/wiki/Owls?version=3", "duplicate", 1),
        ("/wiki/Owls?action=history", "invalid", 1),
        ("/ticket/7", "valuable", 1),
        ("/ticket/7?format=csv", "duplicate", 1),
        ("/report/1", "valuable", 1),
        ("/report/1?asc=1&page=2", "valuable", 2),
        ("/report/1?asc=1&sort=owner&page=2", "duplicate", 2),
        ("/query?status=new", "duplicate", 1),
        ("/login", "invalid", 1),
    ],
)
def test_what_urls_are(url: str, verdict: str, page: int) -> None:
    label = SOFTWARE.label(f"http://trac.test{url}", 200, "<p>text</p>")
    assert (label.verdict, label.page) == (verdict, page)


def test_a_query_that_finds_nothing_is_invalid() -> None:
    label = SOFTWARE.label("http://trac.test/query?owner=no", 200, "<p>No tickets found</p>")
    assert label.verdict == "invalid"
