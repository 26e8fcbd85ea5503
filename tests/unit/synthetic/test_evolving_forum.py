"""A forum that grows."""

import re

import pytest

from periplus.errors import ConfigError
from periplus.synthetic.evolving_forum import (
    DAY,
    START,
    EvolvingForum,
    EvolvingForumParameters,
    board_path,
    thread_path,
)

FORUM = EvolvingForum(EvolvingForumParameters(seed=3, boards=3, threads=90, days=20.0))


def test_every_path_has_a_page_and_the_same_one_at_the_same_time() -> None:
    for path in FORUM.paths(START):
        page = FORUM.page(path, START)
        assert page is not None
        assert page == FORUM.page(path, START)


def test_it_grows() -> None:
    later = START + 20 * DAY
    assert len(FORUM.started(later)) > len(FORUM.started(START)) >= 90
    assert len(FORUM.paths(later)) > len(FORUM.paths(START))
    assert any(thread.length(later) > thread.length(START) for thread in FORUM.started(START))


def test_what_is_not_there_has_no_page() -> None:
    newest = FORUM.started(START + 20 * DAY)[-1]
    future = max(FORUM.threads, key=lambda thread: thread.posts[0])
    for path in ("/board/99", "/thread/0", "/thread/x", "/nothing", board_path(0, 99)):
        assert FORUM.page(path, START) is None
    assert FORUM.page(thread_path(future.number), START) is None
    assert FORUM.page(thread_path(newest.number), START + 20 * DAY) is not None


def test_lists_show_the_last_post_first() -> None:
    page = (FORUM.page(board_path(0), START) or b"").decode()
    dates = re.findall(r"<td>(\d{4}-\d\d-\d\d \d\d:\d\d)</td>", page)
    assert len(dates) == 25
    assert dates == sorted(dates, reverse=True)


def test_something_moves_on_every_page() -> None:
    assert FORUM.page("/", START) != FORUM.page("/", START + 3600)


def test_an_empty_forum_is_refused() -> None:
    with pytest.raises(ConfigError):
        EvolvingForumParameters(boards=0)
