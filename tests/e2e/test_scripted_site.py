"""Whole crawls of the generated script-built site and of a static one, in real Chromium."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from browsers import needs_browser
from periplus.archive.reader import iterate
from periplus.errors import ExitCode
from periplus.synthetic.presets import small
from periplus.synthetic.scripted import ScriptedParameters, ScriptedSite
from periplus.synthetic.server import LoopbackServer, serve_in_thread
from unit.cli.samples import Shell

SITE = ScriptedParameters(items=4, news=4, articles=2, page_items=2)
FLAGS = ["--allow-private", "--delay", "0", "--concurrency", "4", "--strategy", "bfs"]
SLOW = "/endless"  # its limits are tested elsewhere; scrolling to them takes seconds


def crawl(shell: Shell, server: LoopbackServer, *flags: str) -> dict[str, Any]:
    ran = shell("crawl", server.url, "-o", "job", "--json", *FLAGS, *flags)
    assert ran.code in (ExitCode.DONE, ExitCode.BUDGET), ran.err
    summary: dict[str, Any] = json.loads(ran.out.splitlines()[-1])
    return summary


def fetched(out: Path, server: LoopbackServer) -> set[str]:
    pages = set()
    for line in (out / "indexes" / "index.cdxj").read_text().splitlines():
        pages.add(json.loads(line.split(" ", 2)[2])["url"].removeprefix(server.base_url))
    return pages


@needs_browser
@pytest.mark.slow
def test_every_page_is_found_in_auto_and_kept_with_what_it_loaded(
    shell: Shell, tmp_path: Path
) -> None:
    site = ScriptedSite(SITE)
    with serve_in_thread(site) as server:
        summary = crawl(shell, server, "--render", "auto", "--exclude", SLOW + "$")
        labels = {label.url.removeprefix(server.base_url) for label in site.labels(server.base_url)}
        asked = set(server.targets())
    indexed = fetched(tmp_path / "job", server)
    assert labels - {SLOW} - indexed == set()
    assert {page for page in indexed if not page.startswith("/api/")} == (
        labels - {SLOW} | {"/app.js", "/robots.txt"}
    )
    # What robots.txt closes, what is not GET and what is no part of a page was never asked for.
    assert asked - labels - {"/app.js", "/robots.txt"} == {
        target for target in asked if target.startswith("/api/") and "vote" not in target
    }
    counters = summary["counters"]
    assert counters["requests"] == len(server.requests)
    assert counters["verdicts"] == {"valuable": len(labels) - 1}
    assert counters["rendered"] == counters["render_gains"]
    types = Counter(
        record.type for warc in (tmp_path / "job" / "archive").iterdir() for record in iterate(warc)
    )
    assert types["conversion"] == counters["rendered"]
    assert types["response"] + types["revisit"] == counters["requests"]
    assert shell("verify", "job").code == 0
    _rebuilds(shell, tmp_path, counters)


def _rebuilds(shell: Shell, tmp_path: Path, counters: dict[str, Any]) -> None:
    """A job whose database is lost is rebuilt with the same pages, verdicts and resources."""
    (tmp_path / "job" / "job.db").unlink()
    ran = shell("verify", "job", "--repair")
    assert ran.code == 0, ran.err
    assert shell("verify", "job").code == 0
    rebuilt = json.loads((tmp_path / "job" / "reports" / "summary.json").read_text())["counters"]
    for name in ("verdicts", "rendered", "resource_requests", "requests"):
        assert rebuilt[name] == counters[name], name


def test_without_a_browser_it_says_what_it_could_not_see(shell: Shell) -> None:
    with serve_in_thread(ScriptedSite(SITE)) as server:
        ran = shell("crawl", server.url, "-o", "job", *FLAGS)
    assert ran.code == 0
    for said in (
        "built by scripts, it seems: 1 of the pages",
        "periplus[browser]",
        "--render auto",
    ):
        assert said in ran.out


@needs_browser
@pytest.mark.slow
def test_a_static_site_costs_next_to_nothing_in_auto(shell: Shell) -> None:
    with serve_in_thread(small()) as server:
        counters = crawl(shell, server, "--render", "auto", "--max-requests", "180")["counters"]
    assert counters["html_pages"] > 100
    assert counters["render_gains"] == 0
    assert 0 < counters["rendered"] <= 0.2 * counters["html_pages"]
    assert counters["resource_requests"] <= 3


def test_a_missing_browser_is_an_error_that_says_what_to_do(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERIPLUS_CHROMIUM", "/nowhere/chromium")
    with serve_in_thread(ScriptedSite(SITE)) as server:
        ran = shell("crawl", server.url, "-o", "job", *FLAGS, "--render", "always")
    assert ran.code == 2
    assert "PERIPLUS_CHROMIUM" in ran.err or "periplus[browser]" in ran.err


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_browser_outlives_the_crawl(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "periplus", "crawl", "-o", "job", *FLAGS]
    with serve_in_thread(ScriptedSite(SITE)) as server:
        # Ctrl-C goes to the whole process group, the browser's driver included.
        with subprocess.Popen(
            [*command, "--render", "always", server.url],
            cwd=tmp_path,
            start_new_session=True,
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        ) as crawling:
            _wait(lambda: len(server.requests) > 2 and bool(_browsers(crawling.pid)))
            browsers = _browsers(crawling.pid)
            if number == signal.SIGINT:
                os.killpg(crawling.pid, number)
            else:
                crawling.send_signal(number)
            code = crawling.wait(30)
        assert code == (130 if number == signal.SIGINT else -signal.SIGKILL)
        _wait(lambda: not [one for one in browsers if _is_running(one)])
    verify = [sys.executable, "-m", "periplus", "verify", "job"]
    if number == signal.SIGKILL:
        # A kill may leave half a record behind the last one that counts.
        subprocess.run([*verify, "--repair"], cwd=tmp_path, check=True)
    assert subprocess.run(verify, cwd=tmp_path, check=False).returncode == 0


def _browsers(top: int) -> list[int]:
    from periplus.fetch.browser.process import family

    return [
        number
        for number in family(top)
        if number != top and b"--periplus-token=" in _command(number)
    ]


def _command(number: int) -> bytes:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return b""


def _is_running(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait(condition: Any) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


@needs_browser
def test_areas_are_compared_by_a_command(shell: Shell) -> None:
    ran = shell("measure", "areas", "small", "--pages", "4")
    assert ran.code == 0, ran.err
    assert "rank correlation" in ran.out
    assert shell("measure", "areas", "nowhere").code == ExitCode.CONFIG
