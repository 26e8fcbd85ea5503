"""Generated sites as mirrored sites: readable by others, complete, and the same every time."""

import gzip
import io
import json
import lzma

import pytest
from warcio.archiveiterator import ArchiveIterator

from periplus.errors import ConfigError
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.mirror import walk, write_site
from periplus.synthetic.traps import Traps

PARAMETERS = ForumParameters(seed=8, boards=3, threads=10, members=8)
FIELDS = {"url", "status", "kind", "verdict", "dup_of", "entity", "page", "final_url"}


def read_labels(path):
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.parametrize("compression", ["gz", "xz"])
def test_the_archive_holds_every_answer(tmp_path, compression):
    site = ForumSite(PARAMETERS)
    counts = write_site(site, tmp_path, compression=compression)
    labels = {row["url"]: row for row in read_labels(tmp_path / "labels.jsonl.gz")}
    assert set(labels) == {label.url for label in site.labels()}
    assert counts.urls == len(labels)
    opener = gzip.open if compression == "gz" else lzma.open
    with opener(tmp_path / f"site.warc.{compression}") as stream:
        data = stream.read()
    payloads: dict[str, bytes] = {}
    revisits = 0
    for record in ArchiveIterator(io.BytesIO(data)):
        if record.rec_type == "warcinfo":
            continue
        url = record.rec_headers["WARC-Target-URI"]
        if record.rec_type == "revisit":
            revisits += 1
            payloads[url] = payloads[record.rec_headers["WARC-Refers-To-Target-URI"]]
        else:
            payloads[url] = record.content_stream().read()
        status = int(record.http_headers.get_statuscode())
        assert status == labels[url]["status"]
    assert revisits > 5
    assert payloads == {url: site.answer(url.removeprefix(site.base_url)).body for url in labels}


def test_labels_and_description_have_the_fields_of_mirrored_sites(tmp_path):
    site = ForumSite(PARAMETERS)
    write_site(site, tmp_path)
    for row in read_labels(tmp_path / "labels.jsonl.gz"):
        assert set(row) >= FIELDS
        assert row["verdict"] in ("valuable", "duplicate", "invalid")
    described = json.loads((tmp_path / "site.json").read_text())
    assert described["start_url"] == site.start_url
    assert sum(described["by_verdict"].values()) == described["urls"]
    assert not (tmp_path / "unfetched.jsonl.gz").exists()


def test_writing_twice_gives_the_same_records(tmp_path):
    for name in ("a", "b"):
        write_site(ForumSite(PARAMETERS), tmp_path / name)

    def records(path):
        found = gzip.decompress(path.read_bytes()).split(b"WARC/1.1\r\n")
        return found[2:]  # the first record names the moment of writing

    first = records(tmp_path / "a" / "site.warc.gz")
    assert first == records(tmp_path / "b" / "site.warc.gz")
    assert len(first) > 100


def test_what_is_beyond_a_limit_is_listed_as_unfetched(tmp_path):
    site = ForumSite(ForumParameters(seed=8, boards=3, threads=10, traps=Traps(calendar=True)))
    counts = write_site(site, tmp_path, limit=100, trap_limit=20)
    labels = read_labels(tmp_path / "labels.jsonl.gz")
    rest = read_labels(tmp_path / "unfetched.jsonl.gz")
    assert counts.urls == len(labels) == 100
    assert counts.unfetched == len(rest) > 0
    assert sum(row.get("why") == "trap:calendar" for row in labels) <= 20
    assert not {row["url"] for row in labels} & {row["url"] for row in rest}


def test_the_walk_is_breadth_first():
    depths = [step.depth for step in walk(ForumSite(PARAMETERS))]
    assert depths == sorted(depths)
    assert depths[0] == 0
    assert max(depths) >= 3


def test_unknown_compression_is_refused(tmp_path):
    with pytest.raises(ConfigError):
        write_site(ForumSite(PARAMETERS), tmp_path, compression="zip")
