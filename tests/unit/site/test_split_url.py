"""The parts of a URL."""

import pytest

from periplus.site.split_url import split_url

SITE = "http://site.test"


def test_a_query_may_be_divided_by_semicolons() -> None:
    assert split_url(SITE + "/a/b?x=1;y=2&z") == (("a", "b"), ("x=1", "y=2", "z"))


@pytest.mark.parametrize(
    ("path", "parts"),
    [("", (("",), ())), ("/", (("",), ())), ("/a/", (("a", ""), ())), ("/a?", (("a",), ()))],
)
def test_a_url_may_lack_all_of_it(path: str, parts: tuple[tuple[str, ...], ...]) -> None:
    assert split_url(SITE + path) == parts


def test_a_query_may_begin_with_a_path() -> None:
    assert split_url(SITE + "/index.php?/archives/12-a.html") == (
        ("index.php?", "archives", "12-a.html"),
        (),
    )
    assert split_url(SITE + "/?archives/a/&x=1") == (("?", "archives", "a"), ("x=1",))
    assert split_url(SITE + "/a?b=c/d") == (("a",), ("b=c/d",))


def test_a_second_question_mark_divides_pairs() -> None:
    assert split_url(SITE + "/a?x=1?y=2") == (("a",), ("x=1", "y=2"))
