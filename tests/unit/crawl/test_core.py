"""The core: events in, commands out."""

import pytest

from periplus.crawl import core
from periplus.crawl.counters import Counters
from periplus.crawl.events import Commit, Keep, StopReason, StopRequested, TimerFired
from periplus.errors import AddressNotPublic, FetchError, FetchFault
from periplus.limits import Limits
from periplus.plan.strategy import Reason, Verdict
from periplus.store import JobStore, UrlState
from unit.crawl.samples import (
    ORIGIN,
    START,
    ManualClock,
    Remembering,
    Rig,
    asked,
    ending,
    fetches,
    kept,
    page,
    redirect,
    response,
    robots,
    wake_at,
)


def refused(path: str = "/") -> FetchError:
    return FetchError(ORIGIN + path, FetchFault.CONNECT)


def test_robots_txt_is_asked_for_before_anything_else() -> None:
    assert asked(Rig().start()) == ["/robots.txt"]


def test_the_start_url_is_asked_for_when_robots_txt_allows_it() -> None:
    rig = Rig()
    commands = rig.open(robots("User-agent: *\nAllow: /"))
    assert asked(commands) == ["/"]
    assert kept(commands)[0].page.group == "robots"


def test_a_page_is_kept_first_then_its_links_are_asked_for() -> None:
    rig = Rig(concurrency=2)
    [start] = fetches(rig.open())
    commands = rig.answer(start, page("/", "/a", "/b", "/c"))
    assert isinstance(commands[0], Keep)
    assert commands[0].page.verdict is Verdict.VALUABLE
    assert asked(commands) == ["/a", "/b"]


def test_no_more_requests_are_in_flight_than_allowed() -> None:
    rig = Rig(concurrency=3)
    commands = rig.answer(fetches(rig.open())[0], page("/", *[f"/{n}" for n in range(9)]))
    assert len(fetches(commands)) == 3
    assert rig.core.snapshot(rig.clock.now).in_flight == 3
    assert asked(rig.tell(TimerFired())) == []
    assert asked(rig.answer(fetches(commands)[0], page("/0"))) == ["/3"]


def test_starts_are_spaced_by_the_delay_and_the_core_says_when_to_wake_it() -> None:
    rig = Rig(delay=2.0, concurrency=8)
    commands = rig.open()
    assert asked(commands) == []
    assert wake_at(commands) == rig.clock.now + 2.0
    [start] = fetches(rig.wait(2.0))
    commands = rig.answer(start, page("/", "/a", "/b"))
    assert asked(commands) == []
    assert asked(rig.wait(1.9)) == []
    assert asked(rig.wait(0.1)) == ["/a"]


def test_a_crawl_without_anything_waiting_is_complete() -> None:
    rig = Rig()
    commands = rig.answer(fetches(rig.open())[0], page("/"))
    assert ending(commands) is StopReason.COMPLETE


def test_a_crawl_does_not_end_while_an_answer_is_awaited() -> None:
    rig = Rig(concurrency=2)
    first, second = fetches(rig.answer(fetches(rig.open())[0], page("/", "/a", "/b")))
    assert ending(rig.answer(first, page("/a"))) is None
    assert ending(rig.answer(second, page("/b"))) is StopReason.COMPLETE


def test_max_requests_counts_robots_txt_and_lets_what_is_in_flight_end() -> None:
    rig = Rig(concurrency=8, max_requests=4)
    links = [f"/{n}" for n in range(9)]
    commands = rig.answer(fetches(rig.open())[0], page("/", *links))
    assert asked(commands) == ["/0", "/1"]
    assert ending(commands) is None
    rig.answer(fetches(commands)[0], page("/0"))
    assert ending(rig.answer(fetches(commands)[1], page("/1"))) is StopReason.MAX_REQUESTS
    assert (rig.counters.requests, rig.counters.robots_requests) == (4, 1)
    assert rig.store.waiting() == 7


def test_max_time_counts_the_seconds_of_earlier_runs() -> None:
    rig = Rig(max_time=60.0, counters=Counters(seconds=50.0), delay=3.0)
    commands = rig.open()
    assert wake_at(commands) == rig.clock.now + 3.0
    [start] = fetches(rig.wait(3.0))
    rig.clock.advance(7.0)
    assert ending(rig.answer(start, page("/", "/a"))) is StopReason.MAX_TIME


