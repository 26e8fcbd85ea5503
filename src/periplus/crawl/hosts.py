"""What is known of each host: its pace and its robots.txt, kept over restarts."""

from dataclasses import dataclass

from periplus import url as urls
from periplus.crawl.clock import Clock
from periplus.crawl.refresh_lists import sitemaps_of
from periplus.crawl.settings import Settings
from periplus.errors import FetchError, PeriplusError, RefusedError
from periplus.exchange import Purpose, Request, Response
from periplus.fetch.pace import HostPlan, PaceRow, PaceSettings
from periplus.fetch.robots import RobotsAccess, RobotsInquiry, RobotsPolicy, RobotsRecord
from periplus.limits import Limits
from periplus.plan.strategy import Reason
from periplus.store import HostRow, JobStore

# A robots.txt that cannot be had is asked for once more before the host counts as closed.
_ROBOTS_ATTEMPTS = 2
_ROBOTS_RETRY_SECONDS = 2.0


@dataclass(slots=True)
class Host:
    """One origin."""

    origin: str
    plan: HostPlan
    robots: RobotsPolicy | None = None
    inquiry: RobotsInquiry | None = None  # while robots.txt is being asked for
    inquiry_at: float = 0.0  # not before this moment
    attempts: int = 0
    asking: bool = False
    is_down: bool = False  # given up for this run
    is_refused: bool = False  # by the address guard
    trouble: str = ""  # why robots.txt could not be read
    has_opened: bool = False  # robots.txt could be read in this run


class Hosts:
    """All hosts of a crawl."""

    def __init__(self, settings: Settings, store: JobStore, limits: Limits, clock: Clock) -> None:
        self._settings = settings
        self._store = store
        self._limits = limits
        self._clock = clock
        self._pace = PaceSettings(
            delay=settings.delay,
            max_in_flight=settings.concurrency,
            # Who asks for no delay at all knows the server: its response time doesn't count.
            adaptive_factor=1.0 if settings.delay > 0 else 0.0,
            seed=settings.seed,
        )
        self._hosts: dict[str, Host] = {}
        self._rows = store.hosts()

    def of_url(self, url: str) -> Host:
        """The host that a URL is asked of."""
        return self.of_origin(urls.origin(url))

    def of_origin(self, origin: str) -> Host:
        """The host of an origin, with what earlier runs knew of it."""
        host = self._hosts.get(origin)
        if host is None:
            host = self._hosts[origin] = self._recalled(origin)
        return host

    def _recalled(self, origin: str) -> Host:
        row = self._rows.get(origin)
        if row is None:
            return Host(origin, HostPlan(origin, self._pace))
        now, wall = self._clock.monotonic(), self._clock.wall()
        plan = HostPlan.from_row(
            origin, self._pace, PaceRow(row.not_before, row.delay, row.strikes), now, wall
        )
        host = Host(origin, plan)
        if row.robots_fetched is not None and not self._settings.ignore_robots:
            record = RobotsRecord(row.robots_status, row.robots_body or b"", row.robots_fetched)
            policy = RobotsPolicy.from_record(record, self._settings.user_agent, self._limits)
            if policy.access is not RobotsAccess.CLOSED:
                host.robots = policy
                host.has_opened = True
                plan.set_crawl_delay(policy.crawl_delay)
        return host

    def up(self, origins: list[str]) -> list[str]:
        """The origins that are not given up for this run."""
        return [o for o in origins if o not in self._hosts or not self._hosts[o].is_down]

    def are_refused(self, origins: list[str]) -> bool:
        """Whether the address guard closes all of these."""
        return all(o in self._hosts and self._hosts[o].is_refused for o in origins)

    def remember(self, host: Host) -> None:
        """Note the host's pace and robots in the store."""
        pace = host.plan.to_row(self._clock.monotonic(), self._clock.wall())
        robots = host.robots.to_record() if host.robots else None
        self._store.set_host(
            host.origin,
            HostRow(
                not_before=pace.not_before,
                delay=pace.delay,
                strikes=pace.strikes,
                robots_status=robots.status if robots else None,
                robots_body=robots.body if robots else None,
                robots_fetched=robots.fetched if robots else None,
            ),
        )

    def objection(self, url: str) -> Reason | None:
        """What the known robots.txt of a URL's host says against it."""
        host = self._hosts.get(urls.origin(url))
        if host is None or host.robots is None or self._settings.ignore_robots:
            return None
        if host.robots.delay_too_long:
            return Reason.CRAWL_DELAY
        return None if host.robots.allows(url) else Reason.ROBOTS

    def sitemaps(self, origin: str) -> list[str]:
        """The sitemaps that the known robots.txt of an origin names."""
        host = self._hosts.get(origin)
        if host is None or host.robots is None:
            return []
        return sitemaps_of(host.robots.to_record().body)

    def needs_robots(self, host: Host) -> bool:
        """Whether robots.txt has to be asked for before any page."""
        if self._settings.ignore_robots:
            return False
        if host.inquiry is not None:
            return True
        return host.robots is None or host.robots.expired(self._clock.wall())

    def robots_request(self, host: Host, now: float) -> Request | float | None:
        """The request to make, the moment to wait for, or None while one is under way."""
        if host.asking:
            return None
        if now < host.inquiry_at:
            return host.inquiry_at
        if host.inquiry is None:
            host.inquiry = RobotsInquiry(
                host.origin, self._settings.user_agent, self._limits, host.robots
            )
            host.attempts = 0
        host.asking = True
        return Request(host.inquiry.url, Purpose.ROBOTS)

    def robots_answered(self, host: Host, answer: Response | PeriplusError, now: float) -> None:
        """Take the answer in; afterwards `host.robots` is set unless there is more to ask."""
        host.asking = False
        host.trouble = _trouble(answer)
        host.is_refused = isinstance(answer, RefusedError)
        host.attempts += 1
        inquiry, wall = host.inquiry, self._clock.wall()
        if inquiry is None:
            return
        if _may_pass(answer) and host.attempts < _ROBOTS_ATTEMPTS:
            host.inquiry_at = now + _ROBOTS_RETRY_SECONDS
            return
        if isinstance(answer, Response):
            policy = inquiry.answered(answer, wall)
        else:
            policy = inquiry.failed(wall)
        if policy is None:
            return
        host.robots, host.inquiry = policy, None
        host.has_opened = host.has_opened or policy.access is not RobotsAccess.CLOSED
        host.plan.set_crawl_delay(policy.crawl_delay)
        self.remember(host)

    def is_closed(self, host: Host) -> bool:
        """Whether robots.txt could not be read, so that nothing may be asked (RFC 9309)."""
        if self._settings.ignore_robots or host.robots is None:
            return False
        return host.robots.access is RobotsAccess.CLOSED

    def reopens_at(self, host: Host, now: float) -> float:
        """When a closed robots.txt is to be asked for again (monotonic)."""
        expires = host.robots.expires if host.robots else 0.0
        return now + max(1.0, expires - self._clock.wall())


def _trouble(answer: Response | PeriplusError) -> str:
    if isinstance(answer, Response):
        return f"{answer.url} answered {answer.status}" if answer.status >= 429 else ""
    return str(answer)


def _may_pass(answer: Response | PeriplusError) -> bool:
    if isinstance(answer, Response):
        return answer.status >= 500
    return isinstance(answer, FetchError) and answer.retry
