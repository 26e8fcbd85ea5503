"""kill -9 of refreshes: each due page is visited once in the end, nothing lost or repeated."""

import os
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from crash.crawls import periplus
from e2e.evolving import EvolvingForum
from periplus.bench.crash_worker import Crawlers
from periplus.errors import ExitCode
from periplus.store import JobStore, PageRow
from periplus.synthetic.server import ServerSettings, serve_in_thread

KILLS = int(os.environ.get("PERIPLUS_REFRESH_KILLS", "10"))
QUICK = ("--delay", "0", "--concurrency", "4", "--allow-private")
NEW, REPLIED, GONE = 3, (5, 17, 23), 9


def rows_of(job: Path) -> tuple[dict[int, PageRow], dict[str, list[PageRow]]]:
    store = JobStore.open(job / "job.db")
    try:
        rows = {row.seq: row for row in store.pages()}
        by_url: dict[str, list[PageRow]] = {}
        for row in rows.values():
            by_url.setdefault(store.url(row.url_id), []).append(row)
        return rows, by_url
    finally:
        store.close()


def make_due(job: Path, days: float = 400.0) -> None:
    periplus("refresh", job, "--plan", "--rows", "1")  # enters every page
    store = JobStore.open(job / "job.db")
    for row in list(store.visits.all()):
        moved = days * 86_400.0
        store.visits.set(replace(row, last=row.last - moved, due=row.due - moved))
    store.commit()
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["bfs", "adaptive"])
def test_refreshes_killed_at_any_moment_lose_nothing(tmp_path: Path, strategy: str) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=2, threads=24, validators=True)
    chance = random.Random(7)
    with serve_in_thread(site, settings=ServerSettings(delay=0.01)) as server:
        ran = periplus("crawl", server.url, "-o", job, "--strategy", strategy, "-q", *QUICK)
        assert ran.code == ExitCode.DONE
        make_due(job)
        known, before = rows_of(job)
        pages = {url for url in before if not url.endswith("/robots.txt")}
        new = [site.start_thread(number % 2) for number in range(NEW)]
        for thread in REPLIED:
            site.reply(thread)
        site.gone.add(GONE)
        killed = 0
        with Crawlers(tmp_path / "log", commit_seconds=0.05) as refreshers:
            for _ in range(KILLS):
                refreshers.start(["refresh", str(job), "-q"])
                time.sleep(chance.uniform(0.0, 0.7))
                is_hit = refreshers.kill()
                if not is_hit:  # it was faster
                    refreshers.wait()
                killed += is_hit
                rows, _ = rows_of(job)
                assert known.items() <= rows.items()
                known = rows
            refreshers.start(["refresh", str(job), "-q"])
            assert refreshers.wait() == ExitCode.DONE, refreshers.said
        assert killed >= min(2, KILLS)
        rows, after = rows_of(job)
        assert known.items() <= rows.items()
        visits = Counter({url: len(after[url]) for url in pages})
        assert set(visits.values()) == {2}, visits.most_common(3)
        found = {url.removeprefix(server.base_url) for url in after}
        assert {f"/thread/{thread}" for thread in new} <= found
        [_, last] = after[f"{server.base_url}/thread/{GONE}"]
        assert last.status == 404
        checked = periplus("verify", job)
        assert checked.code == ExitCode.DONE, checked.out
        exported = periplus("export", job, "-f", "jsonl", "--to", tmp_path / "x.jsonl", "-q")
        assert exported.code == ExitCode.DONE
        assert len((tmp_path / "x.jsonl").read_text().splitlines()) == len(after) - 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_saves_and_the_next_run_goes_on(tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=1, threads=20)
    with serve_in_thread(site, settings=ServerSettings(delay=0.05)) as server:
        periplus("crawl", server.url, "-o", job, "--strategy", "bfs", "-q", *QUICK)
        make_due(job)
        site.asked.clear()
        with Crawlers(tmp_path / "log", commit_seconds=1.0) as refreshers:
            refreshers.start(["refresh", str(job), "--watch"])
            deadline = time.monotonic() + 20.0
            while len(site.asked) < 5 and time.monotonic() < deadline:
                time.sleep(0.01)
            refreshers.signal(signal.SIGINT)
            assert refreshers.wait() == ExitCode.INTERRUPTED, refreshers.said
        half = len(site.asked)
        assert 5 <= half < 15
        assert periplus("verify", job).code == ExitCode.DONE
        assert periplus("refresh", job, "-q").code == ExitCode.DONE
        pages = [path for path in site.asked if path != "/robots.txt"]
        assert len(pages) == len(set(pages)) > half
