"""The text index over a crawl's archive."""

import asyncio
from pathlib import Path

import pytest

from periplus.cli import run
from periplus.errors import ConfigError
from periplus.find.archive_engine import INDEX, ArchiveEngine
from periplus.find.engine import Found
from unit.find.little_web import little_web


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    job = tmp_path_factory.mktemp("archive") / "job"
    with little_web(6) as web:
        given = ["--strategy", "bfs", "--delay", "0", "--concurrency", "4", "--allow-private"]
        assert run(["crawl", web.base, "-o", str(job), "-q", *given]) == 0
        return job, web.base


def search(job: Path, query: str) -> Found:
    engine = ArchiveEngine(job)
    try:
        return asyncio.run(engine.search(query))
    finally:
        engine.close()


def test_pages_are_found_by_their_words(crawled: tuple[Path, str]) -> None:
    job, base = crawled
    assert search(job, "word3x7") == Found((f"{base}/item/3",), 1)
    found = search(job, "camera lens")
    assert found.hits == 6
    assert set(found.urls) == {f"{base}/item/{number}" for number in range(6)}
    assert search(job, "camera word3x7 word4x7") == Found((), 0)


@pytest.mark.parametrize("query", ['"', "AND OR NOT", "text: NEAR(", "*", "", "a-b"])
def test_no_query_is_read_as_an_expression(crawled: tuple[Path, str], query: str) -> None:
    assert search(crawled[0], query).hits == 0


def test_an_index_that_is_damaged_is_made_anew(crawled: tuple[Path, str]) -> None:
    job, base = crawled
    (job / INDEX).write_bytes(b"no database" * 1000)
    assert search(job, "word3x7").urls == (f"{base}/item/3",)


def test_there_must_be_a_crawl(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no crawl"):
        ArchiveEngine(tmp_path)
