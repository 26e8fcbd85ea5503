"""What is known of hosts: the states of robots.txt, and what a restart remembers."""

from typing import Any

import pytest

from periplus.crawl.hosts import Host, Hosts
from periplus.crawl.settings import Settings
from periplus.errors import AddressNotPublic, FetchError, FetchFault
from periplus.exchange import Request
from periplus.limits import DEFAULT_LIMITS, Limits
from periplus.plan.strategy import Reason
from periplus.store import HostRow, JobStore
from unit.crawl.samples import DATE, ORIGIN, START, ManualClock, redirect, robots

TIMEOUT = FetchError(ORIGIN + "/robots.txt", FetchFault.TIMEOUT)


class Known:
    """Hosts over a store in memory, and the one host that is asked."""

    def __init__(
        self, store: JobStore | None = None, limits: Limits = DEFAULT_LIMITS, **more: Any
    ) -> None:
        self.clock = ManualClock()
        self.store = store or JobStore.create(None)
        settings = Settings(urls=(START,), **more)
        self.hosts = Hosts(settings, self.store, limits, self.clock)

    @property
    def host(self) -> Host:
        return self.hosts.of_origin(ORIGIN)

    def ask(self) -> Request | float | None:
        return self.hosts.robots_request(self.host, self.clock.now)

    def hear(self, answer: Any) -> None:
        """Ask for robots.txt and be answered."""
        request = self.ask()
        assert isinstance(request, Request)
        self.hosts.robots_answered(self.host, answer, self.clock.now)


def test_robots_txt_is_needed_once_and_asked_for_once_at_a_time() -> None:
    known = Known()
    assert known.hosts.needs_robots(known.host)
    request = known.ask()
    assert isinstance(request, Request)
    assert (request.url, request.purpose) == (ORIGIN + "/robots.txt", "robots")
    assert known.ask() is None
    known.hosts.robots_answered(known.host, robots(status=404), known.clock.now)
    assert not known.hosts.needs_robots(known.host)


def test_rules_hold_for_their_urls() -> None:
    known = Known()
    assert known.hosts.objection(ORIGIN + "/admin/x") is None  # nothing known yet
    known.hear(robots("User-agent: *\nDisallow: /admin"))
    assert known.hosts.objection(ORIGIN + "/admin/x") is Reason.ROBOTS
    assert known.hosts.objection(ORIGIN + "/x") is None
    assert known.hosts.objection("http://other.test/admin") is None


def test_the_sitemaps_of_an_origin_are_known_with_its_robots_txt() -> None:
    known = Known()
    assert known.hosts.sitemaps(ORIGIN) == []
    known.hear(robots(f"Sitemap: {ORIGIN}/map.xml\nUser-agent: *\nDisallow: /x"))
    assert known.hosts.sitemaps(ORIGIN) == [ORIGIN + "/map.xml"]
    assert known.hosts.sitemaps("http://elsewhere.test") == []


def test_rules_for_our_name_win() -> None:
    known = Known(user_agent="Seeker/2.0")
    known.hear(robots("User-agent: *\nDisallow: /\n\nUser-agent: seeker\nDisallow: /b"))
    assert known.hosts.objection(ORIGIN + "/a") is None
    assert known.hosts.objection(ORIGIN + "/b") is Reason.ROBOTS


def test_who_ignores_robots_txt_never_needs_it() -> None:
    store = JobStore.create(None)
    store.set_host(
        ORIGIN,
        HostRow(robots_status=200, robots_body=b"User-agent: *\nDisallow: /", robots_fetched=DATE),
    )
    known = Known(store, ignore_robots=True)
    assert not known.hosts.needs_robots(known.host)
    assert known.hosts.objection(START) is None
    assert not known.hosts.is_closed(known.host)


@pytest.mark.parametrize("answer", [robots(status=503), robots(status=500), TIMEOUT])
def test_what_may_pass_is_asked_for_once_more_then_the_host_is_closed(answer: Any) -> None:
    known = Known()
    known.hear(answer)
    assert known.ask() == known.clock.now + 2.0
    assert not known.hosts.is_closed(known.host)
    known.clock.advance(2.0)
    known.hear(answer)
    assert known.hosts.is_closed(known.host)
    assert not known.host.has_opened
    assert known.host.trouble


def test_a_server_that_comes_back_is_open() -> None:
    known = Known()
    known.hear(robots(status=500))
    known.clock.advance(2.0)
    known.hear(robots("User-agent: *\nDisallow: /x"))
    assert not known.hosts.is_closed(known.host)
    assert known.hosts.objection(ORIGIN + "/x") is Reason.ROBOTS


