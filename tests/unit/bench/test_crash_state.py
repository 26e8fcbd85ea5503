"""What a job's last commit holds, and every way in which it can be less than it was."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.crawls import QUICK, periplus, star
from crash.independent_readers import two_readers
from periplus.bench.crash_state import Autopsy
from periplus.synthetic.server import serve_in_thread


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    job = tmp_path_factory.mktemp("crawled")
    with serve_in_thread(star(30)) as server:
        assert periplus("crawl", server.url, "-o", job, "-q", *QUICK).code == 0
        yield job, server.url


@pytest.fixture
def job(crawled: tuple[Path, str], tmp_path: Path) -> Path:
    return shutil.copytree(crawled[0], tmp_path / "job")


@pytest.fixture
def autopsy(job: Path, tmp_path: Path) -> Autopsy:
    autopsy = Autopsy(job, tmp_path / "copy")
    assert autopsy.look(verify=True) == []
    return autopsy


def archive(job: Path) -> Path:
    (path,) = (job / "archive").iterdir()
    return path


def test_a_whole_job_has_no_problems(autopsy: Autopsy, job: Path) -> None:
    assert len(autopsy.last.captures) == len(autopsy.last.pages) == 32
    assert autopsy.last.tail_bytes == 0
    assert two_readers(job, autopsy.last) == []
    assert not autopsy.tear(0.5)


def test_nothing_is_committed_before_there_is_a_database(tmp_path: Path) -> None:
    (tmp_path / "job").mkdir()
    autopsy = Autopsy(tmp_path / "job", tmp_path / "copy")
    assert autopsy.look(verify=True) == []
    assert autopsy.last.captures == {}


def test_a_byte_that_changed_is_seen(autopsy: Autopsy, job: Path) -> None:
    whole = archive(job).read_bytes()
    archive(job).write_bytes(whole[:5_000] + bytes([whole[5_000] ^ 1]) + whole[5_001:])
    assert any("committed bytes have changed" in p for p in autopsy.look(verify=False))


def test_a_page_that_is_gone_is_seen(autopsy: Autopsy) -> None:
    autopsy.last.captures["http://gone.example/"] = next(iter(autopsy.last.captures.values()))
    assert autopsy.look(verify=False) == ["http://gone.example/: was committed and is gone now"]


def test_a_torn_record_is_seen(job: Path, tmp_path: Path) -> None:
    whole = archive(job).read_bytes()
    archive(job).write_bytes(whole[:8_000] + b"\x00" * 200 + whole[8_200:])
    assert Autopsy(job, tmp_path / "copy").look(verify=False)


def test_a_damaged_database_is_seen(autopsy: Autopsy, job: Path) -> None:
    (job / "job.db").write_bytes((job / "job.db").read_bytes()[:8_192])
    (problem,) = autopsy.look(verify=False)
    assert "cannot be opened" in problem


def test_a_tail_is_measured_and_torn_but_is_no_problem(
    autopsy: Autopsy, job: Path, crawled: tuple[Path, str]
) -> None:
    whole = archive(job).read_bytes()
    again = autopsy.last.captures[f"{crawled[1]}7"]
    archive(job).write_bytes(whole + whole[again.offset : again.offset + again.length])
    assert autopsy.look(verify=True) == []
    assert autopsy.last.tail_bytes == again.length
    assert len(two_readers(job, autopsy.last)) == 2
    assert autopsy.tear(0.5)
    assert len(whole) < archive(job).stat().st_size < len(whole) + again.length


def test_the_job_itself_is_not_touched(autopsy: Autopsy, job: Path) -> None:
    before = {path: path.read_bytes() for path in job.rglob("*") if path.is_file()}
    autopsy.look(verify=True)
    assert before == {path: path.read_bytes() for path in job.rglob("*") if path.is_file()}