def test_the_core_wants_to_be_woken_when_max_time_is_over() -> None:
    rig = Rig(max_time=5.0)
    commands = rig.open()
    assert wake_at(commands) == rig.clock.now + 5.0
    assert ending(rig.wait(5.0)) is None  # one request is still in flight
    assert ending(rig.answer(fetches(commands)[0], page("/", "/a"))) is StopReason.MAX_TIME


def test_a_strategy_may_be_satisfied() -> None:
    strategy = Remembering()
    strategy.done_at = 1
    rig = Rig(strategy=strategy)
    commands = rig.answer(fetches(rig.open())[0], page("/", "/a", "/b", "/c"))
    assert ending(commands) is StopReason.SATISFIED


def test_a_stop_waits_for_what_is_in_flight_and_keeps_it() -> None:
    rig = Rig()
    [start] = fetches(rig.open())
    assert rig.tell(StopRequested(StopReason.INTERRUPTED)) == []
    commands = rig.answer(start, page("/", "/a"))
    assert asked(commands) == []
    assert len(kept(commands)) == 1
    assert ending(commands) is StopReason.INTERRUPTED
    assert rig.store.waiting() == 1


def test_the_first_reason_to_stop_is_the_one_told() -> None:
    rig = Rig(max_requests=1)
    [fetch] = fetches(rig.start())
    rig.tell(StopRequested(StopReason.INTERRUPTED))
    assert ending(rig.answer(fetch, robots(status=404))) is StopReason.INTERRUPTED


# Answers that say "not now"


def test_retry_after_is_kept_for_a_kill_and_obeyed() -> None:
    rig = Rig()
    [start] = fetches(rig.open())
    commands = rig.answer(start, response("/", status=503, retry_after="120"))
    assert Commit() in commands
    assert kept(commands) == []
    assert rig.store.hosts()[ORIGIN].not_before == pytest.approx(rig.clock.wall_now + 120)
    assert asked(rig.wait(119.0)) == []
    [again] = fetches(rig.wait(1.0))
    assert again.request.url == START
    assert ending(rig.answer(again, page("/"))) is StopReason.COMPLETE
    assert rig.counters.retries == 1


def test_an_error_that_stays_is_archived_after_the_last_attempt() -> None:
    rig = Rig(limits=Limits(attempts=3))
    [fetch] = fetches(rig.open())
    for _ in range(2):
        commands = rig.answer(fetch, response("/", b"down", status=500))
        assert kept(commands) == []
        [fetch] = fetches(rig.wait(1000.0))
    [keep] = kept(rig.answer(fetch, response("/", b"down", status=500)))
    assert (keep.page.status, keep.page.verdict) == (500, Verdict.INVALID)
    assert rig.counters.errors == {"http-500": 1}


def test_a_fault_is_tried_again_with_growing_pauses_then_given_up() -> None:
    rig = Rig(limits=Limits(attempts=3))
    [fetch] = fetches(rig.open())
    pauses = []
    for _ in range(2):
        moment = wake_at(rig.answer(fetch, FetchError(START, FetchFault.PROTOCOL)))
        assert moment is not None
        pauses.append(moment - rig.clock.now)
        [fetch] = fetches(rig.wait(pauses[-1]))
    commands = rig.answer(fetch, FetchError(START, FetchFault.PROTOCOL))
    assert ending(commands) is StopReason.UNREACHABLE
    assert 1.5 <= pauses[0] <= 2.5 < 6.0 <= pauses[1] <= 10.0
    row = rig.store.row(rig.store.find(START) or 0)
    assert (row.state, row.reason, row.fault, row.attempts) == (
        UrlState.FAILED,
        Reason.FAILED,
        "protocol",
        3,
    )
    assert rig.counters.faults == {"protocol": 1}


def test_a_fault_that_asking_again_cannot_mend_is_final() -> None:
    rig = Rig()
    [start] = fetches(rig.open())
    error = FetchError(START, FetchFault.HEADERS_TOO_LARGE, retry=False)
    rig.answer(start, error)
    assert rig.state("/") is UrlState.FAILED
    assert rig.counters.retries == 0


