import pytest

from benchmarks.software.products.moin import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict"),
    [
        ("/Home", "home", "valuable"),
        ("/a-page/below", "article", "valuable"),
        ("/users/ann", "profile", "valuable"),
        ("/+tags/sea", "list", "valuable"),
        ("/+index/", "list", "valuable"),
        ("/+index/a-page", "list", "duplicate"),
        ("/+download/a-page", "article", "duplicate"),
        ("/+show/+0123456789abcdef/a-page", "history", "duplicate"),
        ("/+diff/a-page?rev1=1&rev2=2", "history", "duplicate"),
        ("/+history/a-page", "history", "invalid"),
        ("/users/+history/ann", "list", "invalid"),
        ("/all/+tags", "list", "invalid"),
        ("/@itemid/0123456789abcdef", "article", "duplicate"),
        ("/+meta/a-page", "other", "invalid"),
        ("/+login", "login", "invalid"),
        ("/help-en/Home", "other", "invalid"),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(f"http://moin.test{path}", 200, "")
    assert (label.kind, label.verdict.value) == (kind, verdict)


def test_an_old_revision_repeats_its_page() -> None:
    url = "http://moin.test/+show/+0123456789abcdef/a-page/below"
    assert SOFTWARE.label(url, 200, "").same_as == "/a-page/below"
