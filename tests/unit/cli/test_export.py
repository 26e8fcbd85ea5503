"""periplus export."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from periplus.errors import ExitCode
from unit.cli.samples import Shell
from unit.crawl.samples import ORIGIN

PATHS = ["/", "/a", "/b", "/old", "/gone", "/c", "/d"]


def test_a_wacz_holds_archive_index_pages_and_digests(shell: Shell, job: Path) -> None:
    ran = shell("export", job)
    assert ran.code == ExitCode.DONE
    out = job.with_name("job.wacz")
    assert ran.complaint.startswith(f"{out}: 8 pages, ")
    with zipfile.ZipFile(out) as wacz:
        assert wacz.testzip() is None
        names = wacz.namelist()
        package = json.loads(wacz.read("datapackage.json"))
    assert {"datapackage.json", "datapackage-digest.json", "pages/pages.jsonl"} <= set(names)
    assert any(name.startswith("archive/") and name.endswith(".warc.gz") for name in names)
    assert any(name.startswith("indexes/") for name in names)
    assert {entry["path"] for entry in package["resources"]} <= set(names)


def test_jsonl_has_a_row_for_each_page_with_its_text(shell: Shell, job: Path) -> None:
    out = job.with_name("rows.jsonl")
    ran = shell("export", job, "--format", "jsonl", "--to", out, "--json")
    [told] = ran.rows
    assert (told["file"], told["pages"], told["bytes"]) == (str(out), 7, out.stat().st_size)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["url"].removeprefix(ORIGIN) for row in rows] == PATHS
    by_path = {row["url"].removeprefix(ORIGIN): row for row in rows}
    assert "The page /a" in by_path["/a"]["text"]
    assert by_path["/gone"]["status"] == 404


def test_parquet_has_the_same_rows(shell: Shell, job: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    ran = shell("export", job, "-f", "parquet", "-q")
    assert (ran.code, ran.out, ran.err) == (ExitCode.DONE, "", "")
    rows = parquet.read_table(job.with_name("job.parquet")).to_pylist()
    assert [row["url"].removeprefix(ORIGIN) for row in rows] == PATHS
    assert "The page /a" in rows[1]["text"]


def test_a_job_may_be_exported_from_inside(
    shell: Shell, job: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(job)
    assert shell("export", os.curdir, "-q").code == ExitCode.DONE
    assert job.with_name("job.wacz").is_file()


def test_an_unfinished_job_may_be_exported(shell: Shell, tmp_path: Path) -> None:
    shell.answers()
    shell.crawl(tmp_path / "half", "--max-requests", 3)
    assert shell("export", tmp_path / "half", "-f", "jsonl").code == ExitCode.DONE
    assert len((tmp_path / "half.jsonl").read_text().splitlines()) == 2


def test_what_is_no_job(shell: Shell, tmp_path: Path) -> None:
    ran = shell("export", tmp_path / "nothing")
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert "is no job" in ran.complaint
    assert not (tmp_path / "nothing.wacz").exists()


@pytest.mark.parametrize("kind", ["wacz", "jsonl", "parquet"])
def test_a_place_that_cannot_be_written_is_named(shell: Shell, job: Path, kind: str) -> None:
    job.with_name("file").write_text("")
    ran = shell("export", job, "-f", kind, "--to", job.with_name("file") / "out")
    assert ran.code in (ExitCode.CONFIG, ExitCode.DAMAGED, ExitCode.DISK)
    assert "file/out" in ran.complaint
