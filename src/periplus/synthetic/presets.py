"""Ready-made generated sites, by name."""

import math
from dataclasses import replace

from periplus.errors import ConfigError
from periplus.synthetic.blog import BlogSite
from periplus.synthetic.changing import TemplateChange
from periplus.synthetic.collection import CollectionParameters, CollectionSite
from periplus.synthetic.forum import ForumParameters, ForumSite
from periplus.synthetic.scheme import UrlStyle
from periplus.synthetic.shop import ShopSite
from periplus.synthetic.site import GeneratedSite
from periplus.synthetic.traps import Traps
from periplus.synthetic.wiki import WikiSite

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
_PROBE_ITEMS = 80
_SIZE_ATTEMPTS = 12
_COLLECTIONS: dict[str, type[CollectionSite]] = {
    "blog": BlogSite,
    "shop": ShopSite,
    "wiki": WikiSite,
}
NAMES = ("demo", "small", "traps", *_COLLECTIONS)


def demo() -> ForumSite:
    """The forum of `periplus demo`: some 250 pages worth having behind 4,000 URLs."""
    return ForumSite(_DEMO)


def small(seed: int = 3) -> ForumSite:
    """A forum for tests: a few hundred URLs, without end nowhere."""
    return ForumSite(replace(_SMALL, seed=seed))


def changing(after: int, seed: int = 3) -> TemplateChange:
    """The forum for tests, whose markup changes completely after so many pages."""
    parameters = replace(_SMALL, seed=seed)
    return TemplateChange(ForumSite(parameters), ForumSite(parameters, skin_seed=seed + 1), after)


def sized(urls: int, seed: int = 0, redundancy: int = 3, invalid_share: float = 0.3) -> ForumSite:
    """A forum with about that many URLs, from a hundred to millions.

    Raises:
        ConfigError: fewer URLs than a forum needs.
    """
    if urls < _SMALLEST_SITE:
        raise ConfigError(f"a sized forum has at least {_SMALLEST_SITE} URLs")
    threads, low, high = max(2, urls // 25), 1, urls
    best = _forum_of(threads, seed, redundancy, invalid_share)
    for _ in range(_SIZE_ATTEMPTS):
        site = _forum_of(threads, seed, redundancy, invalid_share)
        found = site.url_count()
        if abs(found - urls) < abs(best.url_count() - urls):
            best = site
        if found < urls:
            low = max(low, threads)
        else:
            high = min(high, threads)
        if abs(found - urls) <= 0.01 * urls or high - low < 2:
            break
        threads = min(high - 1, max(low + 1, round(threads * urls / found)))
    return best


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


def collection(kind: str, urls: int, seed: int = 0, redundancy: int = 3) -> CollectionSite:
    """A blog, shop or wiki with about that many URLs.

    Raises:
        ConfigError: an unknown kind, or fewer URLs than a site needs.
    """
    if kind not in _COLLECTIONS:
        raise ConfigError(f"no kind of generated site is called {kind!r}; try blog, shop or wiki")
    if urls < _SMALLEST_SITE:
        raise ConfigError(f"a sized {kind} has at least {_SMALLEST_SITE} URLs")
    items = _PROBE_ITEMS
    site = _collection_of(kind, items, seed, redundancy)
    for _ in range(3):
        found = sum(1 for _ in site.views())
        if abs(found - urls) <= 0.02 * urls:
            break
        items = max(3, round(items * urls / found))
        site = _collection_of(kind, items, seed, redundancy)
    return site


def _collection_of(kind: str, items: int, seed: int, redundancy: int) -> CollectionSite:
    parameters = CollectionParameters(
        seed=seed,
        groups=max(3, round(math.sqrt(items) / 2)),
        items=items,
        people=max(4, items // 6),
        redundancy=redundancy,
    )
    return _COLLECTIONS[kind](parameters)


def by_name(name: str, seed: int | None = None) -> GeneratedSite:
    """A preset by its name: see `NAMES`; a number of URLs; or a kind and a number, as `wiki-5000`.

    Raises:
        ConfigError: no preset of that name.
    """
    kind, _, size = name.rpartition("-")
    if size.isdecimal():
        if kind in ("", "forum"):
            return sized(int(size), seed or 0)
        return collection(kind, int(size), seed or 0)
    match name:
        case "demo":
            return ForumSite(_DEMO if seed is None else replace(_DEMO, seed=seed))
        case "small":
            return small() if seed is None else small(seed)
        case "traps":
            return ForumSite(replace(_SMALL, seed=seed or _SMALL.seed, traps=Traps.all()))
        case "blog" | "shop" | "wiki":
            return _collection_of(name, _PROBE_ITEMS, seed or 0, 3)
    raise ConfigError(
        f"no generated site is called {name!r}; try {', '.join(NAMES)}, a number of URLs, "
        "or a kind with a number as in wiki-5000"
    )