def test_an_address_that_is_not_public_is_a_reason_of_its_own() -> None:
    rig = Rig()
    [start] = fetches(rig.open())
    rig.answer(start, AddressNotPublic("site.test", "10.0.0.1"))
    assert rig.state("/") is UrlState.FAILED
    assert rig.reason("/") is Reason.REFUSED_ADDRESS


def test_a_host_that_never_answers_is_left_alone_and_its_urls_wait() -> None:
    rig = Rig(concurrency=8)
    commands = rig.answer(fetches(rig.open())[0], page("/", *[f"/{n}" for n in range(8)]))
    out = fetches(commands)
    assert len(out) == 8
    for fetch in out:
        commands = rig.answer(fetch, refused())
    assert ending(commands) is StopReason.UNREACHABLE
    [note] = rig.core.take_notes()
    assert note.startswith(f"{ORIGIN} has not answered {core.HOST_FAULTS} times in a row")
    assert rig.store.waiting() + sum(rig.state(f"/{n}") is UrlState.FAILED for n in range(8)) == 8
    assert rig.store.waiting() >= core.HOST_FAULTS


def test_a_retry_that_falls_due_while_the_host_is_busy_is_made_afterwards() -> None:
    rig = Rig(urls=(START, ORIGIN + "/b"))
    [start] = fetches(rig.open())
    [busy] = fetches(rig.answer(start, response("/", status=500)))
    assert busy.request.url == ORIGIN + "/b"
    assert asked(rig.wait(60.0)) == []  # due, but one request at a time
    [again] = fetches(rig.answer(busy, page("/b")))
    assert again.request.url == START
    assert ending(rig.answer(again, page("/"))) is StopReason.COMPLETE


def test_a_retry_waits_for_its_hosts_pace() -> None:
    rig = Rig(delay=30.0, urls=(START, ORIGIN + "/b"))
    rig.open()
    [start] = fetches(rig.wait(30.0))
    rig.answer(start, response("/", status=500))
    assert asked(rig.wait(29.0)) == []
    assert wake_at(rig.wait(0.5)) == pytest.approx(rig.clock.now + 0.5)
    assert len(fetches(rig.wait(0.5))) == 1


def test_what_was_to_be_tried_again_waits_for_the_next_run_when_the_crawl_stops() -> None:
    rig = Rig()
    [start] = fetches(rig.open())
    rig.answer(start, response("/", status=500))
    assert rig.store.waiting() == 0  # taken, and not to be taken twice
    assert ending(rig.tell(StopRequested(StopReason.INTERRUPTED))) is StopReason.INTERRUPTED
    assert rig.store.waiting() == 1
    assert rig.core.snapshot(rig.clock.now).waiting == 1
    taken = rig.store.take(ORIGIN)
    assert taken is not None
    assert (taken.url, taken.attempts) == (START, 1)


# robots.txt


def test_a_start_that_robots_txt_closes_ends_the_crawl_as_refused() -> None:
    rig = Rig()
    commands = rig.open(robots("User-agent: *\nDisallow: /"))
    assert asked(commands) == []
    assert ending(commands) is StopReason.REFUSED
    assert rig.reason("/") is Reason.ROBOTS
    assert rig.counters.skipped == {"robots": 1}


def test_a_crawl_delay_that_is_too_long_leaves_the_host_out() -> None:
    rig = Rig()
    commands = rig.open(robots("User-agent: *\nCrawl-delay: 301"))
    assert ending(rig.wait(400.0)) or ending(commands) is StopReason.REFUSED
    assert rig.reason("/") is Reason.CRAWL_DELAY


def test_a_robots_txt_that_cannot_be_read_closes_the_site_and_that_is_said() -> None:
    rig = Rig()
    commands = rig.open(robots(status=500))
    assert ending(commands) is None
    [again] = fetches(rig.wait(2.0))
    assert again.request.url == ORIGIN + "/robots.txt"
    assert ending(rig.answer(again, robots(status=500))) is StopReason.UNREACHABLE
    assert rig.core.take_notes() == [
        f"{ORIGIN}/robots.txt answered 500: without its robots.txt the site counts as closed"
    ]
    assert rig.store.waiting() == 1


def test_a_guarded_address_ends_the_crawl_as_refused() -> None:
    rig = Rig()
    commands = rig.open(AddressNotPublic("site.test", "127.0.0.1"))
    assert ending(commands) is StopReason.REFUSED
    [note] = rig.core.take_notes()
    assert "--allow-private" in note
    assert "counts as closed" not in note


