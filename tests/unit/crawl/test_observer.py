"""Watching nothing."""

from periplus.crawl.counters import Counters
from periplus.crawl.observer import Silent, Snapshot
from periplus.errors import PeriplusError
from unit.store.samples import page


def test_the_silent_observer_takes_everything_and_says_nothing(capfd) -> None:  # type: ignore[no-untyped-def]
    silent = Silent()
    silent.fetched("http://site.test/", page(1, 1))
    silent.failed("http://site.test/", PeriplusError("x"))
    silent.noted("x")
    silent.progressed(Snapshot(Counters(), 0, 0, 0.0))
    assert capfd.readouterr() == ("", "")
