"""What engines have in common."""

import pytest

from periplus.find.engine import EngineFailed, json_of, number, urls_in, with_query
from unit.find.answers import response


def test_parameters_are_escaped_and_joined() -> None:
    assert with_query("http://e.test/s", q="a b&c", n=3) == "http://e.test/s?q=a+b%26c&n=3"
    assert with_query("http://e.test/s?x=1", q="é").startswith("http://e.test/s?x=1&q=%C3%A9")


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b"[" * 100_000, b'"text"'])
def test_nonsense_is_said_to_be_nonsense(body: bytes) -> None:
    with pytest.raises(EngineFailed, match="Engine answers"):
        json_of(response(body), "Engine")


def test_only_urls_count_as_urls() -> None:
    items = [{"url": "http://a.test/"}, {"url": 3}, {"url": "nothing"}, "x", {}]
    assert urls_in(items, "url", "Engine") == ("http://a.test/",)
    assert urls_in(None, "url", "Engine") == ()
    with pytest.raises(EngineFailed):
        urls_in({"a": 1}, "url", "Engine")


def test_hits_are_at_least_the_results() -> None:
    assert number("1200", 3) == 1200
    assert number(0, 3) == 3
    assert number(None, 3) == number("many", 3) == 3
