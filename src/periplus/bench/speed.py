"""Pages per CPU second of the whole pipeline on a loopback site, beside Scrapy in the same run.

Periplus fetches, parses, follows links, archives to WARC and keeps its database; Scrapy fetches
and follows links with its LinkExtractor, and archives nothing. The server has a process of its own
and keeps its pages ready, so that only the crawlers' own CPU time is counted.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from periplus.errors import ConfigError
from periplus.synthetic.serving import ServerProcess

_SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

url, concurrency = sys.argv[1], int(sys.argv[2])

class Blind(scrapy.Spider):
    name = "blind"
    start_urls = [url]
    allowed_domains = ["127.0.0.1"]
    links = LinkExtractor(tags=("a", "area"))

    def parse(self, response):
        if isinstance(response, scrapy.http.TextResponse):
            for link in self.links.extract_links(response):
                yield response.follow(link, self.parse)

process = CrawlerProcess({
    "CONCURRENT_REQUESTS": concurrency,
    "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
    "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": True,
    "LOG_LEVEL": "ERROR",
    "TELNETCONSOLE_ENABLED": False,
})
process.crawl(Blind)
process.start()
"""


@dataclass(frozen=True, slots=True)
class SpeedResult:
    """What one crawler did."""

    crawler: str
    requests: int
    seconds: float
    cpu_seconds: float
    peak_rss_mb: float

    @property
    def per_cpu_second(self) -> float:
        """Requests for each CPU second of the crawler's process."""
        return self.requests / self.cpu_seconds if self.cpu_seconds else 0.0


def measure_speed(
    urls: int, concurrency: int, rounds: int, scrapy_python: str | None
) -> list[SpeedResult]:
    """Crawl a generated forum of about that many URLs with each crawler, alternating.

    Raises:
        ConfigError: a crawler failed.
    """
    results: list[SpeedResult] = []
    with tempfile.TemporaryDirectory(prefix="periplus-speed-") as directory:
        spider = Path(directory) / "spider.py"
        spider.write_text(_SPIDER)
        log = Path(directory) / "requests.jsonl"
        for number in range(rounds):
            job = str(Path(directory) / f"job{number}")
            results.append(_crawl(urls, "periplus", _periplus(job, concurrency), log))
            if scrapy_python is not None:
                command = [scrapy_python, str(spider), "{url}", str(concurrency)]
                results.append(_crawl(urls, "scrapy", command, log))
    return results


def speed_table(results: Sequence[SpeedResult]) -> Table:
    """The best round of each crawler, and the ratio."""
    table = Table("crawler", "requests", "seconds", "CPU s", "requests/CPU s", "peak MB", box=None)
    best = best_of(results)
    for result in best.values():
        table.add_row(
            result.crawler,
            f"{result.requests:,}",
            f"{result.seconds:.1f}",
            f"{result.cpu_seconds:.1f}",
            f"{result.per_cpu_second:,.0f}",
            f"{result.peak_rss_mb:.0f}",
        )
    if {"periplus", "scrapy"} <= best.keys():
        ratio = best["periplus"].per_cpu_second / best["scrapy"].per_cpu_second
        table.add_row("periplus : scrapy", "", "", "", f"{ratio:.2f}", "")
    return table


def best_of(results: Sequence[SpeedResult]) -> dict[str, SpeedResult]:
    """The round with the most requests for each CPU second, by crawler."""
    best: dict[str, SpeedResult] = {}
    for result in results:
        known = best.get(result.crawler)
        if known is None or result.per_cpu_second > known.per_cpu_second:
            best[result.crawler] = result
    return best


def _periplus(job: str, concurrency: int) -> list[str]:
    flags = ["--allow-private", "--delay", "0", "--concurrency", str(concurrency), "--quiet"]
    command = [sys.executable, "-m", "periplus", "crawl", "{url}", "-o", job, *flags]
    return [*command, "--strategy", "bfs"]


def _crawl(urls: int, crawler: str, command: list[str], log: Path) -> SpeedResult:
    """Each crawl gets a server of its own, which counts the requests."""
    with ServerProcess(str(urls), cache=2 * urls, log=log) as server:
        started = time.perf_counter()
        process = subprocess.Popen(  # noqa: S603 - the two crawlers
            [part.replace("{url}", server.url) for part in command]
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - started
        if process.returncode != 0:
            raise ConfigError(f"{crawler} ended with exit code {process.returncode}")
    return SpeedResult(
        crawler,
        len(server.requests()),
        seconds,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
    )
