"""What the parts of the adaptive strategy bring, and what others do, on mirrored sites.

    python -m periplus.bench.reproduce_adaptive ablation SITE...
    python -m periplus.bench.reproduce_adaptive rivals SITE...
    python -m periplus.bench.reproduce_adaptive estimates SITE...
    python -m periplus.bench.reproduce_adaptive plans SITE...
    python -m periplus.bench.reproduce_adaptive siblings forum shop wiki blog
    python -m periplus.bench.reproduce_adaptive sitemaps 0 0.3
    python -m periplus.bench.reproduce_adaptive generated forum shop wiki blog varied

`ablation` leaves one part out at a time; `rivals` are the bandit of SB-CLASSIFIER and breadth-first
crawls with hand-written rules of what to ignore; `estimates` compares the estimate of coverage with
the truth; `plans` crawls each site again with the plan of
the first crawl, and with the plans of others; `siblings` crawls generated sites with a plan learned
on a smaller one of the same software, and with those of others; `sitemaps` crawls generated forums
that hide a share of their threads from all pages but the sitemap; `generated` crawls one generated
site for each kind and seed; `varied` ones are of any kind and size, some with traps. One JSON
object a row.
"""

import argparse
import asyncio
import html
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from periplus import url as urls
from periplus.bench.estimate_errors import WatchedCrawl, estimate_errors
from periplus.bench.facts import open_facts
from periplus.bench.metrics import Scorer
from periplus.bench.sb_classifier import SbClassifier
from periplus.bench.scale import SyntheticFetcher
from periplus.crawl.run import crawl_in_memory
from periplus.crawl.settings import make_settings
from periplus.errors import ConfigError, PeriplusError
from periplus.exchange import Request, Response
from periplus.fetch.fetcher import Fetcher
from periplus.fetch.mirror import Mirror
from periplus.fetch.mirror_views import open_views
from periplus.fetch.replay import ReplayFetcher
from periplus.page.read import read_page
from periplus.page.view import Stage
from periplus.plan.adaptive.crawling import AdaptiveCrawl
from periplus.plan.adaptive.making import make_adaptive
from periplus.plan.orders import BreadthFirst
from periplus.plan.plan_file import PlanFile, plan_text, read_plan
from periplus.plan.strategy import Strategy
from periplus.synthetic import presets
from periplus.synthetic.forum import ForumSite
from periplus.synthetic.nature import Verdict
from periplus.synthetic.site import GeneratedSite
from periplus.synthetic.varied import varied

Row = dict[str, Any]
PARTS: dict[str, dict[str, Any]] = {
    "all": {},
    "back-off": {"prior_weight": 0.01, "skip_level": 0.0},
    "location": {"use_labels": False},
    "URL pattern": {"use_patterns": False},
    "functions": {"use_functions": False},
    "revealed links": {"use_revealed": False},
    "duplicate tests": {"use_duplicates": False},
    "record numbers": {"use_numbers": False},
    "forgetting": {"memory": 1.0, "coarse_memory": 1.0},
    "words": {"use_words": False},
    "excerpts": {"use_exclusive": False},
    "looks": {"look_share": 0.0},
}
# What a person writes who has seen many sites and not this one.
CHORES = (
    r"(?i)(^|[^a-z])(log-?in|log-?out|sign-?(in|up)|register|password|account|profile)([^a-z]|$)",
    r"(?i)(^|[^a-z])(reply(to)?|quote|report|print|share|sort|order|search|feed|rss)([^a-z]|$)",
    r"(?i)(^|[^a-z])(edit|history|diff|cart|checkout|wishlist|compare|calendar)([^a-z]|$)",
)
_SIBLING_URLS = 2_400
_HREF = re.compile(r'\bhref="([^"]*)"')
_MARKS = (0.5, 0.9, 0.97)
_VARIED = "varied"
_KINDS = ("forum", "shop", "wiki", "blog", _VARIED)
_WHAT = ("ablation", "rivals", "estimates", "plans", "siblings", "sitemaps", "generated")


def ablation(sites: Sequence[Path], seeds: int, cache: Path | None) -> Iterator[Row]:
    """One row for each site, part left out and seed."""
    for site in sites:
        with Mirror(site, cache) as mirror:
            for part, settings in PARTS.items():
                for seed in range(seeds):
                    made = make_adaptive(seed, {"parts": settings})
                    yield {"without": part, "seed": seed, **_measured(mirror, made)}


def rivals(sites: Sequence[Path], seeds: int, cache: Path | None) -> Iterator[Row]:
    """One row for each site, rival and seed."""
    for site in sites:
        with Mirror(site, cache) as mirror:
            for seed in range(seeds):
                yield {"rival": "adaptive", "seed": seed, **_measured(mirror, make_adaptive(seed))}
                for scaled in (False, True):
                    name = "sb-classifier" + ", scaled" * scaled
                    bandit = SbClassifier(seed, scaled=scaled)
                    yield {"rival": name, "seed": seed, **_measured(mirror, bandit)}
            yield {"rival": "bfs", **_measured(mirror, BreadthFirst())}
            yield {"rival": "bfs, chores ignored", **_measured(mirror, BreadthFirst(), CHORES)}


