import pytest

from benchmarks.software.products.django_oscar import SOFTWARE


@pytest.mark.parametrize(
    ("path", "kind", "verdict"),
    [
        ("/catalogue/", "list", "valuable"),
        ("/catalogue/?page=3", "list", "valuable"),
        ("/catalogue/?page=1", "list", "duplicate"),
        ("/catalogue/category/a/b-c_7/", "list", "valuable"),
        ("/catalogue/?selected_facets=rating%3A4", "list", "duplicate"),
        ("/catalogue/a-thing_12/", "product", "valuable"),
        ("/catalogue/a-thing_12/reviews/", "review", "duplicate"),
        ("/catalogue/a-thing_12/reviews/5/", "review", "duplicate"),
        ("/catalogue/a-thing_12/reviews/add/", "edit", "invalid"),
        ("/accounts/login/", "login", "invalid"),
        ("/basket/", "login", "invalid"),
        ("/offers/", "other", "invalid"),
        ("/terms/", "other", "valuable"),
    ],
)
def test_urls_are_labelled(path: str, kind: str, verdict: str) -> None:
    label = SOFTWARE.label(f"http://django-oscar.test{path}", 200, "")
    assert (label.kind, label.verdict.value) == (kind, verdict)
