"""pages.jsonl: the list of pages that replay tools show, as WACZ defines it."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from periplus.archive.captured import CapturedPage
from periplus.archive.durable import replacing
from periplus.archive.record import safe_url, warc_date

_encode = msgspec.json.Encoder().encode


def write_pages(path: Path, pages: Iterable[CapturedPage], *, title: str = "Pages") -> int:
    """Write the list in the order given; the number of pages.

    Raises:
        DiskFull: no room; the list that was there before is untouched.
    """
    count = 0
    with replacing(path) as out:
        out.write(_encode({"format": "json-pages-1.0", "id": "pages", "title": title}) + b"\n")
        for page in pages:
            out.write(_encode(_entry(page)) + b"\n")
            count += 1
    return count


def _entry(page: CapturedPage) -> dict[str, Any]:
    url, stamp = safe_url(page.url), warc_date(page.date)[:19] + "Z"
    return {
        # The same page of the same moment has the same id in every export.
        "id": hashlib.sha256(f"{stamp} {url}".encode()).hexdigest()[:32],
        "url": url,
        "title": page.title or url,
        "ts": stamp,
        "mime": page.media_type,
        "status": page.status,
        "depth": page.depth,
        "size": page.payload_bytes,
    }
