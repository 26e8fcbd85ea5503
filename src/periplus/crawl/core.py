"""The core of a crawl: events in, commands out. No socket, no clock and no file of its own.

The same core runs live, in replay and in tests. It decides when the crawl ends, which host may be
asked now, and what becomes of answers and failures; which links are worth following is the
strategy's, when a host may be asked is `fetch.pace`'s, what may be asked is scope's and robots'.
"""

from dataclasses import replace

from periplus import url as urls
from periplus.crawl.counters import Counters
from periplus.crawl.events import (
    Abandon,
    Command,
    Commit,
    Event,
    Fetch,
    FetchFailed,
    Finish,
    PageFetched,
    Refuse,
    Render,
    RenderingEnded,
    ResourceFetched,
    ResourceWanted,
    RobotsFetched,
    Started,
    StopReason,
    StopRequested,
    TimerFired,
    WakeAt,
)
from periplus.crawl.hosts import Host, Hosts
from periplus.crawl.intake import Intake
from periplus.crawl.observer import Snapshot
from periplus.crawl.recall import keep_state
from periplus.crawl.rendering import Renderings
from periplus.crawl.retries import Retries
from periplus.crawl.settings import Settings
from periplus.crawl.source import FrontierSource, Source
from periplus.errors import FetchError
from periplus.exchange import Request, Response
from periplus.fetch.pace import retry_after_seconds
from periplus.fetch.retry import RetryPolicy
from periplus.limits import Limits
from periplus.plan.estimates import CoverageEstimate, EstimatesCoverage
from periplus.plan.strategy import Progress, Reason, SavesOften, Strategy
from periplus.store import JobStore, Taken

COVERAGE = "coverage"  # meta: how much of the site the strategy believes to be in hand
# A strategy's state is saved every so many pages; what came after is judged again on resume.
SNAPSHOT_PAGES = 1_000
SNAPSHOT_SHARE = 0.1  # of all pages: what a strategy knows grows, and so does the cost of saving it
# A host that fails so often in a row, with growing pauses between, is gone for this run.
HOST_FAULTS = 6
# A page that is being rendered is not kept waiting longer for a host that asks for rest, or fails.
RESOURCE_PATIENCE = 60.0
# Over all hosts; each host has its own, smaller limit.
MAX_IN_FLIGHT = 256


