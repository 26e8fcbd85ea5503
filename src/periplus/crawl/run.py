"""Putting a crawl together: live from a job, or in memory over any fetcher."""

import asyncio
import base64
import contextlib
import gc
import json
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from periplus import __version__
from periplus import url as urls
from periplus.archive.writer import WarcWriter, payload_digest
from periplus.crawl.clock import Clock, LiveClock, VirtualClock
from periplus.crawl.core import Core
from periplus.crawl.counters import Counters, counters_from_json
from periplus.crawl.events import StopReason
from periplus.crawl.examples import liked_urls
from periplus.crawl.finish import write_outputs, write_plan
from periplus.crawl.found import write_found
from periplus.crawl.hosts import Hosts
from periplus.crawl.intake import Intake
from periplus.crawl.job import Job
from periplus.crawl.list_reader import reads_lists, with_lists
from periplus.crawl.loop import Archive, CrawlLoop
from periplus.crawl.observer import Observer, Silent
from periplus.crawl.reader import CachedReader, PageReader, Reader
from periplus.crawl.recall import recall
from periplus.crawl.refresh_new import forget_refresh
from periplus.crawl.rendering import Renderings
from periplus.crawl.scope import Scope
from periplus.crawl.settings import (
    SETTINGS_FIELD,
    RenderMode,
    Secrets,
    Settings,
    settings_to_json,
)
from periplus.crawl.strategies import strategy_for
from periplus.crawl.text_reader import with_text
from periplus.crawl.threads import JOINED
from periplus.crawl.topics import example_urls
from periplus.crawl.validating import Validation
from periplus.fetch.browser.renderer import BrowserRenderer
from periplus.fetch.cookies import CookieJar
from periplus.fetch.fetcher import Fetcher
from periplus.fetch.http import FetchSettings, HttpFetcher
from periplus.fetch.replay import ViewSource
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.page.view import Stage
from periplus.plan.strategy import HasPlan, KeepsThreads, Strategy
from periplus.plan.xcrawl.strategy import Xcrawl
from periplus.store import JobStore

_NEW_OBJECTS = 20_000  # that are made, and kept, before the garbage collector looks at them
# Given what is to be done with the loop once it is made, the run itself.
Start = Callable[[Callable[[CrawlLoop], None]], Coroutine[Any, Any, StopReason]]


def assemble(
    settings: Settings,
    start_urls: tuple[str, ...],
    store: JobStore,
    strategy: Strategy,
    counters: Counters,
    clock: Clock,
    limits: Limits,
    renderings: Renderings | None = None,
) -> Core:
    """A core over a store, with everything it decides by."""
    hosts = Hosts(settings, store, limits, clock)
    intake = Intake(
        store,
        strategy,
        Scope.of(settings, start_urls),
        counters,
        limits,
        hosts.objection,
        payload_digest,
        hosts.sitemaps if reads_lists(strategy) else None,
    )
    return Core(
        settings,
        store,
        strategy,
        hosts,
        intake,
        counters,
        limits,
        (*example_urls(settings), *liked_urls(settings.like), *start_urls),
        renderings=renderings,
    )


async def run_job(
    job: Job,
    observer: Observer,
    secrets: Secrets,
    *,
    limits: Limits = DEFAULT_LIMITS,
    on_loop: Callable[[CrawlLoop], None] | None = None,
    only_sample: bool = False,
    strategy: Strategy | None = None,
) -> StopReason:
    """Crawl a job until it ends or is stopped; write its index, pages and summary.

    `strategy`: another one than the settings name, for measurements.
    """
    with _loaded_code_left_alone():
        return await _run_job(job, observer, secrets, limits, on_loop, only_sample, strategy)


@contextlib.contextmanager
def _loaded_code_left_alone() -> Iterator[None]:
    """Keep the garbage collector from what was there before: modules and classes by the thousand.

    To look through them takes longer than some dozen pages, and finds nothing. What a crawl makes
    is looked through less often than usual: most of it is kept, and hardly anything is a cycle.
    """
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


