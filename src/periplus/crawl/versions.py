"""Which rows of a job are versions: visits that brought other content than the visit before."""

from collections.abc import Iterator

import numpy as np
import xxhash

from periplus.store import JobStore, PageRow

NOT_MODIFIED = 304
REVISIT_GROUP = "revisit"  # of visits that no strategy has seen


def has_content(page: PageRow) -> bool:
    """Whether a visit brought the page itself, not an error or word that nothing was modified."""
    return 200 <= page.status < 400 and page.status != NOT_MODIFIED


def every_version(store: JobStore) -> Iterator[PageRow]:
    """The visits that brought something else than the one before of the same URL, in order."""
    last = np.zeros(store.url_count + 1, np.uint64)
    for page in store.pages():
        if page.status == NOT_MODIFIED:
            continue
        mark = _mark(page)
        if last[page.url_id] != mark:
            last[page.url_id] = mark
            yield page


def latest_versions(store: JobStore) -> Iterator[PageRow]:
    """One row a URL, in order: the last version with content, else the last answer.

    A page that is gone is so represented by what it was.
    """
    chosen = np.zeros(store.url_count + 1, np.int64)
    is_content = np.zeros(store.url_count + 1, np.bool_)
    for page in every_version(store):
        if has_content(page) or not is_content[page.url_id]:
            chosen[page.url_id] = page.seq
            is_content[page.url_id] = has_content(page)
    for page in store.pages():
        if chosen[page.url_id] == page.seq:
            yield page


def versions_of(pages: list[PageRow]) -> list[PageRow]:
    """The versions among the visits of one URL, oldest first."""
    found: list[PageRow] = []
    for page in pages:
        if page.status == NOT_MODIFIED:
            continue
        if not found or _mark(found[-1]) != _mark(page):
            found.append(page)
    return found


def _mark(page: PageRow) -> np.uint64:
    return np.uint64(xxhash.xxh3_64_intdigest(f"{page.status} {page.digest}".encode()) or 1)