def test_urls_found_before_a_hosts_robots_txt_was_read_are_checked_when_taken() -> None:
    rig = Rig(urls=(START, "http://other.test/x"))
    commands = rig.start()
    own, other = fetches(commands)
    rig.answer(own, robots(status=404))
    rig.answer(other, robots("User-agent: *\nDisallow: /x"))
    assert rig.reason("http://other.test/x") is Reason.ROBOTS


def test_a_page_that_robots_txt_redirects_to_is_still_fetched_as_a_page() -> None:
    rig = Rig()
    [fetch] = fetches(rig.start())
    commands = rig.answer(fetch, redirect("/robots.txt", "/"))
    [robots_at_home] = fetches(commands)
    assert (robots_at_home.request.url, robots_at_home.taken) == (START, None)
    commands = rig.answer(robots_at_home, page("/", "/a"))
    assert kept(commands) == []
    [home] = fetches(commands)
    assert home.request.url == START
    assert home.taken is not None
    assert asked(rig.answer(home, page("/", "/a"))) == ["/a"]


def test_a_host_that_closes_during_a_crawl_is_asked_again_later() -> None:
    limits = Limits(robots_seconds=10.0)
    rig = Rig(limits=limits, delay=0.0)
    [start] = fetches(rig.open(robots("User-agent: *\nDisallow: /private")))
    rig.clock.advance(40 * 86400.0)  # the copy is too old to stand in
    [again] = fetches(rig.answer(start, page("/", "/a")))
    assert again.taken is None
    rig.answer(again, robots(status=503))
    [again] = fetches(rig.wait(3600.0))
    commands = rig.answer(again, robots(status=503))
    assert ending(commands) is None
    assert rig.state("/a") is UrlState.WAITING


# What is remembered


def test_counts_and_time_are_saved_and_summed() -> None:
    rig = Rig(counters=Counters(requests=10, seconds=5.0))
    rig.open()
    rig.clock.advance(2.5)
    rig.core.save(rig.clock.now, final=False)
    saved = rig.store.get_meta("counters")
    assert (saved["requests"], saved["seconds"]) == (12, 7.5)
    assert rig.store.get_meta("sequence") == 1
    assert rig.store.get_meta("strategy") is None


def test_the_strategy_is_saved_at_the_end_and_every_so_many_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rig = Rig(strategy=Remembering())
    rig.answer(fetches(rig.open())[0], page("/", "/a"))
    rig.core.save(rig.clock.now, final=False)
    assert rig.store.get_meta("strategy") is None
    monkeypatch.setattr(core, "SNAPSHOT_PAGES", 2)
    rig.core.save(rig.clock.now, final=False)
    saved = rig.store.get_meta("strategy")
    assert (saved["sequence"], saved["state"]) == (2, rig.strategy.save())
    rig.core.save(rig.clock.now, final=True)
    assert rig.store.get_meta("strategy")["sequence"] == 2


def test_the_more_pages_there_are_the_less_often_the_strategy_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(core, "SNAPSHOT_PAGES", 1)
    rig = Rig(strategy=Remembering())
    rig.answer(fetches(rig.open())[0], page("/", "/a"))
    rig.core.save(rig.clock.now, final=True)
    first = rig.store.get_meta("strategy")["sequence"]
    monkeypatch.setattr(core, "SNAPSHOT_SHARE", 1.0)
    rig.core._intake.sequence = first + 1
    rig.core.save(rig.clock.now, final=False)
    assert rig.store.get_meta("strategy")["sequence"] == first
    rig.core._intake.sequence = 2 * first
    rig.core.save(rig.clock.now, final=False)
    assert rig.store.get_meta("strategy")["sequence"] == 2 * first


def test_a_crawl_that_goes_on_seeds_nothing_twice() -> None:
    store = JobStore.create(None)
    rig = Rig(store=store)
    rig.answer(fetches(rig.open())[0], page("/", "/a"))
    again = Rig(store=store, clock=ManualClock(), counters=rig.counters)
    again.start()
    assert store.waiting() == 0 or store.row(store.find(START) or 0).state is UrlState.FETCHED
    assert again.state("/") is UrlState.FETCHED
