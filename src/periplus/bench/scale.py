"""What a crawl costs as a site grows: breadth-first over generated sites of rising size.

    python -m periplus.bench.scale 1000 10000 100000

Each size runs in a process of its own through the same core as a live crawl. Time and memory for
each request stay level where the whole is linear; the exponent of the fit says so in one number.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from periplus import url as urls
from periplus.bench.runner import peak_rss_mb
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.exchange import Request, Response
from periplus.fetch.mirror import request_head
from periplus.fetch.worker_pool import worker_pool
from periplus.plan.registry import make_strategy
from periplus.synthetic import presets
from periplus.synthetic.site import GeneratedSite


class SyntheticFetcher:
    """Answers requests from a generated site, made when they are asked for (a `Fetcher`)."""

    def __init__(self, site: GeneratedSite) -> None:
        self._site = site
        self.requests = 0
        self.seconds = 0.0  # spent on making pages, which is no cost of the crawl
        self.cpu_seconds = 0.0

    async def fetch(self, request: Request) -> Response:
        """What the site answers."""
        started, cpu_started = time.perf_counter(), time.process_time()
        answer = self._site.answer(urls.path_and_query(request.url))
        headers = [(key.encode(), value.encode("latin-1")) for key, value in answer.headers]
        self.seconds += time.perf_counter() - started
        self.cpu_seconds += time.process_time() - cpu_started
        self.requests += 1
        return Response(
            url=request.url,
            status=answer.status,
            reason="",
            headers=(*headers, (b"Content-Length", str(len(answer.body)).encode())),
            body=answer.body,
            request_head=request_head(request.url),
            date=0.0,
            seconds=0.0,
        )

    async def close(self) -> None:
        """Nothing to close."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the crawl of one size took; the making of pages is left out."""

    urls: int
    requests: int
    seconds: float
    cpu_seconds: float
    peak_rss_mb: float

    @property
    def microseconds(self) -> float:
        """CPU time for each request."""
        return 1e6 * self.cpu_seconds / max(1, self.requests)


def crawl_sized(size: int, strategy_name: str = "bfs", seed: int = 0) -> Cost:
    """Crawl a generated site of about `size` URLs to its end."""
    site = presets.sized(size, seed)
    fetcher = SyntheticFetcher(site)
    settings = make_settings(
        {"urls": (site.start_url,), "strategy": strategy_name, "seed": seed, "delay": 0.0}
    )
    started, cpu_started = time.perf_counter(), time.process_time()
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, make_strategy(strategy_name, seed)))
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu_started
    store.close()
    return Cost(
        urls=site.url_count(),
        requests=fetcher.requests,
        seconds=max(0.0, seconds - fetcher.seconds),
        cpu_seconds=max(0.0, cpu - fetcher.cpu_seconds),
        peak_rss_mb=peak_rss_mb(),
    )


def measure_sizes(sizes: Sequence[int], strategy: str = "bfs") -> list[Cost]:
    """The cost of each size, one after the other, each in a fresh process."""
    with worker_pool(1, tasks_each=1) as pool:
        return [pool.submit(crawl_sized, size, strategy).result() for size in sizes]


def growth(costs: Sequence[Cost]) -> float:
    """The exponent b of cpu_seconds ~ requests^b: 1 is linear. Needs two sizes."""
    requests = np.log([cost.requests for cost in costs])
    seconds = np.log([max(cost.cpu_seconds, 1e-6) for cost in costs])
    return float(np.polyfit(requests, seconds, 1)[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one JSON line for each size and the exponent of growth."""
    parser = argparse.ArgumentParser(description="The cost of a crawl as a site grows.")
    parser.add_argument("sizes", type=int, nargs="+", metavar="URLS")
    parser.add_argument("--strategy", default="bfs")
    options = parser.parse_args(arguments)
    costs = measure_sizes(options.sizes, options.strategy)
    for cost in costs:
        line = {**asdict(cost), "microseconds_per_request": cost.microseconds}
        sys.stdout.write(json.dumps({key: _short(value) for key, value in line.items()}) + "\n")
    if len(costs) > 1:
        sys.stdout.write(json.dumps({"growth_exponent": round(growth(costs), 3)}) + "\n")
    return 0


def _short(value: float) -> float:
    return round(value, 2) if isinstance(value, float) else value


if __name__ == "__main__":
    sys.exit(main())
