"""Watching a crawl: a live line on a terminal, plain lines elsewhere, JSON events for machines."""

import sys
import time
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from periplus.cli.output import duration, printable, say, show_json, size
from periplus.crawl.observer import Observer, Silent, Snapshot
from periplus.crawl.settings import Settings
from periplus.errors import PeriplusError
from periplus.store import PageRow

PLAIN_LINE_SECONDS = 10.0


def time_left(snapshot: Snapshot, settings: Settings) -> float | None:
    """Seconds until a set limit ends the crawl, at the present rate; None without a limit."""
    guesses = []
    requests = snapshot.counters.requests
    if settings.max_requests is not None and requests and snapshot.seconds > 0:
        rate = requests / snapshot.seconds
        guesses.append(max(0, settings.max_requests - requests) / rate)
    if settings.max_time is not None:
        guesses.append(max(0.0, settings.max_time - snapshot.seconds))
    return min(guesses) if guesses else None


def progress_line(snapshot: Snapshot, settings: Settings, rate: float) -> str:
    """The state of a crawl in one line."""
    counters = snapshot.counters
    parts = [
        f"{counters.pages:,} pages",
        f"{rate:,.1f}/s",
        f"{snapshot.waiting:,} waiting",
        size(counters.bytes),
        f"{sum(counters.errors.values()):,} errors",
        duration(snapshot.seconds),
    ]
    if snapshot.coverage is not None:
        parts.insert(3, f"coverage {snapshot.coverage.formatted()}")
    left = time_left(snapshot, settings)
    if left is not None:
        parts.append(f"{duration(left)} left")
    return " · ".join(parts)


class _Rate:
    """Pages a second over the last stretch, not since the beginning."""

    def __init__(self) -> None:
        self._marks: list[tuple[float, int]] = []

    def __call__(self, seconds: float, pages: int) -> float:
        self._marks = [m for m in self._marks if seconds - m[0] <= 15.0][-60:]
        self._marks.append((seconds, pages))
        first_seconds, first_pages = self._marks[0]
        elapsed = seconds - first_seconds
        return (pages - first_pages) / elapsed if elapsed > 0 else pages / max(seconds, 0.001)


class PlainProgress(Silent):
    """A line every ten seconds, for logs and pipes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rate = _Rate()
        self._next = time.monotonic() + PLAIN_LINE_SECONDS

    def noted(self, message: str) -> None:
        say(message)

    def progressed(self, snapshot: Snapshot) -> None:
        rate = self._rate(snapshot.seconds, snapshot.counters.pages)
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PLAIN_LINE_SECONDS
            say(progress_line(snapshot, self._settings, rate))


class LiveProgress(Silent):
    """One line that keeps itself up to date, and the URL fetched last."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rate = _Rate()
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(console=self._console, refresh_per_second=8, transient=True)
        self._last = ""
        self._line = "starting"

    def __enter__(self) -> "LiveProgress":
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def fetched(self, url: str, page: PageRow) -> None:
        self._last = f"{page.status} {printable(url)}"

    def noted(self, message: str) -> None:
        self._console.print(Text(printable(message)))

    def progressed(self, snapshot: Snapshot) -> None:
        rate = self._rate(snapshot.seconds, snapshot.counters.pages)
        self._line = progress_line(snapshot, self._settings, rate)
        width = max(20, self._console.width - 1)
        text = Text(self._line[:width])
        text.append("\n" + self._last[:width], style="dim")
        self._live.update(text)


class JsonEvents:
    """One JSON object a line on stdout for every page, failure, note and stretch of progress."""

    def fetched(self, url: str, page: PageRow) -> None:
        show_json(
            {
                "event": "page",
                "url": url,
                "status": page.status,
                "verdict": page.verdict,
                "bytes": page.payload_bytes,
                "seconds": round(page.seconds, 4),
                "depth": page.depth,
                "group": page.group,
            }
        )

    def failed(self, url: str, error: PeriplusError) -> None:
        fault = getattr(error, "fault", "refused-address")
        show_json({"event": "failure", "url": url, "fault": fault, "detail": str(error)})

    def noted(self, message: str) -> None:
        show_json({"event": "note", "message": message})

    def progressed(self, snapshot: Snapshot) -> None:
        counters: dict[str, Any] = snapshot.counters.to_json()
        show_json(
            {
                "event": "progress",
                "waiting": snapshot.waiting,
                "in_flight": snapshot.in_flight,
                "coverage": snapshot.coverage.to_json() if snapshot.coverage else None,
                **counters,
            }
        )


class Watching:
    """Chooses how to show progress and cleans up after it."""

    def __init__(self, settings: Settings, *, as_json: bool, quiet: bool) -> None:
        self._observer: Observer
        if as_json:
            self._observer = JsonEvents()
        elif quiet:
            self._observer = Silent()
        elif sys.stderr.isatty():
            self._observer = LiveProgress(settings)
        else:
            self._observer = PlainProgress(settings)

    def __enter__(self) -> Observer:
        if isinstance(self._observer, LiveProgress):
            self._observer.__enter__()
        return self._observer

    def __exit__(self, *_: object) -> None:
        if isinstance(self._observer, LiveProgress):
            self._observer.__exit__()
