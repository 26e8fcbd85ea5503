"""Sitemaps in a whole crawl: archived, counted, resumable, explained, and left alone on demand."""

from dataclasses import replace
from pathlib import Path

from periplus.errors import ExitCode
from periplus.synthetic import presets
from periplus.synthetic.forum import ForumSite
from periplus.synthetic.server import serve_in_thread
from unit.cli.samples import Shell

FAST = ("--allow-private", "--delay", 0)


def test_a_sitemap_is_read_once_over_a_stop(shell: Shell, tmp_path: Path) -> None:
    site = ForumSite(replace(presets.small().parameters, sitemap=True))
    with serve_in_thread(site) as server:
        job, whole, without = (tmp_path / name for name in ("job", "whole", "without"))
        ran = shell("crawl", server.url, "-o", job, "--json", *FAST, "--max-requests", 6)
        assert ran.code == ExitCode.BUDGET
        again = shell("crawl", server.url, "-o", job, "--json", *FAST, "--max-requests", 40)
        at_once = shell("crawl", server.url, "-o", whole, "--json", *FAST, "--max-requests", 40)
        refused = shell(
            "crawl", server.url, "-o", without, "--json", *FAST, "--max-requests", 40,
            "--no-sitemaps",
        )  # fmt: skip
    asked = [row["url"] for run in (ran, again) for row in run.events("page")]
    sitemap = server.url + "sitemap.xml"
    assert asked.count(sitemap) == 1
    assert asked == [row["url"] for row in at_once.events("page")]
    [explained] = shell("explain", job, sitemap, "--json").rows
    assert explained["url"] == sitemap
    assert sitemap not in [row["url"] for row in refused.events("page")]
    assert shell("verify", job).code == ExitCode.DONE
