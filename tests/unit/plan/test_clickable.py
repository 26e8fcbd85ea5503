"""Which links a blind crawler follows."""

from periplus.page import read_page
from periplus.plan.clickable import hint_rows
from periplus.plan.strategy import Verdict, Visit

PAGE = b"""<head><link rel=canonical href=/c><link rel=next href=/n>
<link rel=alternate type="application/rss+xml" href=/f></head>
<body><a href=/a>a</a><map><area href=/b></map><iframe src=/i></iframe></body>"""


def visit_of(body: bytes | None) -> Visit:
    view = read_page(body, "http://site.example/") if body is not None else None
    return Visit(1, "http://site.example/", 200, 0, "", Verdict.VALUABLE, view, ())


def test_link_elements_are_hints_and_anchors_are_not() -> None:
    visit = visit_of(PAGE)
    assert visit.view is not None
    hints = hint_rows(visit)
    by_path = {
        url.removeprefix("http://site.example"): row in hints
        for row, url in enumerate(visit.view.links.urls)
    }
    assert by_path == {"/c": True, "/n": True, "/f": True, "/a": False, "/b": False, "/i": False}


def test_a_redirect_has_no_hints() -> None:
    assert hint_rows(visit_of(None)) == frozenset()
