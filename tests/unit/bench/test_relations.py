from pathlib import Path

import pytest

from periplus.bench.relations import relations
from periplus.fetch.mirror import Mirror
from unit.bench.sites import START, forum, label, make_site, page


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    pages = [page(f"/{name}", name) for name in ("", "a1", "a2", "a3", "b1", "b2", "a2copy", "x")]
    labels = [
        label("/", entity="home", page=1),
        label("/a1", entity="a", page=1),
        label("/a2", entity="a", page=2),
        label("/a3", entity="a", page=3),
        label("/b1", entity="b", page=1),
        label("/b2", entity="b", page=2),
        label("/a2copy", "duplicate", dup_of="/a2", entity="a", page=2),
        label("/x", "invalid", entity="a", page=2),
    ]
    return Mirror(make_site(tmp_path / "s", pages, labels), tmp_path / "cache")


def thread(*names: str) -> list[str]:
    return [START + name for name in names]


def test_every_pair_in_order_is_a_relation(mirror: Mirror) -> None:
    assert relations(mirror, [thread("a1", "a2", "a3"), thread("b1", "b2")]) == 1.0


def test_pairs_in_other_threads_or_the_wrong_order_are_lost(mirror: Mirror) -> None:
    assert relations(mirror, [thread("a1", "a2"), thread("a3"), thread("b2", "b1")]) == 1 / 3
    assert relations(mirror, []) == 0.0


def test_a_copy_stands_for_its_page_and_an_invalid_page_for_none(mirror: Mirror) -> None:
    assert relations(mirror, [thread("a1", "a2copy", "a3")]) == 2 / 3
    assert relations(mirror, [thread("a1", "x", "a3")]) == 0.0


def test_a_pair_counts_once(mirror: Mirror) -> None:
    assert relations(mirror, [thread("a1", "a2"), thread("a1", "a2copy")]) == 1 / 3


def test_unknown_urls_in_a_thread_are_passed_over(mirror: Mirror) -> None:
    assert relations(mirror, [thread("a1", "unknown", "a2")]) == 1 / 3


def test_a_site_without_pairs_has_no_figure(tmp_path: Path) -> None:
    site = make_site(tmp_path / "one", [page("/", "a")], [label("/", entity="e", page=1)])
    assert relations(Mirror(site, tmp_path / "cache"), []) is None


def test_the_forum_has_one_pair(tmp_path: Path) -> None:
    mirror = Mirror(forum(tmp_path / "forum"), tmp_path / "cache")
    assert relations(mirror, [thread("copy", "t1?p=2")]) == 1.0
