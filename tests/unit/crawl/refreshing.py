"""Refreshes without network or waiting: scripted answers, a wall clock that a test sets."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from periplus.crawl import run as crawl_run
from periplus.crawl.clock import VirtualClock
from periplus.crawl.events import StopReason
from periplus.crawl.job import open_job
from periplus.crawl.observer import Silent
from periplus.crawl.refresh import Refresh, RefreshLimits, RefreshReport
from periplus.crawl.settings import Secrets
from periplus.exchange import Request, Response
from periplus.store import HostRow, JobStore, VisitRow
from unit.crawl.samples import DATE, ORIGIN, Answer, ScriptedFetcher

DAY = 86_400.0


class WallClock(VirtualClock):
    """Virtual time that began at a moment of the calendar."""

    def __init__(self, wall: float) -> None:
        super().__init__(1_000.0)
        self.offset = wall - 1_000.0

    def wall(self) -> float:
        return self.monotonic() + self.offset


class Asked(ScriptedFetcher):
    """Also remembers the headers, and answers what a condition asks for."""

    def __init__(
        self, answers: Mapping[str, Answer | Sequence[Answer]], clock: WallClock | None = None
    ) -> None:
        super().__init__(answers)
        self.requests: list[Request] = []
        self._clock = clock

    async def fetch(self, request: Request) -> Response:
        self.requests.append(request)
        answer = await super().fetch(request)
        return answer if self._clock is None else replace(answer, date=self._clock.wall())


class Told(Silent):
    """Keeps what was said."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def noted(self, message: str) -> None:
        self.notes.append(message)


def refresh_job(
    path: Path,
    answers: Mapping[str, Answer | Sequence[Answer]],
    monkeypatch: pytest.MonkeyPatch,
    *,
    wall: float = DATE + 400 * DAY,
    observer: Told | None = None,
    keep_hosts: bool = False,
    **ends: object,
) -> tuple[StopReason, RefreshReport, Asked]:
    """Refresh a real job on disk; only the network and the clock are scripted."""
    clock = WallClock(wall)
    fetcher = Asked(answers, clock)
    monkeypatch.setattr(crawl_run, "HttpFetcher", lambda settings, **more: fetcher)
    with open_job(path, {}, wall=0.0) as job:
        for origin, host in job.store.hosts().items():  # their times are of the machine's clock
            kept = replace(host, not_before=0.0, robots_fetched=wall)
            job.store.set_host(origin, kept if keep_hosts else HostRow())
        refresh = Refresh(job, RefreshLimits(**ends), clock=clock)  # type: ignore[arg-type]
        outcome = asyncio.run(asyncio.wait_for(refresh.run(observer or Silent(), Secrets()), 60))
        return outcome, refresh.report(outcome), fetcher


def visit_of(path: Path, target: str) -> VisitRow:
    """What the timetable has of a URL."""
    store = JobStore.open(path / "job.db")
    try:
        row = store.visits.get(store.find(ORIGIN + target) or 0)
        assert row is not None
        return row
    finally:
        store.close()


def statuses(path: Path, target: str) -> list[int]:
    """The statuses of a URL's visits."""
    store = JobStore.open(path / "job.db")
    try:
        return [page.status for page in store.page_of(store.find(ORIGIN + target) or 0)]
    finally:
        store.close()
