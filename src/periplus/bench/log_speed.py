"""How fast logs are mined and how much memory that takes: generated lines, each run on its own.

The generated site has a hundred thousand pages in forty sections, visited by a power law. Visitors
come from outside or follow one of a page's links; one line in ten is a bot's or an asset's.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from periplus.bench.runner import peak_rss_mb
from periplus.errors import ConfigError
from periplus.logs.counting import LogSettings, count_logs
from periplus.plan.behaviour.mining import grow_and_cut
from periplus.site.traffic import Traffic, make_traffic

_PAGES = 100_000
_BATCH = 100_000
_LINKS = 16
_AGENTS = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0",
    "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example/)",
)
_SITE = "https://site.example"


@dataclass(frozen=True, slots=True)
class LogSpeed:
    """One run."""

    lines: int
    megabytes: float
    seconds: float  # of counting
    cpu_seconds: float
    tree_seconds: float
    peak_rss_mb: float
    urls: int

    def formatted(self) -> str:
        """One line for people."""
        return (
            f"{self.lines:>12,} lines  {self.megabytes:>8,.0f} MB  {self.seconds:>7.1f} s  "
            f"{self.cpu_seconds:>7.1f} CPU s  {self.lines / self.seconds:>9,.0f} lines/s  "
            f"{self.lines / self.cpu_seconds:>9,.0f} lines/CPU s  "
            f"peak {self.peak_rss_mb:>6,.0f} MB  {self.urls:,} URLs, tree {self.tree_seconds:.1f} s"
        )


def page_path(number: int) -> str:
    """The path of a generated page: one of four kinds in one of forty sections."""
    kind, section = number % 10, f"section-{chr(97 + number // 10 % 8)}{chr(97 + number // 80 % 5)}"
    if kind < 5:
        return f"/{section}/topic/{number}/title-of-the-page-{chr(97 + number % 26)}{number % 977}x"
    if kind < 8:
        return f"/{section}/topic/{number}?page={number % 37}"
    if kind == 8:
        return f"/user/{number}"
    return f"/{section}/list?sort={('date', 'name', 'size')[number // 10 % 3]}&start={number}"


def log_lines(lines: int, seed: int = 0) -> Iterator[str]:
    """Generated combined log lines, in batches of text."""
    draws = np.random.default_rng(seed)
    paths = [page_path(number) for number in range(_PAGES)]
    for start in range(0, lines, _BATCH):
        size = min(_BATCH, lines - start)
        pages = np.minimum(draws.zipf(1.2, size) - 1, _PAGES - 1)
        followed = (pages * 7919 + draws.integers(0, _LINKS, size)) % _PAGES
        users = draws.integers(0, max(1_000, lines // 20), size).tolist()
        is_entry = (draws.random(size) < 0.3).tolist()
        agents = draws.choice(3, size, p=(0.6, 0.35, 0.05)).tolist()
        is_asset = (draws.random(size) < 0.05).tolist()
        text = []
        for row, (page, target, user) in enumerate(
            zip(pages.tolist(), followed.tolist(), users, strict=True)
        ):
            day = 1 + (start + row) * 30 // lines
            path = "/style.css" if is_asset[row] else paths[page if is_entry[row] else target]
            came = "-" if is_entry[row] else _SITE + paths[page]
            text.append(
                f"10.{user >> 16 & 255}.{user >> 8 & 255}.{user & 255} - - "
                f'[{day:02d}/Mar/2026:10:00:00 +0000] "GET {path} HTTP/1.1" 200 5120 '
                f'"{came}" "{_AGENTS[agents[row]]}"\n'
            )
        yield "".join(text)


def write_log(path: Path, lines: int) -> None:
    """Write a generated log. Raises ConfigError where there is no room."""
    try:
        with path.open("w", encoding="ascii") as file:
            file.writelines(log_lines(lines))
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}") from error


def measure_one(path: Path, lines: int) -> LogSpeed:
    """Mine one generated log in this process."""
    started, cpu = time.perf_counter(), time.process_time()
    counts = count_logs([str(path)], LogSettings())
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    if counts.lines != lines:
        raise ConfigError(f"{counts.lines:,} of {lines:,} lines were read")
    started = time.perf_counter()
    grow_and_cut(counts.traffic)
    return LogSpeed(
        lines=lines,
        megabytes=path.stat().st_size / 1e6,
        seconds=seconds,
        cpu_seconds=cpu,
        tree_seconds=time.perf_counter() - started,
        peak_rss_mb=peak_rss_mb(),
        urls=len(counts.traffic.urls),
    )


def measure_logs(sizes: list[int], directory: Path) -> Iterator[str]:
    """A line of figures for each size; each in a process of its own, so that memory is its own."""
    for lines in sizes:
        path = directory / f"{lines}.log"
        write_log(path, lines)
        done = subprocess.run(  # noqa: S603 - our own interpreter, our own module
            [sys.executable, "-m", "periplus.bench.log_speed", str(path), str(lines)],
            check=False,
            capture_output=True,
            text=True,
        )
        path.unlink()
        if done.returncode:
            raise ConfigError(f"mining {lines:,} lines failed: {done.stderr.strip()[-300:]}")
        yield done.stdout.rstrip("\n")


def random_traffic(urls: int, seed: int = 0) -> Traffic:
    """Traffic over so many different URLs, eight transitions each."""
    draws = np.random.default_rng(seed)
    names = [_SITE + page_path(number) for number in range(urls)]
    sources = draws.integers(0, urls, urls * 8).astype(np.int32)
    targets = np.minimum(draws.zipf(1.3, urls * 8) - 1, urls - 1).astype(np.int32)
    entries = draws.poisson(2.0, urls)
    return make_traffic(
        names, entries, np.ones(urls, dtype=np.bool_), (sources, targets, np.ones(urls * 8, int))
    )


def measure_trees(sizes: list[int]) -> Iterator[str]:
    """Seconds for the tree and both cuts as the number of different URLs grows."""
    for urls in sizes:
        traffic = random_traffic(urls)
        started = time.process_time()
        trees = grow_and_cut(traffic)
        seconds = time.process_time() - started
        yield (
            f"{urls:>10,} URLs  {seconds:>6.2f} CPU s  {1e6 * seconds / urls:>6.1f} us a URL  "
            f"leaves {len(trees.syntax.leaves())}, {len(trees.visit.leaves())}, "
            f"{len(trees.transit.leaves())}"
        )


if __name__ == "__main__":
    print(measure_one(Path(sys.argv[1]), int(sys.argv[2])).formatted())
