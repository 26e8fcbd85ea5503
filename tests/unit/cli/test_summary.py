"""The end of a crawl, for people."""

import pytest

from periplus.cli.summary import summary_text
from periplus.crawl.counters import Counters
from periplus.crawl.events import StopReason
from periplus.crawl.summary import Summary


def text(
    outcome: StopReason = StopReason.COMPLETE,
    waiting: int = 0,
    coverage: dict[str, float] | None = None,
    **counts: object,
) -> str:
    return summary_text(
        Summary(
            version="1",
            job="x-crawl",
            start_urls=["http://x/"],
            strategy="bfs",
            outcome=outcome,
            waiting=waiting,
            warc_files=1,
            warc_bytes=1_500_000,
            counters=Counters(**counts),  # type: ignore[arg-type]
            coverage=coverage,
        )
    )


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (StopReason.COMPLETE, "complete"),
        (StopReason.SATISFIED, "not worth its requests"),
        (StopReason.MAX_REQUESTS, "--max-requests"),
        (StopReason.MAX_TIME, "--max-time"),
        (StopReason.INTERRUPTED, "run the same command to go on"),
        (StopReason.DISK_FULL, "free some space"),
        (StopReason.UNREACHABLE, "does not answer"),
        (StopReason.REFUSED, "robots.txt"),
    ],
)
def test_each_ending_is_told_first_with_what_to_do(outcome: StopReason, said: str) -> None:
    assert said in text(outcome).split("\n")[0]


def test_every_ending_has_words() -> None:
    assert all(text(outcome) for outcome in StopReason)


def test_costs_gains_and_places_are_told() -> None:
    shown = text(
        waiting=1234,
        requests=2000,
        robots_requests=1,
        redirects=30,
        retries=2,
        pages=1990,
        bytes=7_000_000,
        seconds=100.0,
        verdicts={"valuable": 1000, "duplicate": 900, "invalid": 90},
        statuses={"200": 1900, "404": 90},
        faults={"dns": 3},
        skipped={"robots": 5, "out-of-scope": 40},
    )
    assert shown.split("\n")[1:] == [
        "requests   2,000 (1 for robots.txt, 30 redirects, 2 retries)",
        "pages      1,990: 1,000 new, 900 repeat what is known, 90 errors",
        "bytes      7.0 MB fetched, 1.5 MB in 1 WARC file",
        "time       1 m 40 s, 19.9 pages/s",
        "waiting    1,234 URLs",
        "left out   40 out-of-scope, 5 robots",
        "errors     90 http-404, 3 dns",
        "job        x-crawl",
    ]


def test_what_there_is_none_of_is_left_out() -> None:
    shown = text()
    assert not any(word in shown for word in ("waiting ", "left out", "errors  ", "pages/s"))


def test_the_estimated_coverage_is_told() -> None:
    told = text(coverage={"share": 0.972, "low": 0.95, "high": 0.989})
    assert "coverage   97.2 % (95.0 to 98.9), estimated" in told.splitlines()
    assert "coverage" not in text()
