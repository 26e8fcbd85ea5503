"""A living forum: crawled once, then refreshed by what its lists tell."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from e2e.evolving import EvolvingForum
from periplus.errors import ExitCode
from periplus.store import JobStore
from periplus.synthetic.server import LoopbackServer, serve_in_thread
from unit.cli.samples import Ran, Shell

FAST = ("--allow-private", "--delay", 0, "--concurrency", 4)


@contextmanager
def crawled(
    shell: Shell, job: Path, site: EvolvingForum, strategy: str = "bfs"
) -> Iterator[LoopbackServer]:
    with serve_in_thread(site) as server:
        ran = shell("crawl", server.url, "-o", job, "-q", "--strategy", strategy, *FAST)
        assert ran.code == ExitCode.DONE, ran.err
        yield server


def refreshed(shell: Shell, job: Path, site: EvolvingForum, *flags: object) -> Ran:
    site.asked.clear()
    return shell("refresh", job, "--json", *flags)


def report(ran: Ran) -> dict[str, object]:
    [row] = ran.events("refresh")
    return row


def verified(shell: Shell, job: Path) -> None:
    ran = shell("verify", job)
    assert ran.code == ExitCode.DONE, ran.out


@pytest.mark.parametrize("strategy", ["bfs", "adaptive", "irobot"])
def test_new_threads_and_replies_are_found_with_a_tenth_of_the_requests(
    shell: Shell, tmp_path: Path, strategy: str
) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=3, threads=40)
    with crawled(shell, job, site, strategy):
        whole = len(site.asked)
        new = [site.start_thread(board) for board in (0, 1, 2)]
        replied = [5, 17, 60, 88]
        for thread in replied:
            site.reply(thread)
        ran = refreshed(shell, job, site, "--budget", whole // 10)
        assert ran.code == ExitCode.BUDGET
        assert len(site.asked) == report(ran)["requests"] == whole // 10
        assert {f"/thread/{thread}" for thread in new} <= set(site.asked)
        visited = {int(n) for n in re.findall(r"/thread/(\d+)", " ".join(site.asked))}
        assert set(replied) <= visited
        counts = report(ran)["counts"]
        assert isinstance(counts, dict)
        assert counts["expected_right"] == counts["expected"] == len(replied)
        assert counts["new_pages"] == len(new)
        verified(shell, job)


EVERY = ["acebot", "bfs", "dfs", "random", "deque", "pagerank", "topic"]
MORE_FLAGS = {"topic": ("--topic", "harbour, lantern")}


@pytest.mark.parametrize("strategy", EVERY)
def test_jobs_of_every_strategy_are_refreshed(shell: Shell, tmp_path: Path, strategy: str) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=2, threads=8)
    with serve_in_thread(site) as server:
        flags = MORE_FLAGS.get(strategy, ())
        ran = shell("crawl", server.url, "-o", job, "-q", "--strategy", strategy, *flags, *FAST)
        assert ran.code == ExitCode.DONE, ran.err
        site.start_thread(0)
        site.reply(3)
        ran = refreshed(shell, job, site, "--budget", 12)
        assert ran.code in (ExitCode.BUDGET, ExitCode.DONE), ran.err
        assert 4 <= len(site.asked) <= 12
        verified(shell, job)
        assert shell("refresh", job, "-q").code == ExitCode.DONE


def test_a_crawl_that_was_stopped_is_refreshed_and_goes_on(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=2, threads=12)
    with serve_in_thread(site) as server:
        flags = ("--strategy", "bfs", *FAST)
        half = shell("crawl", server.url, "-o", job, "-q", "--max-requests", 20, *flags)
        assert half.code == ExitCode.BUDGET
        new = site.start_thread(0)
        refreshed(shell, job, site, "--budget", 30)
        assert len(site.asked) <= 21  # what was fetched, and what is new; not what waits
        assert f"/thread/{new}" in site.asked
        whole = shell("crawl", server.url, "-o", job, "-q", "--max-requests", 500, *flags)
        assert whole.code == ExitCode.DONE
        assert {f"/thread/{n}" for n in site.threads} <= set(site.asked)
        verified(shell, job)


def test_a_refresh_fetches_what_is_due_and_no_more(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=2, threads=6)
    with crawled(shell, job, site):
        ran = refreshed(shell, job, site)
        assert (ran.code, site.asked) == (ExitCode.DONE, [])
        rows = shell("refresh", job, "--plan", "--json", "--rows", 5).rows
        assert site.asked == []
        assert len(rows) == 5
        assert not any(row["is_due"] for row in rows)
        assert [row["due"] for row in rows] == sorted(row["due"] for row in rows)
        table = shell("refresh", job, "--plan", "--rows", 3).out.splitlines()
        assert table[0].split() == ["due", "last", "visit", "why", "url"]
        assert "changes every" in table[1]
        long_ago(job, days=400)
        ran = refreshed(shell, job, site)
        assert ran.code == ExitCode.DONE
        pages = 1 + len({path for path in site.asked if path != "/robots.txt"})
        assert len(site.asked) >= pages - 1 > 12
        assert len(set(site.asked)) == len(site.asked)


def long_ago(job: Path, days: float) -> None:
    """Make every visit of a job older."""
    store = JobStore.open(job / "job.db")
    for row in list(store.visits.all()):
        moved = days * 86_400.0
        store.visits.set(replace(row, last=row.last - moved, due=row.due - moved))
    store.commit()
    store.close()


def test_unchanged_pages_are_kept_as_revisits(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=1, threads=4, validators=True)
    with crawled(shell, job, site) as server:
        page = server.base_url + "/thread/2"
        size = sum(path.stat().st_size for path in (job / "archive").iterdir())
        first = report(refreshed(shell, job, site, "--budget", 50))["counts"]
        assert isinstance(first, dict)
        assert first["visits"] == first["not_modified"] > 4
        statuses = [
            row["status"] for row in shell("explain", job, page, "--json").rows[0]["versions"]
        ]
        assert statuses == [200, 304]
        verified(shell, job)
        grown = sum(path.stat().st_size for path in (job / "archive").iterdir()) - size
        assert grown < size
        shell("export", job, "-f", "jsonl", "-q")
        rows = [json.loads(line) for line in (tmp_path / "job.jsonl").read_text().splitlines()]
        assert len({row["url"] for row in rows}) == len(rows) == first["visits"]
        assert not any(row["revisit"] for row in rows)


def test_every_version_is_kept_and_compared(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=1, threads=4)
    with crawled(shell, job, site) as server:
        url = server.base_url + "/thread/3"
        assert shell("diff", job, url).complaint.endswith(f"periplus refresh {job}")
        site.reply(3)
        refreshed(shell, job, site, "--budget", 30)
        [found] = shell("diff", job, url, "--json").rows
        assert (found["kind"], found["visits"], found["versions"]) == ("text", 2, 2)
        assert sum(line.startswith("+") for line in found["text"]) == 3  # a post and the header
        text = shell("diff", job, url)
        assert "\x1b" not in text.out
        assert text.out.startswith(url)
        for name in ("latest", "all"):
            out = tmp_path / f"{name}.jsonl"
            shell("export", job, "-f", "jsonl", "--versions", name, "--to", out, "-q")
        latest, everything = (
            [json.loads(line) for line in (tmp_path / f"{name}.jsonl").read_text().splitlines()]
            for name in ("latest", "all")
        )
        assert len([row for row in latest if row["url"] == url]) == 1
        versions = [row for row in everything if row["url"] == url]
        assert len(versions) == 2
        assert versions[1] == next(row for row in latest if row["url"] == url)
        listed = (job / "pages" / "pages.jsonl").read_text().count(f'"{url}"')
        assert listed >= 2
        shell("export", job, "-f", "threads", "--to", tmp_path / "t.jsonl", "-q")
        unknown = shell("diff", job, server.base_url + "/nothing")
        assert (unknown.code, "unknown in this job" in unknown.complaint) == (ExitCode.CONFIG, True)
        wrong = shell("diff", job, url, "--from", "yesterday")
        assert (wrong.code, "not a date" in wrong.complaint) == (ExitCode.CONFIG, True)


def test_pages_that_go_are_marked_kept_and_asked_for_more_rarely(
    shell: Shell, tmp_path: Path
) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=1, threads=12)
    with crawled(shell, job, site) as server:
        site.gone.add(3)
        site.soft_gone.add(5)
        refreshed(shell, job, site, "--budget", 60)
        waits = []
        for _ in range(3):
            store = JobStore.open(job / "job.db")
            rows = [
                store.visits.get(store.find(f"{server.base_url}/thread/{n}") or 0) for n in (3, 5)
            ]
            store.close()
            assert all(row is not None and row.gone for row in rows)
            waits.append([row.due - row.last for row in rows if row])
            long_ago(job, days=40)
            refreshed(shell, job, site)
        assert waits[0][0] < waits[1][0] < waits[2][0]
        shell("export", job, "-f", "jsonl", "-q")
        rows = [json.loads(line) for line in (tmp_path / "job.jsonl").read_text().splitlines()]
        [kept] = [row for row in rows if row["url"].endswith("/thread/3")]
        assert (kept["status"], bool(kept["text"])) == (200, True)
        verified(shell, job)


def test_a_sitemap_tells_what_changed(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=2, threads=20)
    site.sitemap = True
    with crawled(shell, job, site):
        site.clock = 4_000_000_000  # dated after every visit
        site.reply(7)
        new = site.start_thread(1)
        refreshed(shell, job, site, "--budget", 4)
        assert site.asked[0] == "/sitemap.xml"
        assert f"/thread/{new}" in site.asked
        assert any(path.startswith("/thread/7") for path in site.asked)


def test_a_feed_tells_what_changed(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=2, threads=20)
    site.feed = True
    with crawled(shell, job, site):
        site.clock = 4_000_000_000  # dated after every visit
        site.reply(7)
        new = site.start_thread(1)
        refreshed(shell, job, site, "--budget", 8)
        assert site.asked[0] == "/feed.xml"
        assert f"/thread/{new}" in site.asked
        assert any(path.startswith("/thread/7") for path in site.asked)
        verified(shell, job)


@pytest.mark.parametrize("fate", ["vanished", "alike", "look"])
def test_what_befell_a_site_is_said(shell: Shell, tmp_path: Path, fate: str) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=1, threads=40)
    with crawled(shell, job, site):
        if fate == "alike":
            site.says = "This domain is for sale. Make us an offer today, cheap and quick."
        elif fate == "look":
            site.look = "new"
        else:
            site.gone.update(site.threads)
            site.boards = []
        ran = refreshed(shell, job, site, "--budget", 60)
    state = {"vanished": "vanished", "alike": "answers-alike", "look": "new-template"}[fate]
    assert report(ran)["site"] == state
    if fate == "look":
        assert ran.code in (ExitCode.BUDGET, ExitCode.DONE)
    else:
        assert ran.code == ExitCode.UNREACHABLE
        assert len(site.asked) < 40
        said = [row["message"] for row in ran.events("note")]
        assert any("site" in message for message in said)
    verified(shell, job)


def test_a_site_that_does_not_answer_loses_nothing(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    site = EvolvingForum(boards=1, threads=4)
    with crawled(shell, job, site):
        pass
    store = JobStore.open(job / "job.db")
    pages = sum(1 for _ in store.pages())
    store.close()
    ran = shell("refresh", job, "--budget", 20)
    assert ran.code == ExitCode.UNREACHABLE
    assert "Traceback" not in ran.err
    store = JobStore.open(job / "job.db")
    assert sum(1 for _ in store.pages()) == pages
    store.close()
    verified(shell, job)


def test_flags_that_contradict_are_refused(shell: Shell, tmp_path: Path) -> None:
    job = tmp_path / "job"
    assert "is no job" in shell("refresh", job).complaint
    with crawled(shell, job, EvolvingForum(boards=1, threads=2)):
        assert "leave out" in shell("refresh", job, "--plan", "--budget", 3).complaint
        assert "not a duration" in shell("refresh", job, "--for", "soon").complaint
        assert "at least 1" in shell("refresh", job, "--budget", 0).complaint
        quiet = shell("refresh", job, "-q")
        assert (quiet.code, quiet.out, quiet.err) == (ExitCode.DONE, "", "")
        said = shell("refresh", job).out
        assert said.startswith("done: nothing more is due")
