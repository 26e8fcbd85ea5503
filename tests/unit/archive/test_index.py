import random
from pathlib import Path

import pytest

from periplus.archive.captured import CapturedPage
from periplus.archive.index import IndexEntry, lookup, read_cdxj, timestamp14, write_cdxj
from periplus.archive.location import Location
from periplus.errors import ArchiveDamaged


def page(url: str, *, date: float = 0.0, offset: int = 0, revisit: bool = False) -> CapturedPage:
    return CapturedPage(
        url=url,
        date=date,
        status=200,
        media_type="text/html",
        digest="sha1:ABC",
        location=Location("a.warc.gz", offset, 10),
        revisited=Location("a.warc.gz", 1, 1) if revisit else None,
    )


def test_a_line_is_what_replay_tools_expect(tmp_path: Path) -> None:
    path = tmp_path / "index.cdxj"
    assert write_cdxj(path, [page("http://forum.example/A?b=1", date=1.9, offset=7)]) == 1
    assert path.read_text() == (
        'example,forum)/a?b=1 19700101000001 {"url":"http://forum.example/A?b=1",'
        '"mime":"text/html","status":"200","digest":"sha1:ABC","length":"10","offset":"7",'
        '"filename":"a.warc.gz"}\n'
    )


def test_revisits_are_marked(tmp_path: Path) -> None:
    write_cdxj(tmp_path / "i", [page("http://x/", revisit=True)])
    assert [entry.mime for entry in read_cdxj(tmp_path / "i")] == ["warc/revisit"]


@pytest.mark.parametrize("run_lines", [1, 7, 100, 1_000, 1_001])
def test_any_order_and_any_run_gives_one_sorted_file(tmp_path: Path, run_lines: int) -> None:
    pages = [page(f"http://h{n % 7}.example/{n}", date=n, offset=n) for n in range(1_000)]
    random.Random(3).shuffle(pages)
    path = tmp_path / "index.cdxj"
    assert write_cdxj(path, pages, run_lines=run_lines) == 1_000
    lines = path.read_bytes().splitlines()
    assert lines == sorted(lines)
    assert {entry.location.offset for entry in read_cdxj(path)} == set(range(1_000))
    assert list(tmp_path.iterdir()) == [path]


def test_every_url_is_found(tmp_path: Path) -> None:
    path = tmp_path / "index.cdxj"
    pages = [page(f"http://x.example/{n}", offset=n) for n in range(500)]
    write_cdxj(path, pages)
    for n in range(500):
        (entry,) = lookup(path, f"http://x.example/{n}")
        assert entry.location.offset == n


def test_urls_that_share_a_key_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "index.cdxj"
    write_cdxj(path, [page("http://x.example/A", offset=1), page("http://x.example/a", offset=2)])
    assert [e.location.offset for e in lookup(path, "http://x.example/a")] == [2]


def test_all_captures_of_a_url_oldest_first(tmp_path: Path) -> None:
    path = tmp_path / "index.cdxj"
    write_cdxj(path, [page("http://x.example/", date=d, offset=int(d)) for d in (300, 100, 200)])
    assert [e.location.offset for e in lookup(path, "http://x.example/")] == [100, 200, 300]


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    path = tmp_path / "index.cdxj"
    write_cdxj(path, [])
    assert lookup(path, "http://x.example/") == []
    write_cdxj(path, [page("http://m.example/")])
    for host in ("a", "m.example.sub", "z"):
        assert lookup(path, f"http://{host}.example/") == []


def test_values_come_back(tmp_path: Path) -> None:
    write_cdxj(tmp_path / "i", [page("http://x/", offset=5)])
    assert list(read_cdxj(tmp_path / "i")) == [
        IndexEntry(
            key="x)/",
            timestamp="19700101000000",
            url="http://x/",
            mime="text/html",
            status=200,
            digest="sha1:ABC",
            location=Location("a.warc.gz", 5, 10),
        )
    ]


@pytest.mark.parametrize(
    "line", [b"\n", b"a b\n", b"a b {}\n", b"a b {]\n", b"\xff\xfe b {}\n", b'a b {"url":1}\n']
)
def test_a_bad_line_is_damage(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "i").write_bytes(line)
    with pytest.raises(ArchiveDamaged, match="write the index again"):
        list(read_cdxj(tmp_path / "i"))


def test_a_failure_keeps_the_old_index(tmp_path: Path) -> None:
    path = tmp_path / "index.cdxj"
    write_cdxj(path, [page("http://x/")])
    before = path.read_bytes()

    def broken():
        yield page("http://y/")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_cdxj(path, broken(), run_lines=1)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_timestamps_have_14_digits() -> None:
    assert timestamp14(1_790_000_000.9) == "20260921141320"
