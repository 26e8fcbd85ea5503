"""Links that are made of the URL of the page that they stand on: its history, its print view."""

import re
from functools import lru_cache
from typing import NamedTuple

from periplus import url as urls
from periplus.site.url_functions import is_function, spelled_out
from periplus.site.url_patterns import UrlKeys

_WORD = re.compile(r"[\w-]+")
_MOST_READ = 1 << 10  # URLs and patterns whose words are remembered


class PageWords(NamedTuple):
    """The words and numbers of a page's URL."""

    own: frozenset[str]  # that tell it from others of its pattern
    all: frozenset[str]

    def make(self, url: str, pattern: str) -> bool:
        """Whether a URL of this pattern has all own words, and no other name besides.

        What has one is a thing of its own: a topic may stand below its board.
        """
        if is_function(pattern):
            return True
        if not self.own:
            return False
        url = spelled_out(url)
        # To look for them as parts of it is much faster, and rules most URLs out.
        if not all(word in url for word in self.own):
            return False
        words = frozenset(_WORD.findall(url))
        if not self.own <= words:
            return False
        others = words - self.all - _words(pattern)
        return all(word.isdecimal() for word in others)


def page_words(url: str, keys: UrlKeys) -> PageWords:
    """The words of a URL of which this is known."""
    words = _words(url)
    return PageWords(words - _words(keys.pattern) - _words(urls.origin(url)), words)


@lru_cache(_MOST_READ)
def _words(url: str) -> frozenset[str]:
    return frozenset(_WORD.findall(spelled_out(url)))
