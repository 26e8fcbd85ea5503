"""Ready-made generated sites, by name."""

import math
from dataclasses import replace

from periplus.errors import ConfigError
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.scheme import UrlStyle
from periplus.synthetic.site import GeneratedSite
from periplus.synthetic.traps import Traps

_DEMO = ForumParameters(
    seed=4,
    boards=9,
    depth=2,
    threads=120,
    posts_per_thread=9.0,
    members=70,
    threads_per_page=15,
    posts_per_page=10,
    redundancy=4,
    invalid_share=0.4,
    style=UrlStyle.SCRIPTS,
    coined_names=0.0,
    traps=Traps(calendar=True),
)
_SMALL = ForumParameters(seed=3, boards=4, threads=24, posts_per_thread=5.0, members=18)
_SMALLEST_SITE = 60


def demo() -> ForumSite:
    """The forum of `periplus demo`: some 250 pages worth having behind 4,000 URLs."""
    return ForumSite(_DEMO)


def small(seed: int = 3) -> ForumSite:
    """A forum for tests: a few hundred URLs, without end nowhere."""
    return ForumSite(replace(_SMALL, seed=seed))


def sized(urls: int, seed: int = 0, redundancy: int = 3, invalid_share: float = 0.3) -> ForumSite:
    """A forum with about that many URLs, from a hundred to millions.

    Raises:
        ConfigError: fewer URLs than a forum needs.
    """
    if urls < _SMALLEST_SITE:
        raise ConfigError(f"a sized forum has at least {_SMALLEST_SITE} URLs")
    threads = max(2, urls // 25)
    site = _forum_of(threads, seed, redundancy, invalid_share)
    for _ in range(4):
        found = site.url_count()
        if abs(found - urls) <= 0.01 * urls:
            break
        threads = max(2, round(threads * urls / found))
        site = _forum_of(threads, seed, redundancy, invalid_share)
    return site


def _forum_of(threads: int, seed: int, redundancy: int, invalid_share: float) -> ForumSite:
    boards = max(3, round(math.sqrt(threads) / 2))
    return ForumSite(
        ForumParameters(
            seed=seed,
            boards=boards,
            depth=1 if boards < 6 else 2 if boards < 40 else 3,
            threads=threads,
            posts_per_thread=7.0,
            members=max(8, threads // 2),
            threads_per_page=20,
            redundancy=redundancy,
            invalid_share=invalid_share,
        )
    )


def by_name(name: str, seed: int | None = None) -> GeneratedSite:
    """A preset by its name: `demo`, `small`, `traps`, or a number of URLs.

    Raises:
        ConfigError: no preset of that name.
    """
    if name.isdecimal():
        return sized(int(name), seed or 0)
    if name == "demo":
        return ForumSite(_DEMO if seed is None else replace(_DEMO, seed=seed))
    if name == "small":
        return small() if seed is None else small(seed)
    if name == "traps":
        return ForumSite(replace(_SMALL, seed=seed or 3, traps=Traps.all()))
    raise ConfigError(f"no generated site is called {name!r}; try demo, small, traps or a number")
