from pathlib import Path

import pytest

from periplus.bench.facts import open_facts
from periplus.fetch.mirror import Mirror
from unit.bench.sites import START, MirroredPage, forum, label, make_site, page


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    return Mirror(forum(tmp_path / "forum"), tmp_path / "cache")


def row(mirror: Mirror, path: str) -> int:
    found = mirror.find(START + path)
    assert found is not None
    return found


def test_links_lead_to_rows_and_redirects_to_their_target(mirror: Mirror) -> None:
    facts = open_facts(mirror)
    assert facts.links[row(mirror, "t1")].tolist() == [row(mirror, "t1?p=2")]
    assert facts.links[row(mirror, "old")].tolist() == [row(mirror, "t1")]


def test_copies_hold_the_same_grams(mirror: Mirror) -> None:
    facts = open_facts(mirror)
    first, copy = facts.grams[row(mirror, "t1")], facts.grams[row(mirror, "copy")]
    assert first.tolist() == copy.tolist()
    assert len(first) == 2


def test_only_pages_that_were_found_have_content(mirror: Mirror) -> None:
    facts = open_facts(mirror)
    assert len(facts.grams[row(mirror, "gone")]) == 0
    assert not facts.is_page[row(mirror, "gone")]
    assert not facts.is_page[row(mirror, "old")]
    assert facts.is_page[row(mirror, "login")]


def test_other_media_types_have_no_words(tmp_path: Path) -> None:
    feed = MirroredPage(
        START + "feed", 200, (("Content-Type", "application/rss+xml"),), b"<rss>a b c</rss>"
    )
    site = make_site(
        tmp_path / "s", [page("/", "a b", ["/feed"]), feed], [label("/"), label("/feed", "invalid")]
    )
    facts = open_facts(Mirror(site, tmp_path / "cache"))
    assert facts.grams.lengths.tolist() == [1, 0]
    assert facts.links[0].tolist() == [1]


def test_the_second_time_they_come_from_the_cache(
    mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_facts(mirror)
    monkeypatch.setattr("periplus.bench.facts.over_rows", None)
    again = open_facts(mirror)
    assert again.grams.values.tolist() == first.grams.values.tolist()
    assert again.links.offsets.tolist() == first.links.offsets.tolist()
    assert (again.gram_count, again.external_count) == (first.gram_count, first.external_count)


def test_a_cut_cache_file_is_computed_again(mirror: Mirror) -> None:
    open_facts(mirror)
    (kept,) = mirror.shelf.glob("facts-*.npz")
    kept.write_bytes(kept.read_bytes()[:100])
    assert open_facts(mirror).gram_count == 9
