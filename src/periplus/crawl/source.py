"""Where the core's URLs come from and where their answers go: a crawl's frontier, or a refresh."""

from collections.abc import Sequence
from typing import Protocol

from periplus.crawl.events import Keep, Reading
from periplus.crawl.intake import Intake
from periplus.exchange import Purpose, Request, Response
from periplus.plan.strategy import Hesitates, Progress, Reason, Strategy
from periplus.store import JobStore, Taken


class Source(Protocol):
    """What there is to ask for."""

    def start(self, start_urls: Sequence[str]) -> None:
        """The crawl begins."""
        ...

    def origins(self) -> list[str]:
        """Those with URLs that may be asked for now."""
        ...

    def waiting(self) -> int:
        """How many URLs may be asked for now."""
        ...

    def hesitates(self, origin: str, in_flight: int, retries: int) -> bool:
        """Whether the best one of an origin is to wait for answers, or for what is asked again."""
        ...

    def take(self, origin: str) -> Taken | None:
        """The best one of an origin."""
        ...

    def request(self, taken: Taken) -> Request:
        """How it is to be asked for."""
        ...

    def give_back(self, taken: Taken) -> None:
        """It was taken and has no result: it waits again."""
        ...

    def skip(self, taken: Taken, reason: Reason) -> bool:
        """A rule forbids it now; whether it is left out for good."""
        ...

    def take_in(self, taken: Taken, response: Response, reading: Reading) -> Keep:
        """It was answered."""
        ...

    def give_up(self, taken: Taken, reason: Reason, fault: str) -> None:
        """It could not be fetched after all tries."""
        ...

    def is_done(self, progress: Progress) -> bool:
        """Whether the rest is not worth a request."""
        ...

    def wakes_at(self, now: float) -> float | None:
        """Where nothing waits: when something will (monotonic); None where nothing ever does."""
        ...

    def save(self) -> None:
        """Put what is to be remembered into the store, before a commit."""
        ...


class FrontierSource:
    """A crawl: what waits in the frontier, in the strategy's order, each once."""

    def __init__(self, store: JobStore, intake: Intake, strategy: Strategy) -> None:
        self._store = store
        self._intake = intake
        self._strategy = strategy

    def start(self, start_urls: Sequence[str]) -> None:
        self._intake.seed(start_urls)
        self._intake.take_up_deeper()

    def origins(self) -> list[str]:
        return self._store.origins()

    def waiting(self) -> int:
        return self._store.waiting()

    def hesitates(self, origin: str, in_flight: int, retries: int) -> bool:
        if not isinstance(self._strategy, Hesitates) or not (in_flight or retries):
            return False
        upcoming = self._store.upcoming(origin)
        # For what is asked again much later only what may not be worth a request is to wait.
        return upcoming is not None and self._strategy.hesitates(
            upcoming.group,
            upcoming.priority,
            is_under_way=upcoming.is_under_way and in_flight > 0,
        )

    def take(self, origin: str) -> Taken | None:
        return self._store.take(origin)

    def request(self, taken: Taken) -> Request:
        return Request(taken.url, Purpose.PAGE)

    def give_back(self, taken: Taken) -> None:
        self._store.give_back(taken.url_id)

    def skip(self, taken: Taken, reason: Reason) -> bool:
        self._store.skip([taken.url_id], reason, final=True)
        return True

    def take_in(self, taken: Taken, response: Response, reading: Reading) -> Keep:
        return self._intake.take_in(taken, response, reading)

    def give_up(self, taken: Taken, reason: Reason, fault: str) -> None:
        self._intake.give_up(taken, reason, fault)

    def is_done(self, progress: Progress) -> bool:
        return self._strategy.is_done(progress)

    def wakes_at(self, now: float) -> float | None:
        return None

    def save(self) -> None:
        """The frontier is in the store already."""
