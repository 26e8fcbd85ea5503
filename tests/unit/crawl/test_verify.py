"""Every disagreement between archive, index and database is found."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from periplus.crawl.verify import VerifyReport, verify_job
from periplus.errors import ConfigError, JobLocked
from periplus.store import JobStore
from unit.crawl.samples import SMALL_SITE, crawl_job, open_test_job


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verify") / "job"
    with pytest.MonkeyPatch.context() as monkeypatch:
        crawl_job(path, SMALL_SITE, monkeypatch)
    return path


@pytest.fixture
def job(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "job"))


def warc_of(job: Path) -> Path:
    [warc] = (job / "archive").glob("*.warc.gz")
    return warc


def kinds(report: VerifyReport) -> set[str]:
    """The words before 'at byte' of each finding."""
    return {finding.split(": ")[1].split(" at byte")[0] for finding in report.findings}


def test_a_whole_job_agrees_with_itself(job: Path) -> None:
    before = {path: path.read_bytes() for path in job.rglob("*.*") if path.is_file()}
    report = verify_job(job)
    assert report.findings == []
    assert (report.pages, report.warc_files) == (8, 1)
    assert report.warc_bytes == warc_of(job).stat().st_size
    assert report.line.endswith("archive, index and database agree")
    assert report.to_json()["ok"] is True
    after = {path: path.read_bytes() for path in job.rglob("*.*") if path.is_file()}
    unchanged = {path for path in before if "job.db" not in path.name and ".lock" not in path.name}
    assert {path: after.get(path) for path in unchanged} == {p: before[p] for p in unchanged}


def test_a_file_that_is_gone(job: Path) -> None:
    warc_of(job).unlink()
    assert {"file-missing", "index-wrong"} <= kinds(verify_job(job))


def test_a_file_that_was_cut(job: Path) -> None:
    data = warc_of(job).read_bytes()
    warc_of(job).write_bytes(data[:-100])
    found = kinds(verify_job(job))
    assert {"file-length", "member-damaged"} <= found


def test_a_file_that_grew(job: Path) -> None:
    with warc_of(job).open("ab") as file:
        file.write(b"torn tail")
    assert {"file-length", "member-damaged"} <= kinds(verify_job(job))


def test_a_file_that_nobody_wrote(job: Path) -> None:
    shutil.copy(warc_of(job), job / "archive" / "other.warc.gz")
    assert "file-unknown" in kinds(verify_job(job))


def test_a_byte_that_changed(job: Path) -> None:
    data = bytearray(warc_of(job).read_bytes())
    data[len(data) // 2] ^= 0x10
    warc_of(job).write_bytes(data)
    report = verify_job(job)
    assert report.findings
    assert "try periplus verify --repair" in report.line
    assert report.to_json()["ok"] is False


def test_an_index_that_is_old_or_gone(job: Path) -> None:
    index = job / "indexes" / "index.cdxj"
    index.write_text(index.read_text().split("\n", 1)[1])
    assert kinds(verify_job(job)) == {"index-stale"}
    index.unlink()
    assert kinds(verify_job(job)) == {"index-stale"}


def test_a_page_of_the_database_that_the_archive_does_not_hold(job: Path) -> None:
    store = JobStore.open(job / "job.db")
    [*_, last] = store.pages()
    [url_id] = store.intern(["http://site.test/invented"])[0].tolist()
    store.finish(replace(last, url_id=url_id, seq=last.seq + 1))
    store.commit()
    store.close()
    assert "index-wrong" in kinds(verify_job(job))


def test_a_database_that_is_damaged_or_gone_leaves_the_archive_to_be_checked(job: Path) -> None:
    (job / "job.db").write_bytes(b"nonsense" * 500)
    with warc_of(job).open("ab") as file:
        file.write(b"torn tail")
    report = verify_job(job)
    assert report.findings[0].startswith(str(job / "job.db"))
    assert any("member-damaged" in finding for finding in report.findings)
    for file in job.glob("job.db*"):
        file.unlink()
    assert verify_job(job).findings[0] == f"{job / 'job.db'}: missing"


def test_a_job_that_was_stopped_needs_no_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl_job(tmp_path / "job", SMALL_SITE, monkeypatch, max_requests=3)
    with open_test_job(tmp_path / "job") as job:
        job.store.set_meta("outcome", None)  # as after a kill
        job.store.commit()
    shutil.rmtree(tmp_path / "job" / "indexes")
    assert verify_job(tmp_path / "job").findings == []


def test_what_is_no_job(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no job"):
        verify_job(tmp_path)


def test_a_job_that_is_in_use_is_not_checked(job: Path) -> None:
    with open_test_job(job), pytest.raises(JobLocked):
        verify_job(job)
