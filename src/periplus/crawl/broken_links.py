"""Links that lead nowhere, with the pages they stand on: reports/broken-links.jsonl."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from periplus.archive.durable import replacing
from periplus.crawl.job import Job
from periplus.store import JobStore, UrlState
from periplus.store.groups import NOT_PAGES

BROKEN_LINKS = Path("reports") / "broken-links.jsonl"
_SOURCES = 20  # pages named for each link
_ERRORS = 400


def broken_urls(store: JobStore) -> dict[int, str]:
    """Why each URL could not be had: its last status as `http-404`, or the fault of the request."""
    found: dict[int, str] = {}
    for page in store.pages():
        if page.group in NOT_PAGES:
            continue
        if page.status >= _ERRORS:
            found[page.url_id] = f"http-{page.status}"
        else:
            found.pop(page.url_id, None)
    ids = np.arange(1, store.url_count + 1, dtype=np.uint32)
    for url_id in ids[store.state(ids) == UrlState.FAILED].tolist():
        found[url_id] = store.row(url_id).fault or "failed"
    return found


def broken_links(store: JobStore) -> Iterator[dict[str, Any]]:
    """One entry for each, in the order in which they were first seen."""
    broken = broken_urls(store)
    if not broken:
        return
    sources = store.linked_from(sorted(broken), _SOURCES)
    for url_id in sorted(broken):
        yield {
            "url": store.url(url_id),
            "reason": broken[url_id],
            "found_on": [store.url(page) for page in sources[url_id]],
        }


def write_broken_links(job: Job) -> int:
    """Write the report, or remove one that no longer holds; the number of links."""
    path = job.path / BROKEN_LINKS
    lines = [json.dumps(entry, ensure_ascii=False) for entry in broken_links(job.store)]
    if lines:
        with replacing(path) as out:
            out.write(("\n".join(lines) + "\n").encode("utf-8", "replace"))
    else:
        path.unlink(missing_ok=True)
    job.store.set_meta("broken_links", len(lines))
    return len(lines)
