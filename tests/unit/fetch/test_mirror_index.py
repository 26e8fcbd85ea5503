from pathlib import Path

import pytest

from periplus.errors import ConfigError
from periplus.fetch.mirror_index import cache_root, open_index
from unit.bench.sites import START, forum


def test_the_cache_is_where_it_was_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("PERIPLUS_CACHE", raising=False)
    assert cache_root() == tmp_path / "xdg" / "periplus"
    monkeypatch.setenv("PERIPLUS_CACHE", str(tmp_path / "own"))
    assert cache_root() == tmp_path / "own"
    assert cache_root(tmp_path / "flag") == tmp_path / "flag"
    monkeypatch.delenv("PERIPLUS_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == Path.home() / ".cache" / "periplus"


def test_entries_share_the_extent_of_equal_payloads(tmp_path: Path) -> None:
    site = forum(tmp_path / "forum")
    indexed = open_index(site / "site.warc.gz", tmp_path / "cache")
    by_url = {entry.url: entry for entry in indexed.entries}
    assert by_url[START + "copy"].body == by_url[START + "t1"].body
    assert by_url[START + "copy"].headers != by_url[START + "t1"].headers
    assert by_url[START].date == 1577836800.0


def test_nothing_is_left_of_an_index_that_failed(tmp_path: Path) -> None:
    (tmp_path / "site.warc").write_bytes(b"nothing of use")
    with pytest.raises(ConfigError):
        open_index(tmp_path / "site.warc", tmp_path / "cache")
    assert list((tmp_path / "cache" / "mirrors").iterdir()) == []


def test_a_record_without_a_date_is_damage(tmp_path: Path) -> None:
    block = b"HTTP/1.1 200 OK\r\n\r\n"
    (tmp_path / "site.warc").write_bytes(
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\n"
        b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (len(block), block)
    )
    with pytest.raises(ConfigError, match="WARC-Date"):
        open_index(tmp_path / "site.warc", tmp_path / "cache")
