"""A generated forum from its first request to its exports."""

import json
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from periplus import url as urls
from periplus.errors import ExitCode
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.mirror import walk
from periplus.synthetic.scheme import View
from periplus.synthetic.server import LoopbackServer, ServerSettings, serve_in_thread
from unit.cli.samples import Ran, Shell

PARAMETERS = ForumParameters(seed=5, boards=2, threads=6, posts_per_thread=3.0, members=6)
FAST = ("--allow-private", "--delay", 0, "--concurrency", 8)
BLIND = ("--strategy", "bfs")


def admin_path() -> str:
    """What the forum's robots.txt closes."""
    return ForumSite(PARAMETERS).path(View("admin"))


def without_sessions(paths: Iterable[str]) -> set[str]:
    """Less the addresses with a session id, which only guests without cookies see."""
    site = ForumSite(PARAMETERS)
    return {path for path in paths if site.label_of(site.base_url + path).why != "session"}


def everything() -> set[str]:
    """Every path that links of the forum lead to."""
    linked = {urls.path_and_query(step.url) for step in walk(ForumSite(PARAMETERS))}
    return without_sessions(linked)


def open_pages() -> set[str]:
    return {path for path in everything() if not path.startswith(admin_path())}


def fetched(ran: Ran, server: LoopbackServer) -> list[str]:
    pages = ran.events("page")
    return [row["url"].removeprefix(server.base_url) for row in pages]


def test_a_forum_is_fetched_whole_archived_and_exported(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    with serve_in_thread(ForumSite(PARAMETERS), settings=ServerSettings(compress=True)) as server:
        ran = shell("crawl", server.url, "-o", job, "--json", *BLIND, *FAST)
    assert ran.code == ExitCode.DONE
    paths = fetched(ran, server)
    assert len(paths) == len(set(paths)) == len(server.requests)
    assert without_sessions(paths) - {"/robots.txt"} == open_pages()
    [closed] = shell("explain", job, server.base_url + admin_path(), "--json").rows
    assert (closed["state"], closed["reason"]) == ("skipped", "robots")

    assert shell("verify", job).code == ExitCode.DONE

    shell("export", job, "-q")
    with zipfile.ZipFile(tmp_path / "job.wacz") as wacz:
        assert wacz.testzip() is None
    shell("export", job, "-f", "jsonl", "-q")
    rows = [json.loads(line) for line in (tmp_path / "job.jsonl").read_text().splitlines()]
    assert {row["url"].removeprefix(server.base_url) for row in rows} == set(paths) - {
        "/robots.txt"
    }
    home = next(row for row in rows if row["url"] == server.url)
    assert home["text"].strip()
    assert all(row["status"] == 200 for row in rows if row["verdict"] == "valuable")


def test_a_crawl_in_three_runs_asks_for_nothing_twice(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    with serve_in_thread(ForumSite(PARAMETERS)) as server:
        for limit in (7, 40):
            ran = shell(
                "crawl", server.url, "-o", job, "-q", "--max-requests", limit, *BLIND, *FAST
            )
            assert ran.code == ExitCode.BUDGET
            assert len(server.requests) == limit
        ran = shell("crawl", "-o", job, "--max-requests", 10_000, "--json")
        assert ran.code == ExitCode.DONE
    assert len(server.targets()) == len(set(server.targets()))
    assert ran.rows[-1]["counters"]["requests"] == len(server.requests)
    assert shell("verify", job).code == ExitCode.DONE


@pytest.mark.parametrize("strategy", ["bfs", "dfs", "random"])
def test_every_plain_order_brings_the_same_pages(
    shell: Shell, tmp_path: Path, strategy: str
) -> None:
    with serve_in_thread(ForumSite(PARAMETERS)) as server:
        ran = shell("crawl", server.url, "-o", "job", "--json", "--strategy", strategy, *FAST)
    assert ran.code == ExitCode.DONE
    assert without_sessions(fetched(ran, server)) - {"/robots.txt"} == open_pages()