def estimates(sites: Sequence[Path], seeds: int, cache: Path | None) -> Iterator[Row]:
    """One row for each site and seed: how far the estimate of coverage is off."""
    for site in sites:
        with Mirror(site, cache) as mirror:
            scorer = Scorer(mirror, open_facts(mirror))
            for seed in range(seeds):
                crawl, fetcher = WatchedCrawl(seed), ReplayFetcher(mirror, open_views(mirror))
                _crawl(fetcher, mirror.start_url, crawl)
                requests = [asked.url for asked in fetcher.asked]
                score = scorer.score(requests)
                yield {
                    "site": mirror.name,
                    "seed": seed,
                    "requests": score.requests,
                    "content": round(score.content, 4),
                    **estimate_errors(crawl, requests, score.curve),
                }


def plans(sites: Sequence[Path], seeds: int, cache: Path | None) -> Iterator[Row]:
    """One row for each site and seed without a plan, with its own, and with another's."""
    learned: dict[str, PlanFile] = {}
    for site in sites:
        with Mirror(site, cache) as mirror:
            for seed in range(seeds):
                first = make_adaptive(seed)
                yield {"plan": "none", "seed": seed, **_measured(mirror, first)}
                own = _plan_of(first)
                again = make_adaptive(seed, {"plans": [own]})
                yield {"plan": "its own", "seed": seed, **_measured(mirror, again)}
            for name, other in learned.items():
                made = make_adaptive(0, {"plans": [other]})
                yield {"plan": name, "seed": 0, **_measured(mirror, made)}
            learned[mirror.name] = own


def _plan_of(crawl: AdaptiveCrawl) -> PlanFile:
    """The plan as it would come from its file."""
    plan = crawl.plan()
    assert plan is not None  # noqa: S101  # there is one after the first page
    return read_plan(plan_text(plan), "the first crawl's plan")


def _measured(mirror: Mirror, strategy: Strategy, exclude: Iterable[str] = ()) -> Row:
    """Replay a mirror under a strategy and judge it."""
    views = open_views(mirror)
    fetcher = ReplayFetcher(mirror, views)
    seconds = _crawl(fetcher, mirror.start_url, strategy, exclude)
    score = Scorer(mirror, open_facts(mirror)).score([asked.url for asked in fetcher.asked], [])
    return {
        "site": mirror.name,
        "requests": score.requests,
        "content": round(score.content, 4),
        "invalid": round(score.r_inv, 3),
        "duplicate": round(score.r_dup, 3),
        "to": score.to,
        "seconds": round(seconds, 1),
    }


def _crawl(fetcher: Fetcher, start: str, strategy: Strategy, exclude: Iterable[str] = ()) -> float:
    settings = make_settings({"urls": (start,), "delay": 0.0, "exclude": tuple(exclude)})
    started = time.perf_counter()
    _, store = asyncio.run(crawl_in_memory(settings, fetcher, strategy))
    store.close()
    return time.perf_counter() - started


class _Content(SyntheticFetcher):
    """A generated site that counts the word pairs of its pages."""

    def __init__(self, site: GeneratedSite) -> None:
        super().__init__(site)
        self.start_url = site.start_url
        self.grams: set[int] = set()
        self.curve: list[int] = []

    async def fetch(self, request: Request) -> Response:
        response = await super().fetch(request)
        if response.status == 200 and response.is_html:
            response = replace(response, body=self.changed(response.body, response.url))
            if self.is_counted(response.url):
                words = read_page(response.body, response.url, stages=Stage.WORDS).words
                self.grams.update(words.grams.tolist() if words is not None else ())
        self.curve.append(len(self.grams))
        return response

    def is_counted(self, url: str) -> bool:
        """Whether a page's word pairs count."""
        return True

    def changed(self, body: bytes, url: str) -> bytes:
        """What the crawl is given in place of a page."""
        return body


