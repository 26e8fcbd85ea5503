"""Watching a crawl: lines, events, guesses of the end."""

import io
import json
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from periplus.cli import progress
from periplus.cli.progress import (
    JsonEvents,
    LiveProgress,
    PlainProgress,
    Watching,
    progress_line,
    time_left,
)
from periplus.crawl.counters import Counters
from periplus.crawl.observer import Silent, Snapshot
from periplus.crawl.settings import Settings
from periplus.errors import AddressNotPublic, FetchError, FetchFault
from periplus.plan.estimates import CoverageEstimate
from unit.store.samples import page

URL = "http://site.test/\x1b[2J"


def snapshot(seconds: float = 10.0, **counts: Any) -> Snapshot:
    return Snapshot(Counters(**counts), waiting=1500, in_flight=2, seconds=seconds)


@pytest.mark.parametrize(
    ("settings", "seconds", "requests", "left"),
    [
        ({}, 10.0, 100, None),
        ({"max_requests": 300}, 10.0, 100, 20.0),
        ({"max_requests": 100}, 10.0, 120, 0.0),
        ({"max_requests": 300}, 0.0, 0, None),
        ({"max_time": 60.0}, 10.0, 0, 50.0),
        ({"max_time": 15.0, "max_requests": 300}, 10.0, 100, 5.0),
        ({"max_time": 60.0, "max_requests": 300}, 10.0, 100, 20.0),
    ],
)
def test_the_end_is_guessed_where_a_limit_is_set(
    settings: dict[str, Any], seconds: float, requests: int, left: float | None
) -> None:
    assert time_left(snapshot(seconds, requests=requests), Settings(**settings)) == left


def test_the_line_tells_pages_rate_queue_bytes_errors_and_time() -> None:
    standing = snapshot(130.0, pages=1200, requests=1300, bytes=5e6, faults={"dns": 2})
    assert progress_line(standing, Settings(max_time=190.0), 9.25) == (
        "1,200 pages · 9.2/s · 1,500 waiting · 5.0 MB · 2 errors · 2 m 10 s · 1 m 00 s left"
    )


def test_the_line_tells_the_estimated_coverage() -> None:
    standing = replace(snapshot(), coverage=CoverageEstimate(0.972, 0.95, 0.989))
    assert " · coverage 97.2 % (95.0 to 98.9) · " in progress_line(standing, Settings(), 1.0)


def test_plain_lines_come_every_ten_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    plain = PlainProgress(Settings())
    for second in range(31):
        now[0] = 100.0 + second
        plain.progressed(snapshot(float(second), pages=5 * second))
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split(" · ")[0] for line in err.splitlines()] == [
        "50 pages",
        "100 pages",
        "150 pages",
    ]
    assert all("5.0/s" in line for line in err.splitlines())


def test_the_rate_is_of_the_last_stretch_not_of_the_whole_crawl() -> None:
    rate = progress._Rate()
    assert rate(10.0, 1000) == 100.0
    for second in range(11, 60):
        latest = rate(float(second), 1000 + second - 10)
    assert latest == pytest.approx(1.0)


def test_notes_are_shown_without_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    PlainProgress(Settings()).noted(URL)
    assert capsys.readouterr().err == "http://site.test/\\x1b[2J\n"


def test_events_are_json_lines_with_their_keys(capsys: pytest.CaptureFixture[str]) -> None:
    events = JsonEvents()
    events.fetched(URL, page(1, 1))
    events.failed(URL, FetchError(URL, FetchFault.TLS, "expired"))
    events.failed(URL, AddressNotPublic("site.test", "10.0.0.1"))
    events.noted("hello")
    events.progressed(snapshot(requests=3))
    out, err = capsys.readouterr()
    assert err == ""
    assert "\x1b" not in out
    fetched, failed, refused, note, standing = map(json.loads, out.splitlines())
    assert fetched == {
        "event": "page",
        "url": URL,
        "status": 200,
        "verdict": "valuable",
        "bytes": 5000,
        "seconds": 0.125,
        "depth": 1,
        "group": "g",
    }
    assert failed == {
        "event": "failure",
        "url": URL,
        "fault": "tls",
        "detail": f"{URL}: tls (expired)",
    }
    assert refused["fault"] == "refused-address"
    assert note == {"event": "note", "message": "hello"}
    assert (standing["event"], standing["waiting"], standing["in_flight"]) == ("progress", 1500, 2)
    assert standing["requests"] == 3
    assert set(Counters.__struct_fields__) <= set(standing)


def test_a_terminal_gets_one_line_and_the_last_url(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    terminal = Console(file=screen, force_terminal=True, width=60, highlight=False)
    monkeypatch.setattr(progress, "Console", lambda **_: terminal)
    with LiveProgress(Settings()) as live:
        live.fetched(URL, page(1, 1))
        live.noted("look: " + URL)
        live.progressed(snapshot(pages=77))
        live._live.refresh()
    shown = screen.getvalue()
    assert "77 pages" in shown
    assert "200 http://site.test/\\x1b[2J" in shown
    assert "look: http://site.test/\\x1b[2J" in shown
    assert "\x1b[2J" not in shown


@pytest.mark.parametrize(
    ("as_json", "quiet", "is_terminal", "kind"),
    [
        (True, False, True, JsonEvents),
        (True, True, False, JsonEvents),
        (False, True, True, Silent),
        (False, False, True, LiveProgress),
        (False, False, False, PlainProgress),
    ],
)
def test_how_progress_is_shown(
    as_json: bool, quiet: bool, is_terminal: bool, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: is_terminal)
    with Watching(Settings(), as_json=as_json, quiet=quiet) as observer:
        assert type(observer) is kind
