"""What judging alone costs as ever more URLs are known: no page is read, nothing is stored.

The strategy is given made-up visits: each page has fifty new topics in a table with numbers, and
fifty new links to other views of them; the next page visited is one of the topics.
"""

import time
from collections.abc import Sequence

import numpy as np

from periplus.bench.runner import peak_rss_mb
from periplus.bench.wide import Moment
from periplus.fetch.worker_pool import worker_pool
from periplus.page import read_page
from periplus.plan.registry import make_strategy
from periplus.plan.strategy import Offered, Verdict, Visit

_SITE = "http://site.example/"
_LINKS = 100
_TOPICS = _LINKS // 2
_GRAMS = 300  # new word pairs of a page
_OTHER_VIEWS = ("member?name=n{}&view=print", "topic?id={}&sort=asc", "reply?to={}")


def measure_judging(sizes: Sequence[int], strategy: str) -> list[Moment]:
    """The moments at which so many URLs are known, in a process of its own."""
    with worker_pool(1, tasks_each=1) as pool:
        return pool.submit(watch_judging, sizes, strategy).result()


def watch_judging(sizes: Sequence[int], strategy_name: str, seed: int = 0) -> list[Moment]:
    """Judge until as many URLs are known as the largest size says; what a worker process does."""
    strategy, random = make_strategy(strategy_name, seed), np.random.default_rng(seed)
    view = read_page(_page(), _SITE, charset="utf-8")
    moments: list[Moment] = []
    left, page, group, known, pages, cpu = sorted(sizes), (1, _SITE), "", 1, 0, 0.0
    while left:
        links = [
            Offered(row, known + 1 + row, _url(row, known + 1 + row), fresh=True, fetched=False)
            for row in range(_LINKS)
        ]
        view.links.urls = [offered.url for offered in links]
        if view.words is not None:
            view.words.grams = np.sort(random.integers(0, 1 << 63, _GRAMS, dtype=np.uint64))
        visit = Visit(*page, 200, 1, group, Verdict.VALUABLE, view, links)
        started = time.process_time()
        judgement = strategy.judge(visit)
        cpu += time.process_time() - started
        next_row = int(random.integers(_TOPICS))
        page, group = links[next_row][1:3], judgement.choices[next_row].group
        known += _LINKS
        pages += 1
        if known >= left[0]:
            before = moments[-1] if moments else Moment(0, 0, 0, 0.0, 0.0, 0.0)
            each = 1e6 * (cpu - before.cpu_seconds) / (pages - before.requests)
            moments.append(Moment(known, known - pages, pages, cpu, each, peak_rss_mb()))
            left = [size for size in left if size > known]
    return moments


def _url(row: int, number: int) -> str:
    if row < _TOPICS:
        return f"{_SITE}topic/{number}"
    return _SITE + _OTHER_VIEWS[row % len(_OTHER_VIEWS)].format(number)


def _page() -> bytes:
    topics = "".join(
        f'<tr class="topic"><td><a href="/t/{n}">Topic {n}</a></td><td>{3 * n % 17}</td></tr>'
        for n in range(_TOPICS)
    )
    views = "".join(f'<li><a href="/v/{n}" rel="nofollow">quote</a></li>' for n in range(_TOPICS))
    return f'<table>{topics}</table><ul class="views">{views}</ul>'.encode()