def siblings(kinds: Sequence[str], urls: int = _SIBLING_URLS, seed: int = 5) -> Iterator[Row]:
    """For each kind of generated site: without a plan, with a sibling's, with another kind's.

    A sibling runs the same software, the seed's, and is a third as large.
    """
    learned: dict[str, PlanFile] = {}
    for kind in kinds:
        everything = _Content(_generated(kind, urls, seed))
        _crawl(everything, everything.start_url, BreadthFirst())
        total = len(everything.grams)
        small = _Content(_generated(kind, urls // 3, seed))
        before = make_adaptive(0)
        _crawl(small, small.start_url, before)
        given: dict[str, PlanFile | None] = {"none": None, "a sibling's": _plan_of(before)}
        given |= {f"a {name}'s": plan for name, plan in learned.items()}
        learned[kind] = _plan_of(before)
        for name, plan in given.items():
            fetcher = _Content(_generated(kind, urls, seed))
            made = make_adaptive(0, {"plans": [plan]} if plan else None)
            _crawl(fetcher, fetcher.start_url, made)
            yield {
                "site": kind,
                "plan": name,
                "requests": len(fetcher.curve),
                "content": round(len(fetcher.grams) / total, 4),
                "to": {str(mark): _reached(fetcher.curve, mark * total) for mark in _MARKS},
            }


class _Hiding(_Content):
    """A site with a sitemap whose pages don't link to some of its threads."""

    def __init__(self, site: GeneratedSite, share: float) -> None:
        super().__init__(site)
        threads = {label.entity for label in site.labels() if label.kind == "thread"}
        ordered = sorted(entity for entity in threads if entity)
        self._hidden = frozenset(ordered[: round(share * len(ordered))])

    def changed(self, body: bytes, url: str) -> bytes:
        """The page without links to what is hidden."""
        own = self._site.label_of(url).entity

        def kept(match: re.Match[str]) -> str:
            target = urls.join(url, html.unescape(match.group(1)))
            entity = self._site.label_of(target).entity if target else None
            return "" if entity in self._hidden and entity != own else match.group()

        return _HREF.sub(kept, body.decode()).encode()


def sitemaps(shares: Sequence[float], seeds: int = 1, size: int = _SIBLING_URLS) -> Iterator[Row]:
    """For each share of hidden threads and seed: with the sitemap and without."""
    for share in shares:
        for seed in range(seeds):
            site = ForumSite(replace(presets.sized(size, seed + 5).parameters, sitemap=True))
            everything = _Content(site)
            _crawl(everything, everything.start_url, BreadthFirst())
            total = len(everything.grams)
            for is_read in (True, False):
                fetcher = _Hiding(site, share)
                made = make_adaptive(seed, {"sitemaps": is_read})
                _crawl(fetcher, fetcher.start_url, made)
                yield {
                    "hidden": share,
                    "seed": seed,
                    "sitemaps": is_read,
                    "requests": len(fetcher.curve),
                    "content": round(len(fetcher.grams) / total, 4),
                    "to": {str(mark): _reached(fetcher.curve, mark * total) for mark in _MARKS},
                }


class _Judged(_Content):
    """A generated site that counts what its pages are, and if asked for, only pairs of the best."""

    def __init__(self, site: GeneratedSite, *, only_valuable: bool = False) -> None:
        super().__init__(site)
        self.verdicts: Counter[Verdict] = Counter()
        self._only_valuable = only_valuable

    async def fetch(self, request: Request) -> Response:
        self.verdicts[self._site.label_of(request.url).verdict] += 1
        return await super().fetch(request)

    def is_counted(self, url: str) -> bool:
        return not self._only_valuable or self._site.label_of(url).verdict is Verdict.VALUABLE


def generated(kinds: Sequence[str], seeds: Sequence[int], size: int) -> Iterator[Row]:
    """One row for each kind and seed: each is a site of software of its own.

    Raises:
        ConfigError: an unknown kind.
    """
    for kind in kinds:
        if kind not in _KINDS:
            raise ConfigError(
                f"no kind of generated site is called {kind!r}; try {', '.join(_KINDS)}"
            )
        for seed in seeds:
            is_varied = kind == _VARIED
            site = varied(seed) if is_varied else _generated(kind, size, seed)
            has_end = varied(seed, has_traps=False) if is_varied else site
            everything = _Judged(has_end, only_valuable=True)
            _crawl(everything, everything.start_url, BreadthFirst())
            fetcher = _Judged(site)
            made = make_adaptive(seed)
            _crawl(fetcher, fetcher.start_url, made)
            yield {
                "site": site.kind_name,
                "seed": seed,
                "worth_having": everything.verdicts[Verdict.VALUABLE],
                "requests": len(fetcher.curve),
                "invalid": fetcher.verdicts[Verdict.INVALID],
                "duplicate": fetcher.verdicts[Verdict.DUPLICATE],
                "content": round(len(fetcher.grams & everything.grams) / len(everything.grams), 4),
                "estimate": round(made.coverage_estimate().share, 4),
            }


def _generated(kind: str, urls: int, seed: int) -> GeneratedSite:
    return presets.sized(urls, seed) if kind == "forum" else presets.collection(kind, urls, seed)


def _reached(curve: Sequence[int], wanted: float) -> int | None:
    return next((at for at, number in enumerate(curve, 1) if number >= wanted), None)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m periplus.bench.reproduce_adaptive")
    parser.add_argument("what", choices=_WHAT)
    parser.add_argument("sites", nargs="+", metavar="SITE")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=0, help="of generated")
    parser.add_argument("--size", type=int, default=_SIBLING_URLS, help="URLs of generated sites")
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(arguments)
    paths = [Path(site) for site in given.sites]
    rows = {
        "ablation": lambda: ablation(paths, given.seeds, given.cache),
        "rivals": lambda: rivals(paths, given.seeds, given.cache),
        "estimates": lambda: estimates(paths, given.seeds, given.cache),
        "plans": lambda: plans(paths, given.seeds, given.cache),
        "siblings": lambda: siblings(given.sites),
        "sitemaps": lambda: sitemaps([float(share) for share in given.sites], given.seeds),
        "generated": lambda: generated(
            given.sites, range(given.first_seed, given.first_seed + given.seeds), given.size
        ),
    }[given.what]()
    try:
        for row in rows:
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()
    except PeriplusError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
