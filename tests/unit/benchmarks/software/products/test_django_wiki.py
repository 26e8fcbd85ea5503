import pytest

from benchmarks.software.products.django_wiki import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict"),
    [
        ("/", "home", "valuable"),
        ("/a/b-c/", "article", "valuable"),
        ("/_dir/", "list", "valuable"),
        ("/a/_dir/", "list", "duplicate"),
        ("/a/_source/", "edit", "duplicate"),
        ("/a/_history/?page=2", "history", "invalid"),
        ("/a/_plugin/attachments/", "other", "invalid"),
        ("/_accounts/login/?next=/a/", "login", "invalid"),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(f"http://django-wiki.test{path}", 200, "")
    assert (label.kind, label.verdict.value) == (kind, verdict)


def test_a_source_repeats_its_article() -> None:
    assert SOFTWARE.label("http://django-wiki.test/a/b/_source/", 200, "").same_as == "/a/b/"
