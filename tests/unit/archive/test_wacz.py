import gzip
import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from periplus.archive.index import write_cdxj
from periplus.archive.pages import write_pages
from periplus.archive.wacz import WaczInfo, write_wacz
from periplus.errors import ConfigError
from unit.archive import samples

INFO = WaczInfo("periplus 1", samples.DATE, title="Shelves", main_url="http://forum.example/plain")


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    job = tmp_path_factory.mktemp("job")
    sample = samples.write_shapes(job / "archive")
    write_cdxj(job / "indexes" / "index.cdxj", sample.pages * 300)  # more than two blocks
    write_pages(job / "pages" / "pages.jsonl", sample.pages)
    return job


def test_layout_and_storage(job: Path, tmp_path: Path) -> None:
    out = tmp_path / "job.wacz"
    write_wacz(job, out, INFO)
    with zipfile.ZipFile(out) as package:
        assert package.testzip() is None
        names = package.namelist()
        (warc,) = (job / "archive").iterdir()
        assert names == [
            f"archive/{warc.name}",
            "indexes/index.cdx.gz",
            "indexes/index.idx",
            "pages/pages.jsonl",
            "datapackage.json",
            "datapackage-digest.json",
        ]
        for name in names[:2]:
            assert package.getinfo(name).compress_type == zipfile.ZIP_STORED
        assert package.read(names[0]) == warc.read_bytes()
        index = (job / "indexes" / "index.cdxj").read_bytes()
        assert gzip.decompress(package.read("indexes/index.cdx.gz")) == index


def test_hashes_and_sizes_are_true(job: Path, tmp_path: Path) -> None:
    out = tmp_path / "job.wacz"
    write_wacz(job, out, INFO)
    with zipfile.ZipFile(out) as package:
        description = package.read("datapackage.json")
        data = json.loads(description)
        digest = json.loads(package.read("datapackage-digest.json"))
        assert digest["hash"] == "sha256:" + hashlib.sha256(description).hexdigest()
        assert data["wacz_version"] == "1.1.1"
        assert data["profile"] == "data-package"
        assert data["created"] == "2026-09-21T14:13:20Z"
        assert data["mainPageUrl"] == INFO.main_url
        assert [r["path"] for r in data["resources"]] == package.namelist()[:-2]
        for resource in data["resources"]:
            content = package.read(resource["path"])
            assert resource["bytes"] == len(content)
            assert resource["hash"] == "sha256:" + hashlib.sha256(content).hexdigest()


def test_each_block_of_the_index_is_found_by_its_first_line(job: Path, tmp_path: Path) -> None:
    out = tmp_path / "job.wacz"
    write_wacz(job, out, INFO)
    with zipfile.ZipFile(out) as package:
        blocks = package.read("indexes/index.cdx.gz")
        meta, *lines = package.read("indexes/index.idx").decode().splitlines()
    assert json.loads(meta.split(" ", 2)[2]) == {
        "format": "cdxj-gzip-1.0",
        "filename": "index.cdx.gz",
    }
    assert len(lines) == 3
    for line in lines:
        key, timestamp, place_json = line.split(" ", 2)
        place = json.loads(place_json)
        block = blocks[place["offset"] : place["offset"] + place["length"]]
        assert place["digest"] == "sha256:" + hashlib.sha256(block).hexdigest()
        assert gzip.decompress(block).decode().startswith(f"{key} {timestamp} ")


def test_the_same_job_makes_the_same_file(job: Path, tmp_path: Path) -> None:
    write_wacz(job, tmp_path / "a.wacz", INFO)
    write_wacz(job, tmp_path / "b.wacz", INFO)
    assert (tmp_path / "a.wacz").read_bytes() == (tmp_path / "b.wacz").read_bytes()


def test_a_job_without_index_says_what_to_do(tmp_path: Path) -> None:
    samples.write_shapes(tmp_path / "archive")
    with pytest.raises(ConfigError, match="periplus crawl"):
        write_wacz(tmp_path, tmp_path / "job.wacz", INFO)
    assert not (tmp_path / "job.wacz").exists()
