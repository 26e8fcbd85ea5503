"""Links that are made of the URL of the page that they stand on: its history, its print view."""

import re

from periplus import url as urls
from periplus.site.url_patterns import UrlKeys

_WORD = re.compile(r"[\w%-]+")


def has_words(url: str, words: frozenset[str]) -> bool:
    """Whether a URL has all of these words, and there are any."""
    # To look for them as parts of it is much faster, and rules most URLs out.
    return bool(words) and all(word in url for word in words) and words <= _words(url)


def _words(url: str) -> frozenset[str]:
    return frozenset(_WORD.findall(url))


def own_words(url: str, keys: UrlKeys) -> frozenset[str]:
    """The words and numbers that tell a URL from others of its pattern."""
    return _words(url) - _words(keys.pattern) - _words(urls.origin(url))
