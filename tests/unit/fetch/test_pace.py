"""Playbooks: what happens to a host, and when it may be asked again."""

import math

import pytest

from periplus.errors import FetchFault
from periplus.exchange import Response
from periplus.fetch.pace import HostPlan, PaceRow, PaceSettings, retry_after_seconds

ORIGIN = "https://a.example"
STEADY = PaceSettings(delay=2.0, max_in_flight=2, adaptive_factor=0.0)


def plan(settings: PaceSettings = STEADY) -> HostPlan:
    return HostPlan(ORIGIN, settings)


def test_starts_are_spaced_not_ends() -> None:
    host = plan()
    assert host.may_start(100.0) == 0.0
    host.started(100.0)
    assert host.may_start(100.5) == 1.5
    host.finished(100.5, 0.5, 200)
    assert host.may_start(100.5) == 1.5
    assert host.may_start(102.0) == 0.0
    host.started(102.0)
    assert host.may_start(103.0) == 1.0


def test_no_more_than_allowed_are_in_flight() -> None:
    host = plan()
    host.started(0.0)
    host.started(2.0)
    assert host.may_start(100.0) == math.inf
    host.finished(100.0, 100.0, 200)
    assert host.may_start(100.0) == 0.0
    assert host.in_flight == 1


def test_crawl_delay_and_configured_delay_the_longer_wins() -> None:
    host = plan()
    host.set_crawl_delay(10.0)
    assert host.spacing == 10.0
    host.set_crawl_delay(0.5)
    assert host.spacing == 2.0
    host.set_crawl_delay(None)
    assert host.spacing == 2.0


def test_spacing_follows_the_response_time_up_fast_and_down_slowly() -> None:
    host = plan(PaceSettings(delay=0.1, adaptive_factor=2.0, adaptive_cap=30.0))
    host.started(0.0)
    host.finished(4.0, 4.0, 200)
    assert host.spacing == 4.0
    assert host.may_start(4.0) == 0.0
    for _ in range(20):
        host.started(100.0)
        host.finished(100.0, 1000.0, 200)
    assert host.spacing == 30.0
    for n in range(200):
        host.started(200.0 + n)
        host.finished(200.0 + n, 0.01, 200)
    assert host.spacing == pytest.approx(0.1)


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_bars_the_host(status: int) -> None:
    host = plan()
    host.started(0.0)
    host.finished(2.0, 2.0, status, 30.0)
    assert host.may_start(31.9) == pytest.approx(0.1)
    assert host.may_start(32.0) == 0.0


def test_retry_after_counts_with_any_status() -> None:
    host = plan()
    host.started(0.0)
    host.finished(1.0, 1.0, 302, 60.0)
    assert host.may_start(1.0) == 60.0
    assert host.strikes == 0


def test_refusals_without_retry_after_back_off_exponentially() -> None:
    host = plan(PaceSettings(delay=0.0, max_in_flight=1, adaptive_factor=0.0, backoff=10.0))
    now, waits = 0.0, []
    for _ in range(12):
        host.started(now)
        host.finished(now, 0.0, 503)
        waits.append(host.may_start(now))
        now += waits[-1]
    for n, wait in enumerate(waits):
        base = min(10.0 * 2**n, 3600.0)
        assert base <= wait <= 1.25 * base


def test_back_off_is_the_same_for_the_same_seed_and_differs_between_hosts() -> None:
    def first_wait(origin: str, seed: int) -> float:
        host = HostPlan(origin, PaceSettings(seed=seed))
        host.started(0.0)
        host.finished(0.0, 0.0, 429)
        return host.may_start(0.0)

    assert first_wait(ORIGIN, 1) == first_wait(ORIGIN, 1)
    assert len({first_wait(f"https://{n}.example", 1) for n in range(10)}) == 10
    assert first_wait(ORIGIN, 1) != first_wait(ORIGIN, 2)


def test_requests_refused_together_are_one_strike() -> None:
    host = plan(PaceSettings(delay=0.0, max_in_flight=4))
    for _ in range(4):
        host.started(0.0)
    for _ in range(4):
        host.finished(1.0, 1.0, 429)
    assert host.strikes == 1
    host.started(1000.0)
    host.finished(1001.0, 1.0, 429)
    assert host.strikes == 2


