"""Pages that belong to the accepted ones though they look otherwise: the discussion of an article.

Their URLs are made of the URL of an accepted page that links them, and they say about as much of
their own as accepted pages do. A form, a history or a print view has such a URL too, but says
nothing new.
"""

import re
from collections.abc import Mapping
from typing import Any

from periplus import url as urls
from periplus.plan.strategy import Visit
from periplus.site.url_patterns import UrlPatterns

_WORD = re.compile(r"[\w%-]+")
_OBSERVED = 200  # accepted pages whose links are looked at
_LEAST_LINKS = 5  # of a pattern
_MADE = 0.8  # of a pattern's links: made of the URLs of their pages
_KNOWN = 4  # pages of a pattern that tell whether it is rich
_MOSTLY = 0.5  # of them are rich: the pattern speaks for its other pages


class Companions:
    """Knows by the links of accepted pages which URL patterns are those of companions."""

    def __init__(self, patterns: UrlPatterns) -> None:
        self._patterns = patterns
        self._observed = 0
        self._links: dict[str, list[int]] = {}  # by pattern, and those made of their page's URL
        self._fetched: dict[str, list[int]] = {}  # pages by pattern, and the rich ones

    def observe(self, visit: Visit) -> None:
        """An accepted page."""
        if self._observed >= _OBSERVED:
            return
        self._observed += 1
        own = _words(visit.url) - _words(self._patterns.keys(visit.url).pattern)
        own -= _words(urls.origin(visit.url))
        for offered in visit.links:
            links = self._links.setdefault(self._patterns.keys(offered.url).pattern, [0, 0])
            links[0] += 1
            links[1] += bool(own) and own <= _words(offered.url)

    def take(self, url: str, *, is_rich: bool) -> bool:
        """Whether a page with a text of its own is a companion."""
        pattern = self._patterns.keys(url).pattern
        fetched = self._fetched.setdefault(pattern, [0, 0])
        fetched[0] += 1
        fetched[1] += is_rich
        pages, rich = fetched
        if rich < _MOSTLY * pages or not (is_rich or pages > _KNOWN):
            return False
        links, made = self._links.get(pattern, (0, 0))
        return made >= _LEAST_LINKS and made >= _MADE * links

    def save(self) -> dict[str, Any]:
        """All state as JSON values; the patterns are their owner's."""
        return {"observed": self._observed, "links": self._links, "fetched": self._fetched}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what `save` returned."""
        self._observed = int(state["observed"])
        self._links = _counts(state["links"])
        self._fetched = _counts(state["fetched"])


def _words(url: str) -> frozenset[str]:
    return frozenset(_WORD.findall(url))


def _counts(state: Mapping[str, Any]) -> dict[str, list[int]]:
    return {str(pattern): [int(n) for n in counts] for pattern, counts in state.items()}
