"""A damaged database or archive of a whole crawl: noticed, named, mended, crawled to its end."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.crawls import QUICK, Outcome, pages_of, periplus
from periplus.archive.reader import iterate
from periplus.crawl import repair
from periplus.synthetic.presets import sized
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread

Pages = set[tuple[str, int, str]]


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackServer]:
    with serve_in_thread(sized(250, 2), settings=ServerSettings(cache_pages=500)) as running:
        yield running


@pytest.fixture(scope="module")
def undisturbed(server: LoopbackServer, tmp_path_factory: pytest.TempPathFactory) -> Pages:
    job = tmp_path_factory.mktemp("undisturbed")
    assert crawl(server, job).code == 0
    return pages_of(job)


@pytest.fixture(scope="module")
def half_way(
    server: LoopbackServer, undisturbed: Pages, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    job = tmp_path_factory.mktemp("half-way")
    half = len(undisturbed) // 2
    assert crawl(server, job, "--max-requests", str(half)).code == 6
    return job


@pytest.fixture
def job(half_way: Path, tmp_path: Path) -> Path:
    return shutil.copytree(half_way, tmp_path / "job")


def crawl(server: LoopbackServer, job: Path, *options: str) -> Outcome:
    return periplus("crawl", server.url, "-o", job, *QUICK, *options)


def database(job: Path) -> Path:
    return job / "job.db"


def archive(job: Path) -> Path:
    (path,) = (job / "archive").glob("*.warc.gz")
    return path


def flip(path: Path, start: float, end: float, bytes_changed: int = 200) -> None:
    """Change random bytes between two shares of a file."""
    data = bytearray(path.read_bytes())
    chance = random.Random(3)
    for _ in range(bytes_changed):
        at = chance.randrange(int(len(data) * start), int(len(data) * end))
        data[at] ^= chance.randrange(1, 256)
    path.write_bytes(data)


def assert_mended(
    server: LoopbackServer, job: Path, undisturbed: Pages, before: Pages, share: float
) -> None:
    """Repair keeps that share of the captures; the crawl then ends like an undisturbed one."""
    repaired = periplus("verify", job, "--repair")
    assert repaired.code == 0, repaired.out + repaired.err
    kept = pages_of(job)
    assert kept <= before
    assert len(kept) >= share * len(before)
    asked = len(server.requests)
    outcome = crawl(server, job, "--max-requests", "10000")
    assert outcome.code == 0, outcome.err
    assert pages_of(job) == undisturbed
    verified = periplus("verify", job)
    assert verified.code == 0, verified.out + verified.err
    # Nothing that was kept is asked for again; robots.txt may be.
    assert len(server.requests) - asked <= len(undisturbed) - len(kept) + 1


@pytest.mark.parametrize("how", ["flipped", "cut", "emptied", "overwritten", "replaced"])
def test_a_damaged_database_is_rebuilt_from_the_archive(
    server: LoopbackServer, job: Path, undisturbed: Pages, how: str
) -> None:
    before = pages_of(job)
    path = database(job)
    if how == "flipped":
        flip(path, 0.1, 1.0)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    elif how == "emptied":
        path.write_bytes(b"")
    elif how == "overwritten":
        flip(path, 0.0, 0.02)
    else:
        path.write_bytes(b"something else\n" * 1_000)
    archived = archive(job).read_bytes()
    outcome = crawl(server, job, "--max-requests", "10000")
    assert outcome.code == 7, outcome.err
    assert "periplus verify JOB --repair" in outcome.err
    assert archive(job).read_bytes() == archived
    assert periplus("verify", job).code == 7
    assert_mended(server, job, undisturbed, before, share=0.999)
    assert any((job / "damaged").iterdir())


def test_a_lost_database_is_rebuilt_and_the_archive_is_not_touched_before(
    server: LoopbackServer, job: Path, undisturbed: Pages
) -> None:
    before = pages_of(job)
    database(job).unlink()
    archived = archive(job).read_bytes()
    outcome = crawl(server, job)
    assert outcome.code == 7, outcome.err
    assert "--repair" in outcome.err
    assert archive(job).read_bytes() == archived
    assert_mended(server, job, undisturbed, before, share=0.999)


def test_a_damaged_record_is_dropped_and_fetched_again(
    server: LoopbackServer, job: Path, undisturbed: Pages
) -> None:
    before = pages_of(job)
    flip(archive(job), 0.5, 0.52, bytes_changed=20)
    verified = periplus("verify", job)
    assert verified.code == 7
    assert archive(job).name in verified.out
    assert_mended(server, job, undisturbed, before, share=0.9)


def test_a_damaged_start_of_the_archive_is_mended(
    server: LoopbackServer, job: Path, undisturbed: Pages
) -> None:
    before = pages_of(job)
    flip(archive(job), 0.0, 0.001, bytes_changed=20)
    assert periplus("verify", job).code == 7
    assert_mended(server, job, undisturbed, before, share=0.9)


def test_a_cut_archive_stops_the_crawl_and_is_mended(
    server: LoopbackServer, job: Path, undisturbed: Pages
) -> None:
    before = pages_of(job)
    path = archive(job)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * 0.8)])
    damaged = path.read_bytes()
    outcome = crawl(server, job, "--max-requests", "10000")
    assert outcome.code == 7
    assert "--repair" in outcome.err
    assert path.read_bytes() == damaged
    assert_mended(server, job, undisturbed, before, share=0.7)


def test_archive_and_database_damaged_together(
    server: LoopbackServer, job: Path, undisturbed: Pages
) -> None:
    before = pages_of(job)
    flip(database(job), 0.0, 1.0)
    flip(archive(job), 0.3, 0.31, bytes_changed=5)
    flip(archive(job), 0.7, 0.71, bytes_changed=5)
    assert crawl(server, job).code == 7
    assert_mended(server, job, undisturbed, before, share=0.85)


def test_a_tail_without_a_commit_is_cut_before_the_crawl_goes_on(
    server: LoopbackServer, job: Path, undisturbed: Pages
) -> None:
    path = archive(job)
    whole = path.read_bytes()
    first = next(iter(iterate(path)))
    path.write_bytes(whole + whole[first.offset : first.length] + whole[5_000:9_000])
    (job / "archive" / "periplus-20200101000000-00002.warc.gz").write_bytes(whole[:7_000])
    assert crawl(server, job, "--max-requests", "10000").code == 0
    assert archive(job).read_bytes().startswith(whole)
    assert pages_of(job) == undisturbed
    assert periplus("verify", job).code == 0


def test_a_repair_that_is_stopped_half_way_can_be_done_again(
    server: LoopbackServer, job: Path, undisturbed: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pages_of(job)
    database(job).write_bytes(b"")
    archived = archive(job).read_bytes()

    class Stopped(repair.Rebuild):
        def run(self) -> int:
            super().run()
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(repair, "Rebuild", Stopped)
        assert periplus("verify", job, "--repair").code == 130
    assert crawl(server, job).code == 7
    assert archive(job).read_bytes() == archived
    assert_mended(server, job, undisturbed, before, share=0.999)
