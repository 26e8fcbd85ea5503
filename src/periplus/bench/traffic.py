"""How much of the visitors' traffic a crawl brings: learn from the first days, judge by the others.

`fetched` counts the visits to pages that were fetched, `seen` those to pages that were fetched or
linked from a fetched one. Visits to URLs that the mirror does not have can't be won by anybody;
shares are of those it has, and `beyond` says how many there were besides.
"""

import asyncio
import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table

from periplus.bench.facts import SiteFacts, open_facts
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.errors import ConfigError
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.fetch.replay import ReplayFetcher
from periplus.logs.counting import LogCounts, LogSettings, open_logs
from periplus.plan.behaviour.mining import mine
from periplus.plan.behaviour.model import Behaviour
from periplus.plan.behaviour.ranking import Ordering
from periplus.plan.behaviour.strategy import BehaviourOrder
from periplus.plan.registry import make_strategy
from periplus.plan.strategy import Strategy

LOG_NAMES = ("access.log.gz", "access.log.zst", "access.log")
LEARN_DAYS = 10
LEVELS = (0.5, 0.8, 0.9)

Weights = npt.NDArray[np.int64]
Makers = Mapping[str, Callable[[Behaviour], Strategy]]

# What can be compared on a site with a log, besides the strategies by name.
CONTENDERS: Makers = {
    "behaviour": lambda behaviour: BehaviourOrder(behaviour, Ordering.FETCH),
    "behaviour-discovery": lambda behaviour: BehaviourOrder(behaviour, Ordering.DISCOVERY),
    **{
        f"patterns-{ordering}": lambda b, o=ordering: BehaviourOrder(b, o, patterns_only=True)  # type: ignore[misc]
        for ordering in Ordering
    },
}
# These know what no crawler can know.
KNOWING = "all-visits-known"
KNOWING_CONNECTED = "oracle"


@dataclass(frozen=True, slots=True)
class SiteTraffic:
    """A mirrored site with what its log teaches and what it is judged by."""

    mirror: Mirror
    facts: SiteFacts
    learned: LogCounts
    judged: LogCounts
    weights: Weights  # visits of the judged days, for each row of the mirror
    start: int

    @property
    def beyond(self) -> float:
        """The share of the judged visits to URLs that the mirror does not have."""
        return 1.0 - float(self.weights.sum()) / max(1, self.judged.traffic.total_visits)


@dataclass(frozen=True, slots=True)
class TrafficResult:
    """One crawl's figures: the share of the site's URLs that it asked for to reach a level."""

    site: str
    strategy: str
    requests: int
    urls: int
    fetched: Mapping[str, float | None]
    seen: Mapping[str, float | None]

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "site": self.site,
            "strategy": self.strategy,
            "requests": self.requests,
            "urls": self.urls,
            "traffic_fetched": dict(self.fetched),
            "traffic_seen": dict(self.seen),
        }


def find_log(site: Path) -> Path:
    """The access log of a mirrored site. Raises ConfigError where it has none."""
    for name in LOG_NAMES:
        if (site / name).is_file():
            return site / name
    raise ConfigError(f"{site} has no access log ({', '.join(LOG_NAMES)}); leave --traffic out")


def open_traffic(mirror: Mirror, log: Path, learn_days: int = LEARN_DAYS) -> SiteTraffic:
    """Count a site's log in two parts.

    Raises:
        ConfigError: the log is too short to be divided, or cannot be read.
    """
    with open_logs([str(log)], LogSettings(site=mirror.start_url)) as lines:
        days = lines.days
        if len(days) <= learn_days:
            raise ConfigError(
                f"{log} has visits on {len(days)} days; more than {learn_days} are needed"
            )
        last = days[0] + timedelta(days=learn_days - 1)
        learned = lines.counts(last=last)
        judged = lines.counts(first=last + timedelta(days=1))
    weights = np.zeros(len(mirror), dtype=np.int64)
    for url, visits in zip(judged.traffic.urls, judged.traffic.visits.tolist(), strict=True):
        row = mirror.find(url)
        if row is not None:
            weights[row] += visits
    start = mirror.find(mirror.start_url)
    if start is None or not weights.any():
        raise ConfigError(f"{log}: no visits to the pages of {mirror.name}")
    return SiteTraffic(mirror, open_facts(mirror), learned, judged, weights, start)


def replay(mirror: Mirror, strategy: Strategy, max_requests: int | None = None) -> list[int]:
    """The rows of a mirror that a crawl under a strategy asks for, in order."""
    fetcher = ReplayFetcher(mirror, open_views(mirror))
    settings = make_settings(
        {"urls": (mirror.start_url,), "max_requests": max_requests, "delay": 0.0}
    )
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy))
    store.close()
    found = (mirror.find(asked.url) for asked in fetcher.asked)
    return [-1 if row is None else row for row in found]


