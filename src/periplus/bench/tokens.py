"""What the metrics count on a page: distinct word 2-grams of the visible text, and links.

Words are runs of letters, digits and underscores of the lower-cased body text, and 2-grams run
across blocks, as in the papers. This is deliberately apart from `page/`: a strategy must not be
measured with the very code it looks at pages with.
"""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import turbohtml
import xxhash

from periplus import url as urls

Hashes = npt.NDArray[np.uint64]

_WORD = re.compile(r"\w+")
_UNSEEN = "script,style,noscript,template"
_MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, so that the order of two words matters


@dataclass(frozen=True, slots=True)
class PageTokens:
    """One page as the metrics see it."""

    grams: Hashes  # sorted, distinct
    links: tuple[str, ...]  # distinct canonical URLs of a and area elements, in document order


class WordHashes(dict[str, int]):
    """word → 64-bit hash, computed once for each word."""

    def __missing__(self, word: str) -> int:
        value = self[word] = xxhash.xxh3_64_intdigest(word.encode("utf-8", "surrogatepass"))
        return value


def read_tokens(body: bytes, url: str, encoding: str | None, words: WordHashes) -> PageTokens:
    """The 2-grams and links of a page; `encoding` is what the server declared, if anything."""
    document = turbohtml.parse(body, encoding=encoding, positions=False)
    links = _links(document, url)
    document.remove(_UNSEEN)
    shown = document.select_one("body")
    text = " ".join(shown.strings) if shown is not None else ""
    return PageTokens(grams(text, words), links)


def grams(text: str, words: WordHashes) -> Hashes:
    """The distinct 2-grams of a text, as sorted hashes."""
    found = _WORD.findall(text.lower())
    hashes = np.fromiter(map(words.__getitem__, found), dtype=np.uint64, count=len(found))
    return np.unique(hashes[:-1] * _MIX + hashes[1:])


def _links(document: turbohtml.Document, url: str) -> tuple[str, ...]:
    declared = document.select_one("base[href]")
    base = urls.join(url, declared.attr("href") or "") if declared is not None else None
    hrefs = [
        (anchor.attr("href") or "").strip() for anchor in document.select("a[href],area[href]")
    ]
    joined = (urls.join(base or url, href) for href in dict.fromkeys(hrefs))
    return tuple(dict.fromkeys(link for link in joined if link))