def test_a_refusal_of_our_own_is_not_tried_again() -> None:
    known = Known()
    known.hear(AddressNotPublic("site.test", "10.1.2.3"))
    assert known.hosts.is_closed(known.host)
    assert known.host.is_refused
    assert known.hosts.are_refused([ORIGIN])
    assert not known.hosts.are_refused([ORIGIN, "http://other.test"])


def test_redirects_of_robots_txt_are_followed() -> None:
    known = Known()
    known.hear(redirect("/robots.txt", "http://www.site.test/robots.txt"))
    assert known.hosts.needs_robots(known.host)
    request = known.ask()
    assert isinstance(request, Request)
    assert request.url == "http://www.site.test/robots.txt"
    known.hosts.robots_answered(known.host, robots("User-agent: *\nDisallow: /x"), 0.0)
    assert known.hosts.objection(ORIGIN + "/x") is Reason.ROBOTS


def test_too_many_redirects_mean_that_there_is_none() -> None:
    known = Known(limits=Limits(robots_redirects=2))
    for number in range(3):
        known.hear(redirect("/robots.txt", f"/robots{number}.txt"))
    assert not known.hosts.needs_robots(known.host)
    assert known.hosts.objection(ORIGIN + "/x") is None


def test_a_crawl_delay_slows_the_host_down() -> None:
    known = Known(delay=1.0)
    known.hear(robots("User-agent: *\nCrawl-delay: 7"))
    assert known.host.plan.spacing == 7.0


def test_a_crawl_delay_beyond_the_limit_closes_every_page() -> None:
    known = Known()
    known.hear(robots("User-agent: *\nCrawl-delay: 9999"))
    assert known.hosts.objection(START) is Reason.CRAWL_DELAY


def test_robots_txt_is_asked_for_again_when_its_time_is_over() -> None:
    known = Known(limits=Limits(robots_seconds=100.0))
    known.hear(robots("User-agent: *\nDisallow: /x"))
    known.clock.advance(99.0)
    assert not known.hosts.needs_robots(known.host)
    known.clock.advance(1.0)
    assert known.hosts.needs_robots(known.host)


def test_an_old_copy_stands_in_for_one_that_cannot_be_read() -> None:
    known = Known(limits=Limits(robots_seconds=100.0))
    known.hear(robots("User-agent: *\nDisallow: /x"))
    known.clock.advance(100.0)
    known.hear(TIMEOUT)
    known.clock.advance(2.0)
    known.hear(TIMEOUT)
    assert not known.hosts.is_closed(known.host)
    assert known.hosts.objection(ORIGIN + "/x") is Reason.ROBOTS


def test_a_closed_host_reopens_when_its_robots_txt_may_be_asked_for_again() -> None:
    known = Known()
    known.hear(robots(status=500))
    known.clock.advance(2.0)
    known.hear(robots(status=500))
    assert known.hosts.reopens_at(known.host, known.clock.now) == known.clock.now + 300.0


# Restarts


def test_a_restart_remembers_rules_and_patience() -> None:
    first = Known()
    first.hear(robots("User-agent: *\nDisallow: /x\nCrawl-delay: 4"))
    first.host.plan.started(first.clock.now)
    first.host.plan.finished(first.clock.now, 0.1, 503, 600.0)
    first.hosts.remember(first.host)

    again = Known(first.store)
    assert not again.hosts.needs_robots(again.host)
    assert again.hosts.objection(ORIGIN + "/x") is Reason.ROBOTS
    assert again.host.plan.spacing >= 4.0
    assert again.host.plan.may_start(again.clock.now) == pytest.approx(600.0)
    assert again.host.plan.strikes == 1


def test_a_restart_asks_a_closed_host_again() -> None:
    first = Known()
    first.hear(AddressNotPublic("site.test", "10.1.2.3"))
    again = Known(first.store)
    assert again.hosts.needs_robots(again.host)
    assert not again.host.is_refused


def test_hosts_that_are_given_up_are_not_up() -> None:
    known = Known()
    known.host.is_down = True
    assert known.hosts.up([ORIGIN, "http://other.test"]) == ["http://other.test"]


def test_who_asks_for_no_delay_is_not_slowed_by_slow_answers() -> None:
    for delay, spacing in ((0.0, 0.0), (1.0, 10.0)):
        known = Known(delay=delay)
        known.host.plan.started(0.0)
        known.host.plan.finished(20.0, 20.0, 200)
        assert known.host.plan.spacing == spacing
