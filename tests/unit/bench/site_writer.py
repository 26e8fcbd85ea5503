"""Site directories that can be replayed, made page by page."""

import base64
import gzip
import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from periplus.fetch.mirror_files import LABELS, SITE

_DATE = "2020-01-01T00:00:00Z"  # generated sites have no time of their own


@dataclass(frozen=True, slots=True)
class MirroredPage:
    """One URL and what it answered."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def write_site(
    directory: Path,
    name: str,
    start_url: str,
    pages: Iterable[MirroredPage],
    labels: Iterable[Mapping[str, Any]],
) -> None:
    """Make the directory with `site.warc.gz`, `labels.jsonl.gz` and `site.json`."""
    directory.mkdir(parents=True, exist_ok=True)
    first_urls: dict[str, str] = {}
    with gzip.open(directory / "site.warc.gz", "wb", compresslevel=6) as warc:
        for page in pages:
            warc.write(warc_record(page, first_urls))
    with gzip.open(directory / LABELS, "wt", encoding="utf-8") as lines:
        for label in labels:
            lines.write(json.dumps(label) + "\n")
    facts = {"name": name, "start_url": start_url}
    (directory / SITE).write_text(json.dumps(facts) + "\n", encoding="utf-8")


def warc_record(page: MirroredPage, first_urls: dict[str, str]) -> bytes:
    """A response record, or a revisit of the first URL that had the same payload."""
    digest = "sha1:" + base64.b32encode(hashlib.sha1(page.body).digest()).decode()
    original = first_urls.setdefault(digest, page.url) if page.body else page.url
    lines = [f"HTTP/1.1 {page.status} X", *(f"{key}: {value}" for key, value in page.headers)]
    block = "\r\n".join([*lines, "", ""]).encode("latin-1")
    fields = {
        "WARC-Type": "response" if original == page.url else "revisit",
        "WARC-Target-URI": page.url,
        "WARC-Date": _DATE,
        "WARC-Record-ID": f"<{uuid.uuid5(uuid.NAMESPACE_URL, page.url).urn}>",
        "WARC-Payload-Digest": digest,
        "Content-Type": "application/http; msgtype=response",
    }
    if original != page.url:
        fields["WARC-Refers-To-Target-URI"] = original
        fields["WARC-Profile"] = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    else:
        block += page.body
    head = "".join(f"{key}: {value}\r\n" for key, value in fields.items())
    return b"WARC/1.1\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n" % (
        head.encode(),
        len(block),
        block,
    )
