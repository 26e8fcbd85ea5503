"""Kinds of URLs."""

import json

import pytest

from periplus.plan.irobot.url_groups import (
    UrlGroups,
    group_expression,
    keys_of,
    paper_group,
    without_keys,
)
from unit.plan.irobot.samples import BASE


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/view?id=1", "/view?id=22", True),
        ("/view?id=1", "/view?id=1&p=2", False),
        ("/view?a=1&b=2", "/view?b=3&a=4", True),
        ("/t/12/x", "/t/13/x", True),
        ("/t/12", "/t/12/x", False),
        ("/view?a=1;b=2", "/view?a=3;b=1", True),
    ],
)
def test_the_papers_grouping(one: str, other: str, same: bool) -> None:
    assert (paper_group(BASE + one) == paper_group(BASE + other)) is same


def test_words_that_many_urls_share_tell_kinds_apart() -> None:
    urls = [f"{BASE}/index?action={word};u={n}" for word in ("show", "print") for n in range(20)]
    groups, paper = UrlGroups(), UrlGroups(faithful=True)
    groups.learn(urls)
    paper.learn(urls)
    assert groups.of(urls[0]) != groups.of(urls[-1])
    assert groups.of(urls[0]) == groups.of(urls[1])
    assert paper.of(urls[0]) == paper.of(urls[-1])


def test_what_was_learned_is_kept() -> None:
    urls = [f"{BASE}/index?action={word}&u={n}" for word in ("show", "print") for n in range(20)]
    groups = UrlGroups()
    groups.learn(urls)
    again = UrlGroups.restored(json.loads(json.dumps(groups.save())))
    assert [again.of(url) for url in urls] == [groups.of(url) for url in urls]


def test_parameters_are_named_and_left_out() -> None:
    url = f"{BASE}/list?board=4.0;sort=replies;desc"
    assert keys_of(url) == {"board", "sort", "desc"}
    assert without_keys(url, frozenset({"sort", "desc"})) == f"{BASE}/list?board=4.0"
    assert without_keys(url, frozenset({"board"})) == f"{BASE}/list?sort=replies;desc"
    assert without_keys(f"{BASE}/a?b=1", frozenset({"b"})) == f"{BASE}/a"
    assert without_keys(f"{BASE}/a", frozenset({"b"})) == f"{BASE}/a"


def test_a_group_as_an_expression() -> None:
    assert group_expression("/view?id=N") == r"/view\?id=[0-9]+"
