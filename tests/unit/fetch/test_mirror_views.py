import os
from pathlib import Path

import pytest

from periplus.fetch import mirror_views
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.page import codec, read_page
from periplus.page.view import Stage
from unit.bench.sites import START, forum


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(forum(tmp_path / "forum"), tmp_path / "cache")


@pytest.mark.parametrize("stages", [Stage.LINKS, Stage.ALL])
def test_a_view_is_what_a_live_crawl_would_read(mirror: Mirror, stages: Stage) -> None:
    row = mirror.find(START)
    assert row is not None
    response = mirror.response(row)
    read = read_page(response.body, response.url, charset="utf-8", stages=stages)
    kept = open_views(mirror).view(row, stages)
    assert kept is not None
    assert codec.encode(kept) == codec.encode(read)


def test_more_stages_than_links_give_all(mirror: Mirror) -> None:
    view = open_views(mirror).view(0, Stage.LINKS | Stage.WORDS)
    assert view is not None
    assert view.words is not None


def test_a_redirect_has_no_view(mirror: Mirror) -> None:
    row = mirror.find(START + "old")
    assert row is not None
    assert open_views(mirror).view(row, Stage.ALL) is None


def test_a_damaged_file_is_made_again(mirror: Mirror) -> None:
    open_views(mirror).close()
    (kept,) = mirror.shelf.glob("views-*.bin")
    kept.write_bytes(kept.read_bytes()[:-5])
    assert open_views(mirror).view(0, Stage.LINKS) is not None


def test_only_the_newest_views_of_other_code_are_kept(
    mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, version in enumerate(("first", "second", "third", "fourth")):
        monkeypatch.setattr(mirror_views, "_reader_digest", lambda name=version: name)
        open_views(mirror).close()
        os.utime(mirror.shelf / f"views-{version}.bin", (number, number))
    names = sorted(path.name for path in mirror.shelf.glob("views-*"))
    assert names == ["views-fourth.bin", "views-second.bin", "views-third.bin"]
