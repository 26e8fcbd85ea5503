"""Pages of one thing are told from other things."""

import pytest

from periplus.plan.adaptive.threads import is_same_thread

BASE = "http://site.test"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/topic?id=7", "/topic?id=7&p=2"),
        ("/board/3/", "/board/3/page/2/"),
        ("/index?board=1.0", "/index?board=1.20"),
        ("/t/a-title?page=2", "/t/a-title?page=3"),
    ],
)
def test_pages_of_one_thing(one: str, other: str) -> None:
    assert is_same_thread(BASE + one, BASE + other)
    assert is_same_thread(BASE + other, BASE + one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/board?id=1", "/topic?id=692&p=2"),
        ("/2019/12/31/one-post/", "/2019/12/30/other-post/"),
        ("/t/a-title", "/t/a-title"),
        ("/t/a-title", "/t/a-title?sort=views"),
    ],
)
def test_other_things(one: str, other: str) -> None:
    assert not is_same_thread(BASE + one, BASE + other)
