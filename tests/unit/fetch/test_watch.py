"""When an exchange has run out of time."""

import asyncio

import pytest

from periplus.errors import FetchFault
from periplus.fetch.watch import Exchange, Phase, Watch
from periplus.limits import Limits

LIMITS = Limits(
    connect_seconds=10.0,
    first_byte_seconds=20.0,
    total_seconds=100.0,
    rate_from_seconds=5.0,
    bytes_per_second=100,
)


def test_connecting_has_its_time() -> None:
    exchange = Exchange("http://a/", started=50.0)
    assert exchange.overdue(59.9, LIMITS) is None
    assert exchange.overdue(60.0, LIMITS) is FetchFault.TIMEOUT


def test_headers_have_their_time_from_the_request_on() -> None:
    exchange = Exchange("http://a/", started=0.0)
    exchange.enter(Phase.WAITING, 9.0)
    assert exchange.overdue(28.9, LIMITS) is None
    assert exchange.overdue(29.0, LIMITS) is FetchFault.TIMEOUT
    exchange.head_bytes = 1
    assert exchange.overdue(29.0, LIMITS) is FetchFault.TOO_SLOW


def test_a_body_is_measured_window_by_window() -> None:
    exchange = Exchange("http://a/", started=0.0)
    exchange.enter(Phase.READING, 1.0)
    exchange.body_bytes = 10**9
    assert exchange.overdue(6.0, LIMITS) is None
    exchange.body_bytes += 400
    assert exchange.overdue(10.9, LIMITS) is None
    assert exchange.overdue(11.0, LIMITS) is FetchFault.TOO_SLOW
    exchange.body_bytes += 100
    assert exchange.overdue(11.0, LIMITS) is None


def test_the_whole_has_its_time_too() -> None:
    exchange = Exchange("http://a/", started=0.0)
    exchange.enter(Phase.READING, 99.0)
    assert exchange.overdue(100.0, LIMITS) is FetchFault.TIMEOUT


@pytest.mark.parametrize(("shortest", "interval"), [(300.0, 0.5), (1.0, 0.25), (0.001, 0.01)])
def test_sweeps_are_as_frequent_as_the_limits_need(shortest: float, interval: float) -> None:
    limits = Limits(
        connect_seconds=shortest,
        first_byte_seconds=300.0,
        total_seconds=300.0,
        rate_from_seconds=300.0,
    )
    assert Watch(limits).interval == interval


def test_a_sweep_cancels_what_is_overdue_and_nothing_else() -> None:
    async def main() -> tuple[bool, bool]:
        watch = Watch(Limits(connect_seconds=0.05))
        claimed = asyncio.Event()

        async def work(started: float) -> str:
            exchange = Exchange("http://a/", started)
            task = asyncio.current_task()
            assert task is not None
            watch.begin(exchange, task)
            try:
                await asyncio.sleep(0.3)
            except asyncio.CancelledError:
                assert watch.claims(exchange)
                claimed.set()
                return "overdue"
            finally:
                watch.end(exchange)
            return "done"

        now = asyncio.get_running_loop().time()
        results = await asyncio.gather(work(now), work(now + 1000.0))
        watch.close()
        return results == ["overdue", "done"], claimed.is_set()

    assert asyncio.run(main()) == (True, True)


def test_a_cancellation_from_outside_is_not_claimed() -> None:
    async def main() -> bool:
        watch = Watch(Limits())
        exchange = Exchange("http://a/", 0.0)

        async def work() -> bool:
            task = asyncio.current_task()
            assert task is not None
            watch.begin(exchange, task)
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                return watch.claims(exchange)
            return True

        task = asyncio.ensure_future(work())
        await asyncio.sleep(0.01)
        exchange.overrun = FetchFault.TIMEOUT
        task.cancel()  # as a sweep does
        task.cancel()  # as somebody else does in the same moment
        claimed = await task
        watch.close()
        return claimed

    assert asyncio.run(main()) is False
