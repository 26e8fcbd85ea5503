"""What deciding costs: the CPU time of a crawl against crawls of the same pages without decisions.

The strategy crawls a generated site over loopback, with archive and database. Then a strategy that
follows every link, as breadth-first crawls do, is given the very same pages in the same order:
once reading as much of a page as the first one must, and once reading links alone. Each crawl has a
process of its own and the server another one, so that only the crawler's CPU time is counted.
"""

import asyncio
import resource
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rich.table import Table

from periplus import url as urls
from periplus.crawl.job import open_job
from periplus.crawl.observer import Silent
from periplus.crawl.run import run_job
from periplus.crawl.settings import Secrets
from periplus.errors import PeriplusError
from periplus.fetch.worker_pool import worker_pool
from periplus.page.view import Stage
from periplus.plan.orders import BreadthFirst
from periplus.plan.registry import make_strategy
from periplus.plan.strategy import Choice, Judgement, Progress, Reason, Visit
from periplus.synthetic.serving import ServerProcess

_FIRST, _OTHERS = "listed", "others"
_ROBOTS = "/robots.txt"
_PAGES_KEPT = 20_000  # by the server, so that it need not make a page twice


class Listed:
    """Follows every link; the pages of a list come first, in its order, and nothing after them."""

    name: ClassVar[str] = BreadthFirst.name

    def __init__(self, order: Sequence[str], needs: Stage = Stage.LINKS) -> None:
        self.needs = needs
        self._places = {url: place for place, url in enumerate(order)}
        self._pages = 0
        self._links_seen = 0

    def judge(self, visit: Visit) -> Judgement:
        """Listed links by their place, the others as they are seen."""
        self._pages += 1
        choices = []
        for offered in visit.links:
            self._links_seen += 1
            place = self._places.get(offered.url)
            if place is None:
                choices.append(Choice(Reason.FOLLOW, _OTHERS, float(self._links_seen)))
            else:
                choices.append(Choice(Reason.FOLLOW, _FIRST, float(place)))
        return Judgement(choices, {_FIRST: 1.0, _OTHERS: 0.0} if self._pages == 1 else {})

    def is_done(self, progress: Progress) -> bool:
        """Whether all that is listed was fetched."""
        return self._pages >= len(self._places)

    def save(self) -> dict[str, Any]:
        """All state but the list, as JSON values."""
        return {"pages": self._pages, "links_seen": self._links_seen}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._pages, self._links_seen = int(state["pages"]), int(state["links_seen"])


@dataclass(frozen=True, slots=True)
class DecisionCost:
    """What one crawl took."""

    crawl: str
    pages: int
    cpu_seconds: float

    @property
    def milliseconds(self) -> float:
        """CPU time for each page."""
        return 1e3 * self.cpu_seconds / max(1, self.pages)


def measure_decisions(preset: str, strategy: str, rounds: int, seed: int = 0) -> list[DecisionCost]:
    """The cost of the strategy and of both crawls of the same pages, the best of some rounds.

    Raises:
        PeriplusError: the crawls had different pages.
    """
    best: dict[str, DecisionCost] = {}
    with (
        tempfile.TemporaryDirectory(prefix="periplus-decisions-") as directory,
        ServerProcess(preset, cache=_PAGES_KEPT, log=Path(directory) / "requests") as server,
        worker_pool(1, tasks_each=1) as pool,
    ):
        # Nobody measures the first crawl: the server makes its pages meanwhile.
        pool.submit(_crawl, server.url, f"{directory}/first", strategy, seed, (), None).result()
        order = _asked(server, 0)
        crawls = {
            strategy: None,
            "the same pages, read alike": make_strategy(strategy, seed).needs,
            "the same pages, links alone": Stage.LINKS,
        }
        for number in range(rounds):
            for name, needs in crawls.items():
                before = len(server.requests())
                path = f"{directory}/{number}-{len(best)}-{before}"
                cpu = pool.submit(_crawl, server.url, path, strategy, seed, order, needs).result()
                asked = _asked(server, before)
                if sorted(asked) != sorted(order):
                    raise PeriplusError(f"{name}: {strategy} fetched other pages than before")
                if name not in best or cpu < best[name].cpu_seconds:
                    best[name] = DecisionCost(name, len(asked), cpu)
    return list(best.values())


def decisions_table(costs: Sequence[DecisionCost]) -> Table:
    """A row for each crawl, and what the first one costs beyond the others."""
    table = Table("crawl", "pages", "CPU s", "ms a page", "deciding adds", box=None)
    first = costs[0]
    for cost in costs:
        added = "" if cost is first else f"{first.cpu_seconds / cost.cpu_seconds - 1:+.0%}"
        table.add_row(
            cost.crawl,
            f"{cost.pages:,}",
            f"{cost.cpu_seconds:.2f}",
            f"{cost.milliseconds:.2f}",
            added,
        )
    return table


def _asked(server: ServerProcess, after: int) -> list[str]:
    """The pages that were asked for, in order; redirects and errors count."""
    paths = [record.target for record in server.requests()[after:]]
    found = [urls.join(server.url, path) for path in paths if path != _ROBOTS]
    return [url for url in found if url is not None]


def _crawl(
    url: str,
    path: str,
    name: str,
    seed: int,
    order: Sequence[str],
    needs: Stage | None,
) -> float:
    """CPU seconds of a live crawl by the strategy, or by the list; what a worker process does."""
    strategy = make_strategy(name, seed) if needs is None else Listed(order, needs)
    given = {
        "urls": (url,),
        "strategy": strategy.name,
        "seed": seed,
        "delay": 0.0,
        "allow_private": True,
    }
    with open_job(Path(path), given, wall=time.time()) as job:
        before = _cpu_seconds()
        asyncio.run(run_job(job, Silent(), Secrets(), strategy=strategy))
        return _cpu_seconds() - before


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
