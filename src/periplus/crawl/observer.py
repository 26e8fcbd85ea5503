"""Who watches a crawl: progress displays, event streams, tests."""

from dataclasses import dataclass
from typing import Protocol

from periplus.crawl.counters import Counters
from periplus.errors import PeriplusError
from periplus.plan.estimates import CoverageEstimate
from periplus.store import PageRow


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How the crawl stands at a moment, for whoever watches."""

    counters: Counters
    waiting: int
    in_flight: int
    seconds: float
    coverage: CoverageEstimate | None = None  # of a strategy that estimates it


class Observer(Protocol):
    """Is told what happens; never answers."""

    def fetched(self, url: str, page: PageRow) -> None: ...

    def failed(self, url: str, error: PeriplusError) -> None: ...

    def noted(self, message: str) -> None: ...

    def progressed(self, snapshot: Snapshot) -> None: ...


class Silent:
    """Watches nothing."""

    def fetched(self, url: str, page: PageRow) -> None:
        pass

    def failed(self, url: str, error: PeriplusError) -> None:
        pass

    def noted(self, message: str) -> None:
        pass

    def progressed(self, snapshot: Snapshot) -> None:
        pass