async def _run_job(
    job: Job,
    observer: Observer,
    secrets: Secrets,
    limits: Limits,
    on_loop: Callable[[CrawlLoop], None] | None,
    only_sample: bool,
    strategy: Strategy | None,
) -> StopReason:
    settings = job.settings
    strategy = strategy or strategy_for(settings, job.store, only_sample=only_sample)
    renderer = await _renderer_for(settings, limits)
    # Whether a browser shows more is judged by links, words and layout.
    stages = strategy.needs if renderer is None else Stage.ALL
    reader = with_text(PageReader(stages, limits), strategy, limits)
    validation = Validation(settings, strategy, job.store)
    reader = with_lists(validation.around(reader, limits), strategy, limits)
    archive = WarcWriter(
        job.archive_directory,
        lengths=job.store.warcs(),
        limits=limits,
        info=warcinfo(settings),
    )
    try:
        recall(job.store, job.archive_directory, reader, strategy)
        counters = counters_from_json(job.store.get_meta("counters"))
        clock = LiveClock()
        renderings = Renderings(settings.render, job.store, counters)
        core = assemble(
            settings,
            job.start_urls,
            job.store,
            strategy,
            counters,
            clock,
            limits,
            renderings=renderings,
        )
        cookies = CookieJar.from_json(job.store.get_meta("cookies", []), limits, clock.wall())
        fetcher = live_fetcher(job, secrets, limits, cookies)

        def save_with_pages() -> None:
            validation.save()
            # With the pages that set them: to the server a resumed crawl is the same visitor.
            job.store.set_meta("cookies", cookies.to_json(clock.wall()))

        loop = CrawlLoop(
            core, job.store, fetcher, reader, archive, clock, observer, save_with_pages, renderer
        )
        if on_loop is not None:
            on_loop(loop)
        job.store.set_meta("outcome", None)
        forget_refresh(job.store)
        try:
            outcome = await loop.run()
        finally:
            await fetcher.close()
    finally:
        archive.close()
        validation.close()
        if renderer is not None:
            await asyncio.shield(renderer.close())
    if isinstance(strategy, KeepsThreads):
        job.store.set_meta(JOINED, [list(thread) for thread in strategy.threads()])
    if isinstance(strategy, HasPlan):
        write_plan(job, strategy.plan())
    if isinstance(strategy, Xcrawl):
        write_found(job, strategy, counters)
    # First the files, then the word that the run has ended: whoever reads it finds them there.
    write_outputs(job, outcome)
    job.store.set_meta("outcome", outcome)
    job.store.commit()
    return outcome


async def crawl_in_memory(
    settings: Settings,
    fetcher: Fetcher,
    strategy: Strategy,
    *,
    observer: Observer | None = None,
    archive: Archive | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[StopReason, JobStore]:
    """Crawl over any fetcher on virtual time, keeping nothing on disk: replays and tests."""
    store = JobStore.create(None)
    clock = VirtualClock()
    reader: Reader = PageReader(strategy.needs, limits)
    if isinstance(fetcher, ViewSource):
        reader = CachedReader(fetcher, strategy.needs, reader)
    reader = with_lists(with_text(reader, strategy, limits), strategy, limits)
    start_urls = settings.urls
    core = assemble(settings, start_urls, store, strategy, Counters(), clock, limits)
    loop = CrawlLoop(core, store, fetcher, reader, archive, clock, observer or Silent())
    return await loop.run(), store


async def _renderer_for(settings: Settings, limits: Limits) -> BrowserRenderer | None:
    """The browser that the settings ask for. Raises: ConfigError where there is none."""
    if settings.render is RenderMode.NEVER:
        return None
    renderer = BrowserRenderer(settings.user_agent, limits)
    await renderer.check()
    return renderer


def run_until_stopped(
    job: Job, observer: Observer, secrets: Secrets, *, only_sample: bool = False
) -> StopReason:
    """Run a job in this thread; the first SIGINT or SIGTERM ends it cleanly, the second at once.

    Raises:
        KeyboardInterrupt: stopped at once; everything up to the last commit is kept.
    """
    return run_stoppable(
        lambda install: run_job(job, observer, secrets, on_loop=install, only_sample=only_sample),
        observer,
    )


def run_stoppable(start: Start, observer: Observer) -> StopReason:
    """Run what `start` gives to its end; signals stop it as `run_until_stopped` says."""

    async def main() -> StopReason:
        running = asyncio.current_task()
        stops = 0

        def install(loop: CrawlLoop) -> None:
            def stop() -> None:
                nonlocal stops
                stops += 1
                if stops == 1:
                    observer.noted(
                        "stopping after what is in flight; press Ctrl-C again to stop at once"
                    )
                    loop.request_stop(StopReason.INTERRUPTED)
                elif running is not None:
                    running.cancel()

            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, stop)

        return await start(install)

    try:
        return _run(main)
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


def _run(main: Callable[[], object]) -> StopReason:
    factory = None
    if sys.platform != "win32":
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        outcome: StopReason = runner.run(main())  # type: ignore[arg-type]
        return outcome


def warcinfo(settings: Settings) -> dict[str, str]:
    """What the first record of each archive file says of the crawl."""
    return {
        "software": f"Periplus/{__version__}",
        "format": "WARC File Format 1.1",
        "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "robots": "ignored" if settings.ignore_robots else "obey",
        "http-header-user-agent": settings.user_agent,
        SETTINGS_FIELD: json.dumps(settings_to_json(settings)),
    }


def live_fetcher(job: Job, secrets: Secrets, limits: Limits, cookies: CookieJar) -> Fetcher:
    """The fetcher that a job's settings ask for; to be made inside the event loop."""
    return HttpFetcher(_fetch_settings(job, secrets, limits), cookies=cookies)


def _fetch_settings(job: Job, secrets: Secrets, limits: Limits) -> FetchSettings:
    settings = job.settings
    credentials = {}
    if secrets.basic_auth:
        token = base64.b64encode(secrets.basic_auth.encode()).decode()
        header = (("Authorization", f"Basic {token}"),)
        credentials = {urls.origin(url): header for url in job.start_urls}
    return FetchSettings(
        user_agent=settings.user_agent,
        limits=limits,
        allow_private=settings.allow_private,
        proxy=secrets.proxy,
        credentials=credentials,
        connections_per_host=settings.concurrency,
    )
