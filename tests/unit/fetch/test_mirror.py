import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from periplus.errors import ConfigError, ExitCode
from periplus.fetch.mirror import Mirror, path_key
from periplus.plan.strategy import Verdict
from periplus.synthetic import presets
from periplus.synthetic.mirror import write_site as write_generated
from unit.bench.sites import START, forum, label, make_site, page, redirect


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return forum(tmp_path / "forum")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def plain_warc(site: Path) -> bytes:
    return gzip.decompress((site / "site.warc.gz").read_bytes())


def put_warc(site: Path, name: str, content: bytes) -> None:
    (site / "site.warc.gz").unlink()
    (site / name).write_bytes(content)


def test_reads_every_record_with_its_label(site: Path, cache: Path) -> None:
    with Mirror(site, cache) as mirror:
        assert len(mirror) == 7
        assert mirror.start_url == START
        assert mirror.name == "forum"
        row = mirror.find("http://site.test/t1?p=2")
        assert row is not None
        assert b"four five six seven" in mirror.body(row)
        found = mirror.label(row)
        assert found is not None
        assert (found.verdict, found.entity, found.page) == (Verdict.VALUABLE, "thread:1", 2)


def test_a_revisit_has_the_payload_of_its_original(site: Path, cache: Path) -> None:
    assert b"WARC-Type: revisit" in plain_warc(site)
    with Mirror(site, cache) as mirror:
        first, copy = mirror.find(START + "t1"), mirror.find(START + "copy")
        assert first is not None
        assert copy is not None
        assert mirror.body(first) == mirror.body(copy)
        assert b"one two three" in mirror.body(copy)


def test_a_revisit_may_come_before_its_original(site: Path, cache: Path) -> None:
    records = plain_warc(site).split(b"WARC/1.1\r\n")[1:]
    put_warc(site, "site.warc", b"".join(b"WARC/1.1\r\n" + record for record in reversed(records)))
    with Mirror(site, cache) as mirror:
        copy = mirror.find(START + "copy")
        assert copy is not None
        assert b"one two three" in mirror.body(copy)


@pytest.mark.parametrize("ending", ["warc", "warc.xz", "warc.zst", "warc.gz"])
def test_every_compression_reads_the_same(site: Path, cache: Path, ending: str) -> None:
    plain = plain_warc(site)
    pack = {
        "warc": lambda data: data,
        "warc.gz": gzip.compress,
        "warc.xz": lzma.compress,
        "warc.zst": zstandard.ZstdCompressor().compress,
    }[ending]
    put_warc(site, f"site.{ending}", pack(plain))
    with Mirror(site, cache) as mirror:
        assert [entry.url for entry in mirror.entries][:2] == [START, START + "t1"]
        assert b"home of boats" in mirror.body(0)


def test_many_members_of_gzip_and_zstd_are_one_file(site: Path, cache: Path) -> None:
    records = [b"WARC/1.1\r\n" + part for part in plain_warc(site).split(b"WARC/1.1\r\n")[1:]]
    put_warc(site, "site.warc.zst", b"".join(zstandard.compress(record) for record in records))
    with Mirror(site, cache) as mirror:
        assert len(mirror) == 7


