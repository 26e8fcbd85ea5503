import inspect

import pytest

from periplus.fetch.fetcher import Fetcher
from periplus.fetch.http import HttpFetcher


@pytest.mark.parametrize("name", ["fetch", "close"])
def test_the_live_fetcher_keeps_the_protocol(name: str) -> None:
    promised = inspect.signature(getattr(Fetcher, name))
    assert inspect.signature(getattr(HttpFetcher, name)) == promised
    assert inspect.iscoroutinefunction(getattr(HttpFetcher, name))
