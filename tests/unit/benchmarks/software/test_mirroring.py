from pathlib import Path

import pytest

from benchmarks.software.mirroring import linked_only, write_mirror
from periplus.fetch.mirror import Mirror
from unit.benchmarks.software.canned import NOTEBOOK, answered


@pytest.fixture
def mirror(tmp_path: Path) -> Mirror:
    pages = [
        answered("/", '<a href="/note/1">one</a> <a href="/edit/1">edit</a>'),
        answered("/note/1", "<p>the first note has some words</p>"),
        answered("/print/1", "<p>the first note has some words</p>"),
        answered("/gone", "not here", status=404),
    ]
    write_mirror(NOTEBOOK, "1.0", pages, tmp_path / "site")
    return Mirror(tmp_path / "site", tmp_path / "cache")


def test_the_bench_reads_what_was_written(mirror: Mirror) -> None:
    with mirror:
        assert mirror.start_url == "http://notebook.test/"
        assert mirror.loose_ends == ()
        assert sorted(entry.status for entry in mirror.entries) == [200, 200, 200, 404]
        row = mirror.find("http://notebook.test/print/1")
        assert row is not None
        assert b"first note" in mirror.body(row)  # a revisit record: the same bytes as /note/1
        assert mirror.info.facts["by_verdict"] == {"valuable": 2, "duplicate": 1, "invalid": 1}
        assert len(mirror.unfetched) == 1


def test_links_without_a_record_are_listed_once_and_other_hosts_not() -> None:
    links = '<a href="/a">a</a> <a href="/a#b">a</a> <a href="http://other.test/">o</a>'
    assert linked_only([answered("/", links)]) == ["http://notebook.test/a"]