def test_the_second_opening_reads_the_cache(
    site: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Mirror(site, cache).close()
    monkeypatch.setattr("periplus.fetch.mirror_index.unpack", None)
    with Mirror(site, cache) as mirror:
        assert len(mirror) == 7


def test_a_damaged_cache_is_built_again(site: Path, cache: Path) -> None:
    with Mirror(site, cache) as mirror:
        shelf = mirror.shelf
    (shelf / "site.warc").write_bytes(b"short")
    with Mirror(site, cache) as mirror:
        assert b"home of boats" in mirror.body(0)


def test_chunked_payloads_are_joined(tmp_path: Path, cache: Path) -> None:
    chunked = page("/", "")
    body = b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"
    headers = (("Transfer-Encoding", "chunked"), ("Content-Type", "text/plain"))
    site = make_site(tmp_path / "chunks", [type(chunked)(START, 200, headers, body)], [label("/")])
    with Mirror(site, cache) as mirror:
        assert mirror.body(0) == b"hello world"
        assert mirror.headers(0) == ((b"Content-Type", b"text/plain"), (b"Content-Length", b"11"))


def test_needless_escapes_and_fragments_do_not_matter() -> None:
    assert path_key("http://a.test/caf%C3%A9?x=%7E#part") == path_key("http://a.test/café?x=~")
    assert path_key("http://a.test") == "/"
    assert path_key("http://a.test/a") != path_key("http://a.test/A")


def test_other_hosts_are_other_pages(site: Path, cache: Path) -> None:
    with Mirror(site, cache) as mirror:
        assert mirror.find("http://other.test/t1") is None
        assert mirror.find("http://[broken/") is None


def test_unfetched_urls_are_known(site: Path, cache: Path) -> None:
    with gzip.open(site / "unfetched.jsonl.gz", "wt") as lines:
        lines.write(json.dumps({"url": START + "more", "verdict": "invalid"}) + "\n")
    with Mirror(site, cache) as mirror:
        assert mirror.unfetched == {"/more"}
        assert mirror.find(START + "more") is None


def drop(name: str) -> Callable[[Path], None]:
    return lambda site: (site / name).unlink()


def write(name: str, content: bytes) -> Callable[[Path], int]:
    return lambda site: (site / name).write_bytes(content)


def two_warcs(site: Path) -> None:
    (site / "site.warc").write_bytes(plain_warc(site))


def cut_gzip(site: Path) -> None:
    path = site / "site.warc.gz"
    path.write_bytes(path.read_bytes()[:-20])


def cut_record(site: Path) -> None:
    put_warc(site, "site.warc", plain_warc(site)[:-10])


def garbage_inside(site: Path) -> None:
    plain = plain_warc(site)
    put_warc(site, "site.warc", plain[:400] + b"??" + plain[400:])


def wrong_labels(site: Path) -> None:
    with gzip.open(site / "labels.jsonl.gz", "wt") as lines:
        lines.write(json.dumps(label("/another-site")) + "\n")


def missing_label(site: Path) -> None:
    path = site / "labels.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join(lines[:-1])))


def unknown_verdict(site: Path) -> None:
    with gzip.open(site / "labels.jsonl.gz", "wt") as lines:
        lines.write(json.dumps(label("/", "great")) + "\n")


def lost_original(site: Path) -> None:
    make_site(
        site,
        [page("/", "a"), page("/copy", "a")],
        [label("/"), label("/copy", "duplicate", dup_of="/")],
    )
    plain = plain_warc(site)
    put_warc(site, "site.warc", plain[plain.index(b"WARC/1.1\r\n", 10) :])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (drop("site.json"), "site.json is missing"),
        (drop("labels.jsonl.gz"), "labels.jsonl.gz is missing"),
        (drop("site.warc.gz"), "site.warc (or .gz, .xz, .zst) is missing"),
        (two_warcs, "more than one WARC"),
        (write("site.json", b"{"), "cannot be read as JSON"),
        (write("site.json", b"[]"), "no start_url"),
        (write("site.json", b'{"start_url": "ftp://x/"}'), "no start_url"),
        (write("site.json", b'{"start_url": "http://site.test/nowhere"}'), "the start URL"),
        (write("labels.jsonl.gz", b"no gzip"), "damaged"),
        (write("labels.jsonl.gz", gzip.compress(b"{}\n")), "line 1"),
        (write("labels.jsonl.gz", gzip.compress(b"")), "no labels"),
        (write("site.warc.gz", b""), "is empty"),
        (write("site.warc.gz", b"plain text"), "no WARC record begins here"),
        (write("unfetched.jsonl.gz", gzip.compress(b"nonsense")), "line 1"),
        (cut_gzip, "damaged"),
        (cut_record, "longer than the file"),
        (garbage_inside, "damaged at byte"),
        (wrong_labels, "do not match"),
        (missing_label, "do not match"),
        (unknown_verdict, "line 1"),
        (lost_original, "refers to no response"),
    ],
)
def test_bad_directories_are_refused_with_a_reason(
    site: Path, cache: Path, spoil: Callable[[Path], object], said: str
) -> None:
    spoil(site)
    with pytest.raises(ConfigError, match=r"\w") as caught:
        Mirror(site, cache)
    assert said in str(caught.value)
    assert caught.value.exit_code is ExitCode.CONFIG


def test_no_directory_at_all(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no directory"):
        Mirror(tmp_path / "nothing")


def test_a_cache_that_cannot_be_written_is_said(site: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigError, match="PERIPLUS_CACHE"):
        Mirror(site, tmp_path / "file")


def test_a_redirect_keeps_its_location(tmp_path: Path, cache: Path) -> None:
    site = make_site(
        tmp_path / "r", [page("/", ""), redirect("/a", "/")], [label("/"), label("/a", "invalid")]
    )
    with Mirror(site, cache) as mirror:
        response = mirror.response(1)
        assert response.is_redirect
        assert response.header("location") == "/"


def test_a_generated_site_becomes_a_mirror(tmp_path: Path) -> None:
    site = presets.small()
    write_generated(site, tmp_path / "small")
    with Mirror(tmp_path / "small", tmp_path / "cache") as mirror:
        assert mirror.loose_ends == ()
        assert mirror.start_url == site.start_url
        for label_ in list(site.labels())[::40]:
            row = mirror.find(label_.url)
            assert row is not None
            answer = site.answer(label_.url.removeprefix(site.base_url) or "/")
            assert mirror.body(row) == answer.body
            assert mirror.entries[row].status == answer.status == label_.status
