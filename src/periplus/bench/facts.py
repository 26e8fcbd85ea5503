"""What is on a mirrored site, for the metrics and bounds: 2-grams, outgoing links, link graph.

Computed once for each WARC from the records themselves and kept in the cache.
"""

import codecs
import tempfile
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from periplus import url as urls
from periplus.bench.ragged import Ragged, numbered, ragged
from periplus.bench.tokens import Hashes, PageTokens, WordHashes, read_tokens
from periplus.exchange import Response
from periplus.fetch.decode import decode_payload
from periplus.fetch.mirror import Mirror
from periplus.fetch.row_shares import over_rows
from periplus.limits import DEFAULT_LIMITS

_FORMAT = 1  # part of the file name: raise it whenever the facts are computed differently


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """Rows are those of the mirror. Pages that are not a 200 with HTML hold nothing but links."""

    grams: Ragged
    gram_count: int
    externals: Ragged  # links that leave the site
    external_count: int
    links: Ragged  # rows that a row links or redirects to, in document order
    is_page: np.ndarray[tuple[int], np.dtype[np.bool_]]  # whether its text counts


@dataclass(frozen=True, slots=True)
class _RowFacts:
    grams: Hashes
    externals: Hashes
    links: tuple[int, ...]
    is_page: bool


_NOTHING = np.empty(0, dtype=np.uint64)


def open_facts(mirror: Mirror, jobs: int = 2) -> SiteFacts:
    """The facts of a mirror, computed by `jobs` processes where the cache has none."""
    path = mirror.shelf / f"facts-{_FORMAT}.npz"
    facts = _read(path)
    if facts is None:
        shares = over_rows(row_facts, mirror.directory, mirror.cache, len(mirror), jobs)
        facts = _join([row for share in shares for row in share])
        _write(path, facts)
    return facts


def row_facts(directory: Path, cache: Path, rows: range) -> list[_RowFacts]:
    """The facts of some rows of a mirror."""
    words = WordHashes()
    with Mirror(directory, cache) as mirror:
        return [_facts_of(mirror, row, words) for row in rows]


def _facts_of(mirror: Mirror, row: int, words: WordHashes) -> _RowFacts:
    response = mirror.response(row)
    if response.is_redirect:
        target = urls.join(response.url, response.header("location"))
        return _RowFacts(_NOTHING, _NOTHING, _rows_of(mirror, [target] if target else []), False)
    if "html" not in response.header("content-type").lower():
        return _RowFacts(_NOTHING, _NOTHING, (), False)
    tokens = _tokens_of(response, words)
    home = urls.origin(mirror.start_url)
    outside = [link for link in tokens.links if urls.origin(link) != home]
    inside = [link for link in tokens.links if urls.origin(link) == home]
    links = _rows_of(mirror, inside)
    if response.status != 200:
        return _RowFacts(_NOTHING, _NOTHING, links, False)
    return _RowFacts(tokens.grams, np.unique(urls.url_hashes(outside)), links, True)


def _tokens_of(response: Response, words: WordHashes) -> PageTokens:
    body = decode_payload(response, DEFAULT_LIMITS).body
    return read_tokens(body, response.url, _declared_encoding(response), words)


def _declared_encoding(response: Response) -> str | None:
    _, _, declared = response.header("content-type").lower().partition("charset=")
    name = declared.split(";", 1)[0].strip(" \t\"'")
    try:
        return codecs.lookup(name).name if name else None
    except LookupError:
        return None


def _rows_of(mirror: Mirror, links: list[str]) -> tuple[int, ...]:
    found = (mirror.find(link) for link in links)
    return tuple(dict.fromkeys(row for row in found if row is not None))


def _join(rows: list[_RowFacts]) -> SiteFacts:
    grams, gram_count = numbered([row.grams for row in rows])
    externals, external_count = numbered([row.externals for row in rows])
    links = ragged([np.array(row.links, dtype=np.uint32) for row in rows])
    is_page = np.array([row.is_page for row in rows], dtype=np.bool_)
    return SiteFacts(grams, gram_count, externals, external_count, links, is_page)


def _write(path: Path, facts: SiteFacts) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        np.savez(
            file,
            grams=facts.grams.values,
            gram_offsets=facts.grams.offsets,
            externals=facts.externals.values,
            external_offsets=facts.externals.offsets,
            links=facts.links.values,
            link_offsets=facts.links.offsets,
            is_page=facts.is_page,
            counts=np.array([facts.gram_count, facts.external_count]),
        )
    Path(file.name).replace(path)


def _read(path: Path) -> SiteFacts | None:
    try:
        with path.open("rb") as file, np.load(file) as kept:
            gram_count, external_count = (int(count) for count in kept["counts"])
            return SiteFacts(
                grams=Ragged(kept["grams"], kept["gram_offsets"]),
                gram_count=gram_count,
                externals=Ragged(kept["externals"], kept["external_offsets"]),
                external_count=external_count,
                links=Ragged(kept["links"], kept["link_offsets"]),
                is_page=kept["is_page"],
            )
    except (OSError, ValueError, KeyError, BadZipFile):
        return None  # absent or cut short by a kill: computed again