def test_good_answers_forgive_but_not_those_from_before_the_strike() -> None:
    host = plan(PaceSettings(delay=0.0, max_in_flight=4))
    host.started(0.0)
    host.started(0.0)
    host.finished(1.0, 1.0, 429)
    host.finished(2.0, 2.0, 200)
    assert host.strikes == 1
    slowed = host.spacing
    assert slowed >= 1.0
    host.started(100.0)
    host.finished(100.1, 0.1, 200)
    assert host.strikes == 0
    assert host.spacing < slowed


def test_faults_in_a_row_give_the_host_rest() -> None:
    host = plan(PaceSettings(delay=0.0, adaptive_factor=0.0))
    waits = []
    for _ in range(12):
        host.started(0.0)
        host.failed(0.0, FetchFault.CONNECT)
        waits.append(host.may_start(0.0))
    assert waits[:2] == [0.0, 0.0]
    assert 5.0 <= waits[2] <= 6.25
    assert 10.0 <= waits[3] <= 12.5
    assert 600.0 <= waits[-1] <= 750.0
    host.started(1000.0)
    host.finished(1000.0, 0.0, 200)
    assert host.faults == 0


@pytest.mark.parametrize("fault", [FetchFault.PROTOCOL, FetchFault.HEADERS_TOO_LARGE])
def test_a_broken_page_is_no_tired_host(fault: FetchFault) -> None:
    host = plan(PaceSettings(delay=0.0))
    for _ in range(10):
        host.started(0.0)
        host.failed(0.0, fault)
    assert host.may_start(0.0) == 0.0


def test_a_request_that_was_withdrawn_frees_its_slot() -> None:
    host = plan()
    host.started(0.0)
    host.withdrawn()
    assert host.in_flight == 0


def test_an_end_without_a_start_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="had not started"):
        plan().finished(0.0, 0.0, 200)


def test_a_plan_outlives_the_process() -> None:
    host = plan()
    host.started(50.0)
    host.finished(51.0, 1.0, 429, 300.0)
    row = host.to_row(now=60.0, wall=1e9)
    assert row == PaceRow(not_before=1e9 + 291.0, delay=row.delay, strikes=1)
    again = HostPlan.from_row(ORIGIN, STEADY, row, now=7.0, wall=1e9 + 100.0)
    assert again.may_start(7.0) == pytest.approx(191.0)
    assert again.strikes == 1
    assert again.spacing == host.spacing
    assert HostPlan.from_row(ORIGIN, STEADY, row, 7.0, 1e9 + 1000.0).may_start(7.0) == 0.0


def test_a_fresh_plan_has_nothing_to_remember() -> None:
    assert plan().to_row(5.0, 1e9) == PaceRow(1e9, 0.0, 0)


@pytest.mark.parametrize("not_before", [1e18, math.inf, math.nan, -math.inf, -1e18])
def test_absurd_rows_are_tamed(not_before: float) -> None:
    row = PaceRow(not_before, 1e12, -5)
    host = HostPlan.from_row(ORIGIN, STEADY, row, 0.0, 1e9)
    assert 0.0 <= host.may_start(0.0) <= STEADY.longest_wait
    assert host.strikes == 0
    assert host.spacing <= STEADY.backoff_cap


def test_an_endless_retry_after_counts_as_the_longest_wait() -> None:
    host = plan()
    host.started(0.0)
    host.finished(0.0, 0.0, 503, 1e12)
    assert host.may_start(0.0) == STEADY.longest_wait


def response(**headers: str) -> Response:
    raw = tuple((k.replace("_", "-").encode(), v.encode("latin-1")) for k, v in headers.items())
    return Response("https://a.example/", 503, "", raw, b"", b"", 0.0, 0.0)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry_After": "120"}, 120.0),
        ({"retry_after": " 0 "}, 0.0),
        ({"Retry_After": "-5"}, None),
        ({"Retry_After": "1.5"}, None),
        ({"Retry_After": "soon"}, None),
        ({"Retry_After": "²"}, None),
        ({"Retry_After": "9" * 400}, 999_999_999_999_999_999.0),
        ({"Retry_After": "Sun, 06 Nov 1994 08:50:37 GMT"}, 60.0),
        ({"Retry_After": "Sun, 06 Nov 1994 08:00:00 GMT"}, 0.0),
        (
            {
                "Retry_After": "Wed, 01 Jan 2020 00:01:00 GMT",
                "Date": "Wed, 01 Jan 2020 00:00:00 GMT",
            },
            60.0,
        ),
        ({"Retry_After": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": "nonsense"}, 60.0),
    ],
)
def test_retry_after_in_both_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_seconds(response(**headers), 784111777.0) == seconds
