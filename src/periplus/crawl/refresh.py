"""Refreshing a job: visiting again what is due, keeping what changed, finding what is new."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from periplus.archive.durable import replacing
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.crawl import run as crawl_run
from periplus.crawl.clock import Clock, LiveClock
from periplus.crawl.core import Core
from periplus.crawl.counters import Counters, counters_from_json
from periplus.crawl.events import StopReason
from periplus.crawl.finish import write_outputs, write_plan
from periplus.crawl.hosts import Hosts
from periplus.crawl.intake import Intake
from periplus.crawl.job import Job
from periplus.crawl.list_reader import with_lists
from periplus.crawl.loop import CrawlLoop
from periplus.crawl.observer import Observer
from periplus.crawl.reader import PageReader, Reader
from periplus.crawl.recall import recall
from periplus.crawl.refresh_counts import RefreshCounts
from periplus.crawl.refresh_new import NewUrls
from periplus.crawl.refresh_noise import NoiseBook
from periplus.crawl.refresh_revisit import Revisits
from periplus.crawl.refresh_source import Mode, RefreshSource
from periplus.crawl.schedule import Timetable
from periplus.crawl.schedule_entry import enter_pages
from periplus.crawl.scope import Scope
from periplus.crawl.settings import Secrets, Settings
from periplus.crawl.strategies import strategy_for
from periplus.crawl.text_reader import with_text
from periplus.crawl.threads import JOINED
from periplus.errors import ConfigError
from periplus.fetch.cookies import CookieJar
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.view import Stage
from periplus.plan.strategy import HasPlan, KeepsThreads, Strategy
from periplus.store import JobStore

REPORT = Path("reports") / "refresh.json"
_CRAWL_OUTCOME = "crawl_outcome"


class RefreshReport(msgspec.Struct, kw_only=True):
    """What one refresh came to."""

    job: str
    outcome: str
    requests: int
    seconds: float
    due: int  # at its start
    still_due: int
    next_due: float | None
    site: str  # what befell the site as a whole
    site_text: str
    counts: RefreshCounts

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class RefreshLimits(msgspec.Struct, frozen=True, kw_only=True):
    """When a refresh ends: by its budget, by time, or never; without any, when nothing is due."""

    budget: int | None = None  # requests
    seconds: float | None = None
    watch: bool = False

    def __post_init__(self) -> None:
        if self.budget is not None and self.budget < 1:
            raise ConfigError("--budget must be at least 1 request")
        if self.seconds is not None and self.seconds <= 0:
            raise ConfigError("--for must be longer than nothing, for example 8h")

    @property
    def mode(self) -> Mode:
        """Who names a budget wants it used; who watches waits."""
        eager = (self.budget is not None or self.seconds is not None) and not self.watch
        return Mode(eager=eager, watch=self.watch)


def steady(clock: Clock) -> Callable[[], float]:
    """Wall time that goes on as it began, however the clock is set meanwhile."""
    wall, begin = clock.wall(), clock.monotonic()
    return lambda: wall + clock.monotonic() - begin


def prepare(job: Job, now: Callable[[], float]) -> Timetable:
    """Bring the timetable up to date with the job: new pages, clocks set back, the price.

    Raises:
        ConfigError: nothing was ever fetched.
    """
    timetable = Timetable(job.store, now)
    timetable.forget_the_future()
    enter_pages(job.store, timetable)
    if not len(job.store.visits):
        raise ConfigError(f"{job.path} has no pages yet; run periplus crawl first")
    if timetable.set_price():
        timetable.reschedule()
    timetable.save()
    job.store.commit()
    return timetable


class Refresh:
    """One refresh of one job."""

    def __init__(
        self,
        job: Job,
        limits_of_run: RefreshLimits,
        *,
        limits: Limits = DEFAULT_LIMITS,
        clock: Clock | None = None,
    ) -> None:
        self._job = job
        self._run = limits_of_run
        self._limits = limits
        self._clock = clock or LiveClock()
        self._now = steady(self._clock)
        self._begin = self._clock.monotonic()
        self._requests_before = 0
        self._was_killed = False
        self.source: RefreshSource | None = None

    async def run(
        self,
        observer: Observer,
        secrets: Secrets,
        on_loop: Callable[[CrawlLoop], None] | None = None,
    ) -> StopReason:
        """Visit until the run ends; write index, pages, threads and summary."""
        job, store = self._job, self._job.store
        strategy = strategy_for(job.settings, store)
        stages = strategy.needs | Stage.LINKS | Stage.STRUCTURE
        if stages & Stage.GRAMS:
            stages |= Stage.SKETCHES
        reader = with_text(PageReader(stages, self._limits), strategy, self._limits)
        archive = WarcWriter(
            job.archive_directory,
            lengths=store.warcs(),
            limits=self._limits,
            info=crawl_run.warcinfo(job.settings),
        )
        try:
            as_crawled = with_lists(reader, strategy, self._limits)
            recall(store, job.archive_directory, as_crawled, strategy)
            prepared = prepare(job, self._now)
            core = self._assembled(strategy, reader, archive, prepared)
            wall = self._clock.wall
            cookies = CookieJar.from_json(store.get_meta("cookies", []), self._limits, wall())
            fetcher = crawl_run.live_fetcher(job, secrets, self._limits, cookies)
            loop = CrawlLoop(
                core,
                store,
                fetcher,
                reader,
                archive,
                self._clock,
                observer,
                lambda: store.set_meta("cookies", cookies.to_json(wall())),
            )
            if on_loop is not None:
                on_loop(loop)
            self._begin_of_run()
            try:
                outcome = await loop.run()
            finally:
                await fetcher.close()
        finally:
            archive.close()
        self._end_of_run(strategy, outcome)
        return outcome

    def report(self, outcome: StopReason) -> RefreshReport:
        """What it came to."""
        source, store = self.source, self._job.store
        if source is None:
            raise ValueError("a refresh is reported after it ran")
        return RefreshReport(
            job=str(self._job.path),
            outcome=outcome,
            requests=self._counters.requests - self._requests_before,
            seconds=round(self._clock.monotonic() - self._begin, 3),
            due=source.due_at_start,
            still_due=store.visits.count_due(self._now()),
            next_due=store.visits.next_due(),
            site=source.watch.state,
            site_text=source.watch.sentence(),
            counts=source.counts,
        )

    def _assembled(
        self, strategy: Strategy, reader: Reader, archive: WarcWriter, timetable: Timetable
    ) -> Core:
        job, store, limits = self._job, self._job.store, self._limits
        self._counters = counters_from_json(store.get_meta("counters"))
        self._requests_before = self._counters.requests
        settings = self._settings(self._counters)
        hosts = Hosts(settings, store, limits, self._clock)
        scope = Scope.of(settings, job.start_urls)
        intake = Intake(
            store, strategy, scope, self._counters, limits, hosts.objection, payload_digest
        )
        noise = NoiseBook(store)
        revisits = Revisits(
            store,
            intake,
            self._counters,
            job.archive_directory,
            reader,
            noise,
            limits,
            payload_digest,
            archive.flush,
        )
        new = NewUrls(store, timetable, crawl_outcome(store))
        self.source = RefreshSource(
            store,
            intake,
            self._counters,
            timetable,
            revisits,
            noise,
            new,
            limits,
            self._run.mode,
            self._now,
            seed=settings.seed + self._counters.requests,
        )
        return Core(
            settings,
            store,
            strategy,
            hosts,
            intake,
            self._counters,
            limits,
            job.start_urls,
            self.source,
        )

    def _settings(self, counters: Counters) -> Settings:
        """The job's settings with this run's ends: budgets of the crawl are spent."""
        requests = None if self._run.budget is None else counters.requests + self._run.budget
        seconds = None if self._run.seconds is None else counters.seconds + self._run.seconds
        return msgspec.structs.replace(self._job.settings, max_requests=requests, max_time=seconds)

    def _begin_of_run(self) -> None:
        """The crawl's own outcome is put aside: until this run has ended, the index is behind."""
        store = self._job.store
        self._was_killed = store.get_meta("outcome") is None
        if not self._was_killed:
            store.set_meta(_CRAWL_OUTCOME, store.get_meta("outcome"))
        store.set_meta("outcome", None)

    def _end_of_run(self, strategy: Strategy, outcome: StopReason) -> None:
        job, store = self._job, self._job.store
        if isinstance(strategy, KeepsThreads):
            store.set_meta(JOINED, [list(thread) for thread in strategy.threads()])
        if isinstance(strategy, HasPlan):
            write_plan(job, strategy.plan())
        crawled = crawl_outcome(store) or StopReason.INTERRUPTED
        if self._counters.requests > self._requests_before or self._was_killed:
            write_outputs(job, crawled)
        with replacing(job.path / REPORT) as out:
            out.write(json.dumps(self.report(outcome).to_json(), indent=1).encode() + b"\n")
        store.set_meta("outcome", crawled)
        store.commit()


def crawl_outcome(store: JobStore) -> StopReason | None:
    """How the crawl ended that a refresh goes on from, also when a refresh was killed since."""
    value = store.get_meta("outcome") or store.get_meta(_CRAWL_OUTCOME)
    return StopReason(value) if value else None


def refresh_until_stopped(
    job: Job, limits_of_run: RefreshLimits, observer: Observer, secrets: Secrets
) -> tuple[StopReason, RefreshReport]:
    """Refresh a job in this thread; signals stop it as they stop a crawl.

    Raises:
        KeyboardInterrupt: stopped at once; everything up to the last commit is kept.
    """
    refresh = Refresh(job, limits_of_run)
    outcome = crawl_run.run_stoppable(
        lambda install: refresh.run(observer, secrets, on_loop=install), observer
    )
    return outcome, refresh.report(outcome)
