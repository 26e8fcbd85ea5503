import pytest

from benchmarks.software.products.nikola import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict", "page"),
    [
        ("/", "home", "valuable", 1),
        ("/index-3.html", "list", "valuable", 4),
        ("/posts/a-title-7/", "article", "valuable", 1),
        ("/posts/a-title-7/index.md", "article", "duplicate", 1),
        ("/categories/cat_news/index-1.html", "list", "valuable", 2),
        ("/categories/", "list", "valuable", 1),
        ("/categories/sea/", "list", "duplicate", 1),
        ("/authors/ann-b/", "list", "valuable", 1),
        ("/archive.html", "list", "valuable", 1),
        ("/2020/03/", "list", "duplicate", 1),
        ("/pages/about/", "other", "valuable", 1),
        ("/rss.xml", "feed", "duplicate", 1),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str, page: int) -> None:
    label = SOFTWARE.label(f"http://nikola.test{path}", 200, "")
    assert (label.kind, label.verdict.value, label.page) == (kind, verdict, page)
