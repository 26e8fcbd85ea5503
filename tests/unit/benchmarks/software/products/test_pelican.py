import pytest

from benchmarks.software.products.pelican import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict", "page"),
    [
        ("/", "home", "valuable", 1),
        ("/index3.html", "list", "valuable", 3),
        ("/category/news2.html", "list", "valuable", 2),
        ("/author/ann-b.html", "list", "valuable", 1),
        ("/archives.html", "list", "valuable", 1),
        ("/tag/sea2.html", "list", "duplicate", 2),
        ("/posts/2021/", "list", "duplicate", 1),
        ("/some-title-12.html", "article", "valuable", 1),
        ("/pages/about.html", "other", "valuable", 1),
        ("/feeds/all.atom.xml", "feed", "duplicate", 1),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str, page: int) -> None:
    label = SOFTWARE.label(f"http://pelican.test{path}", 200, "")
    assert (label.kind, label.verdict.value, label.page) == (kind, verdict, page)