def judge(site: SiteTraffic, name: str, order: Sequence[int]) -> TrafficResult:
    """The figures of a crawl that asked for these rows; -1 is a request for nothing."""
    fetched, seen = traffic_curves(site, order)
    total = max(1, int(site.weights.sum()))
    urls = len(site.mirror)
    return TrafficResult(
        site=site.mirror.name,
        strategy=name,
        requests=len(order),
        urls=urls,
        fetched={str(level): share_to(fetched / total, level, urls) for level in LEVELS},
        seen={str(level): share_to(seen / total, level, urls) for level in LEVELS},
    )


def traffic_curves(
    site: SiteTraffic, order: Sequence[int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Visits to what was fetched and to what was seen, after each request."""
    is_fetched = np.zeros(len(site.mirror), dtype=np.bool_)
    is_seen = np.zeros(len(site.mirror), dtype=np.bool_)
    is_seen[site.start] = True
    fetched, seen = 0, int(site.weights[site.start])
    curves: tuple[list[int], list[int]] = ([], [])
    for row in order:
        if row >= 0 and not is_fetched[row]:
            is_fetched[row] = True
            fetched += int(site.weights[row])
            reached = np.append(site.facts.links[row], row)
            fresh = np.unique(reached[~is_seen[reached]])
            is_seen[fresh] = True
            seen += int(site.weights[fresh].sum())
        curves[0].append(fetched)
        curves[1].append(seen)
    return np.array(curves[0], dtype=np.int64), np.array(curves[1], dtype=np.int64)


def share_to(curve: npt.NDArray[np.float64], level: float, urls: int) -> float | None:
    """The share of the URLs that were asked for when a level was reached."""
    place = int(np.searchsorted(curve, level - 1e-12))
    return None if place >= len(curve) else (place + 1) / urls


def knowing_order(site: SiteTraffic) -> list[int]:
    """All rows, most visited first, as if every URL were known from the start."""
    return [int(row) for row in np.argsort(-site.weights, kind="stable")]


def connected_order(site: SiteTraffic) -> list[int]:
    """Of the URLs found so far always the most visited one."""
    heap, order, found = [(0, site.start)], [], {site.start}
    while heap:
        _, row = heapq.heappop(heap)
        order.append(row)
        for target in map(int, site.facts.links[row]):
            if target not in found:
                found.add(target)
                heapq.heappush(heap, (-int(site.weights[target]), target))
    return order


def compare(site: SiteTraffic, strategies: Sequence[str]) -> list[TrafficResult]:
    """Crawl a site under each strategy, by name of the registry or of `CONTENDERS`."""
    behaviour = mine(site.learned.traffic, site.learned.to_json())
    return [judge(site, name, order_of(site, behaviour, name)) for name in strategies]


def order_of(site: SiteTraffic, behaviour: Behaviour, name: str) -> list[int]:
    """The rows that a strategy asks for."""
    if name == KNOWING:
        return knowing_order(site)
    if name == KNOWING_CONNECTED:
        return connected_order(site)
    make = CONTENDERS.get(name)
    return replay(site.mirror, make(behaviour) if make else make_strategy(name, 0))


def run_traffic(
    sites: Sequence[Path], strategies: Sequence[str], cache: Path | None = None
) -> list[TrafficResult]:
    """Every strategy on every site that has a log.

    Raises:
        ConfigError: an unknown strategy, or a site without a log.
    """
    if not strategies:
        raise ConfigError("name at least one strategy")
    for name in strategies:
        if name not in CONTENDERS and name not in (KNOWING, KNOWING_CONNECTED):
            make_strategy(name, 0)
    logs = [find_log(site) for site in sites]
    results: list[TrafficResult] = []
    for directory, log in zip(sites, logs, strict=True):
        with Mirror(directory, cache) as mirror:
            results += compare(open_traffic(mirror, log), strategies)
    return results


def traffic_table(results: Sequence[TrafficResult]) -> Table:
    """The share of a site's URLs asked for until half, 80 % and 90 % of the visits were had."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("site", "strategy", "requests"):
        table.add_column(header, justify="right" if header == "requests" else "left")
    for kind in ("fetched", "seen"):
        for level in LEVELS:
            table.add_column(f"{level:.0%} {kind}", justify="right")
    for number, result in enumerate(results):
        last = number + 1 == len(results) or results[number + 1].site != result.site
        shares = (*result.fetched.values(), *result.seen.values())
        cells = ["–" if share is None else f"{100 * share:.1f} %" for share in shares]
        table.add_row(
            result.site, result.strategy, f"{result.requests:,}", *cells, end_section=last
        )
    return table