class Core:
    """One crawl's decisions."""

    def __init__(
        self,
        settings: Settings,
        store: JobStore,
        strategy: Strategy,
        hosts: Hosts,
        intake: Intake,
        counters: Counters,
        limits: Limits,
        start_urls: tuple[str, ...],
        source: Source | None = None,
        renderings: Renderings | None = None,
    ) -> None:
        self._settings = settings
        self._store = store
        self._strategy = strategy
        self._hosts = hosts
        self._intake = intake
        self._counters = counters
        self._limits = limits
        self._start_urls = start_urls
        self._source: Source = source or FrontierSource(store, intake, strategy)
        self._renderings = renderings or Renderings.off()
        self._retry_policy = RetryPolicy(limits, settings.seed)
        self._retries = Retries()
        self._in_flight = 0
        self._stopping: StopReason | None = None
        self._has_abandoned = False  # the pages that were being rendered when it stopped
        self._started_at = 0.0
        self._seconds_before = counters.seconds
        self._saved_sequence = intake.sequence

    def handle(self, event: Event, now: float) -> list[Command]:
        """Take one event in; what is to be done about it."""
        commands: list[Command] = []
        match event:
            case Started():
                self._started_at = now
                self._source.start(self._start_urls)
            case PageFetched():
                self._page_fetched(event, now, commands)
            case FetchFailed():
                self._fetch_failed(event, now)
            case RobotsFetched():
                self._robots_fetched(event, now, commands)
            case ResourceWanted():
                commands += self._renderings.want(event, self._stopping)
            case ResourceFetched():
                self._resource_fetched(event, now, commands)
            case RenderingEnded():
                self._rendering_ended(event, commands)
            case StopRequested(reason=reason):
                self._stopping = self._stopping or reason
            case TimerFired():
                pass
        self._stopping = self._stopping or self._limit_reached(now)
        return commands + self._next(now)

    def save(self, now: float, *, final: bool) -> None:
        """Put what the core must remember into the store, before a commit."""
        self._counters.seconds = self._seconds_before + now - self._started_at
        self._source.save()
        self._renderings.save()
        self._store.set_meta("counters", self._counters.to_json())
        self._store.set_meta("sequence", self._intake.sequence)
        coverage = self._coverage()
        self._store.set_meta(COVERAGE, coverage.to_json() if coverage else None)
        wait = max(SNAPSHOT_PAGES, int(SNAPSHOT_SHARE * self._saved_sequence))
        is_due = self._intake.sequence - self._saved_sequence >= wait
        if final or is_due or isinstance(self._strategy, SavesOften):
            self._saved_sequence = self._intake.sequence
            keep_state(self._store, self._strategy, self._saved_sequence)

    def snapshot(self, now: float) -> Snapshot:
        """How the crawl stands."""
        seconds = self._seconds_before + now - self._started_at
        waiting = self._source.waiting() + len(self._retries)
        return Snapshot(self._counters, waiting, self._in_flight, seconds, self._coverage())

    def _coverage(self) -> CoverageEstimate | None:
        strategy = self._strategy
        return strategy.coverage_estimate() if isinstance(strategy, EstimatesCoverage) else None

    def take_notes(self) -> list[str]:
        """What is to be said to the user since the last call."""
        notes, self._intake.notes = self._intake.notes, []
        return notes

    def _page_fetched(self, event: PageFetched, now: float, commands: list[Command]) -> None:
        self._in_flight -= 1
        taken, response = event.taken, event.response
        host = self._hosts.of_url(taken.url)
        self._answered(host, response, now, commands)
        attempts = taken.attempts + 1
        wait = self._retry_policy.after_response(response, attempts)
        if wait is not None:
            self._retry(replace(taken, attempts=attempts), now + wait, f"http-{response.status}")
        elif self._stopping is None and self._renderings.wants(response, event.reading):
            self._renderings.under_way += 1
            commands.append(Render(taken, response, event.reading))
        else:
            self._counters.script_built += event.reading.looks_script_built
            commands.insert(0, self._source.take_in(taken, response, event.reading))

    def _rendering_ended(self, event: RenderingEnded, commands: list[Command]) -> None:
        self._renderings.drop(page=event.taken.url_id)
        reading = self._renderings.ended(event.plain, event.shown)
        if event.is_abandoned:
            self._source.give_back(event.taken)
            return
        if event.fault:
            self._counters.count_fault(event.fault)
        commands.insert(0, self._source.take_in(event.taken, event.response, reading))

    def _resource_fetched(
        self, event: ResourceFetched, now: float, commands: list[Command]
    ) -> None:
        self._in_flight -= 1
        host, answer = self._hosts.of_url(event.wanted.request.url), event.answer
        if isinstance(answer, Response):
            self._answered(host, answer, now, commands)
            commands.append(self._intake.keep_resource(answer, event.wanted.kind))
        elif isinstance(answer, FetchError):
            host.plan.failed(now, answer.fault)
        else:
            host.plan.withdrawn()

    def _answered(
        self, host: Host, response: Response, now: float, commands: list[Command]
    ) -> None:
        wait = retry_after_seconds(response, response.date + response.seconds)
        host.plan.finished(now, response.seconds, response.status, wait)
        if wait is not None or response.status in (429, 503):
            # A kill must not make us forget that the server asked for patience.
            self._hosts.remember(host)
            commands.append(Commit())

    def _robots_fetched(self, event: RobotsFetched, now: float, commands: list[Command]) -> None:
        self._in_flight -= 1
        host, answer = self._hosts.of_origin(event.origin), event.answer
        if isinstance(answer, Response):
            self._answered(host, answer, now, commands)
            # Where it sent us elsewhere, to the front page say, that is a page of its own.
            if urls.path_and_query(answer.url) == "/robots.txt":
                commands.append(self._intake.keep_robots(answer))
        elif isinstance(answer, FetchError):
            host.plan.failed(now, answer.fault)
        else:
            host.plan.withdrawn()
        self._hosts.robots_answered(host, answer, now)

    def _fetch_failed(self, event: FetchFailed, now: float) -> None:
        self._in_flight -= 1
        taken, error = replace(event.taken, attempts=event.taken.attempts + 1), event.error
        host = self._hosts.of_url(taken.url)
        plan = host.plan
        if not isinstance(error, FetchError):
            plan.withdrawn()
            self._source.give_up(taken, Reason.REFUSED_ADDRESS, Reason.REFUSED_ADDRESS)
            return
        plan.failed(now, error.fault)
        if plan.faults >= HOST_FAULTS:
            self._give_up_host(host, taken)
            return
        wait = self._retry_policy.after_fault(error, taken.attempts)
        if wait is None:
            self._source.give_up(taken, Reason.FAILED, error.fault)
        else:
            self._retry(taken, now + wait, error.fault)

    def _give_up_host(self, host: Host, taken: Taken) -> None:
        """A host that is gone is left alone; its URLs wait for the next run."""
        was_down, host.is_down = host.is_down, True
        for one in (taken, *self._retries.drop(host.origin)):
            self._source.give_back(one)
        if was_down:
            return
        self._intake.notes.append(
            f"{host.origin} has not answered {host.plan.faults} times in a row; "
            "leaving it alone, run the same command later to go on"
        )

    def _retry(self, taken: Taken, ready_at: float, fault: str) -> None:
        self._counters.retries += 1
        self._store.note_attempt(taken.url_id, taken.attempts, fault)
        self._retries.push(ready_at, taken)

    def _limit_reached(self, now: float) -> StopReason | None:
        settings = self._settings
        if settings.max_requests is not None and self._counters.requests >= settings.max_requests:
            return StopReason.MAX_REQUESTS
        seconds = self._seconds_before + now - self._started_at
        if settings.max_time is not None and seconds >= settings.max_time:
            return StopReason.MAX_TIME
        if self._renderings.under_way:
            return None  # what they show may be worth more
        progress = Progress(self._counters.requests, self._counters.pages, self._source.waiting())
        return StopReason.SATISFIED if self._source.is_done(progress) else None

    def _next(self, now: float) -> list[Command]:
        """As many requests as limits, hosts and the frontier allow; else when to look again."""
        commands: list[Command] = []
        wake_at = self._deadline()
        if self._stopping is None:
            wake_at = min(wake_at, self._start_retries(now, commands))
            wanted = self._renderings.origins()
            origins = self._hosts.up(list(dict.fromkeys((*wanted, *self._source.origins()))))
            for origin in set(wanted).difference(origins):
                commands += self._renderings.refuse(Reason.FAILED, origin)
            for origin in origins:
                ready_at = self._start_host(self._hosts.of_origin(origin), now, commands)
                if ready_at is not None:
                    wake_at = min(wake_at, ready_at)
        elif self._renderings.under_way and not self._has_abandoned:
            self._has_abandoned = True
            commands += [*self._renderings.refuse(self._stopping), Abandon()]
        if self._in_flight == 0 and not self._renderings.under_way:
            if self._stopping is not None:
                for taken in self._retries.drop():
                    self._source.give_back(taken)
                return [*commands, Finish(self._stopping)]
            if not self._retries and not self._hosts.up(self._source.origins()):
                later = self._source.wakes_at(now)
                if later is None:
                    return [*commands, Finish(self._ending())]
                wake_at = min(wake_at, later)
        if wake_at != float("inf"):
            commands.append(WakeAt(wake_at))
        return commands

    def _deadline(self) -> float:
        if self._settings.max_time is None or self._stopping is not None:
            return float("inf")
        return self._started_at + self._settings.max_time - self._seconds_before

    def _start_retries(self, now: float, commands: list[Command]) -> float:
        """Ask again what is due. When the next one is; infinite: not before an answer comes."""
        barred: list[tuple[float, Taken]] = []
        while self._may_ask() and (taken := self._retries.pop_due(now)) is not None:
            host = self._hosts.of_url(taken.url)
            wait = host.plan.may_start(now)
            if wait > 0:
                barred.append((now + wait, taken))
            else:
                commands.append(self._ask(host, taken, now))
        moments = [moment for moment, _ in barred]
        if self._retries.next_at > now:
            moments.append(self._retries.next_at)
        for _, taken in barred:
            self._retries.push(now, taken)
        return min(moments, default=float("inf"))

    def _start_host(self, host: Host, now: float, commands: list[Command]) -> float | None:
        """Start what one host may be asked now. When it may be asked again, if by time alone."""
        while self._may_ask():
            wait = host.plan.may_start(now)
            if wait > 0:
                if RESOURCE_PATIENCE < wait < float("inf"):
                    commands += self._renderings.refuse(Reason.FAILED, host.origin)
                return now + wait if wait != float("inf") else None
            if self._hosts.needs_robots(host):
                return self._ask_robots(host, now, commands)
            if self._hosts.is_closed(host):
                commands += self._renderings.refuse(Reason.ROBOTS, host.origin)
                return self._wait_for_robots(host, now)
            wanted = self._renderings.next(host.origin)
            if wanted is not None:
                commands.append(self._load(host, wanted, now))
                continue
            if not self._renderings.has_room:
                return None
            if self._source.hesitates(host.origin, self._in_flight, len(self._retries)):
                return None
            taken = self._source.take(host.origin)
            if taken is None:
                return None
            objection = self._hosts.objection(taken.url)
            if objection is None:
                commands.append(self._ask(host, taken, now))
            elif self._source.skip(taken, objection):
                self._counters.count_skipped(objection)
        return None

    def _load(self, host: Host, wanted: ResourceWanted, now: float) -> Command:
        """Ask for what a page loads, if the host's robots.txt allows it."""
        objection = self._hosts.objection(wanted.request.url)
        if objection is not None:
            return Refuse(wanted, objection)
        self._count_request(host, now)
        self._counters.resource_requests += 1
        return Fetch(wanted.request, host.origin, wanted=wanted)

    def _ask_robots(self, host: Host, now: float, commands: list[Command]) -> float | None:
        request = self._hosts.robots_request(host, now)
        if isinstance(request, Request):
            self._count_request(host, now)
            self._counters.robots_requests += 1
            commands.append(Fetch(request, host.origin))
            return None
        return request

    def _wait_for_robots(self, host: Host, now: float) -> float | None:
        """A host that closes during a crawl is asked again; one that never opened is not."""
        if host.has_opened:
            return self._hosts.reopens_at(host, now)
        host.is_down = True
        why = host.trouble or f"{host.origin}/robots.txt could not be read"
        self._intake.notes.append(
            why if host.is_refused else f"{why}: without its robots.txt the site counts as closed"
        )
        return None

    def _may_ask(self) -> bool:
        limit = self._settings.max_requests
        return self._in_flight < MAX_IN_FLIGHT and (
            limit is None or self._counters.requests < limit
        )

    def _ask(self, host: Host, taken: Taken, now: float) -> Fetch:
        self._count_request(host, now)
        return Fetch(self._source.request(taken), host.origin, taken)

    def _count_request(self, host: Host, now: float) -> None:
        host.plan.started(now)
        self._in_flight += 1
        self._counters.requests += 1

    def _ending(self) -> StopReason:
        if self._source.waiting():
            refused = self._hosts.are_refused(self._source.origins())
            return StopReason.REFUSED if refused else StopReason.UNREACHABLE
        if self._counters.pages:
            return StopReason.COMPLETE
        closed = {Reason.ROBOTS, Reason.CRAWL_DELAY} & self._counters.skipped.keys()
        return StopReason.REFUSED if closed else StopReason.UNREACHABLE
