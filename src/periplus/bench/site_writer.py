"""Write a site directory that can be replayed: WARC, labels and site.json, from generated pages."""

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
from periplus.synthetic.site import GeneratedSite

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


def write_generated(directory: Path, name: str, site: GeneratedSite) -> None:
    """A generated site as a mirror: every URL that can be reached, each answered once."""
    labels = list(site.labels())
    pages = (_answered(site, label.url) for label in labels)
    rows = (
        {
            "url": label.url,
            "status": label.status,
            "kind": label.kind,
            "verdict": str(label.verdict),
            "dup_of": label.dup_of,
            "entity": label.entity,
            "page": label.page,
            "final_url": label.final_url,
        }
        for label in labels
    )
    write_site(directory, name, site.start_url, pages, rows)


def _answered(site: GeneratedSite, url: str) -> MirroredPage:
    answer = site.answer(url.removeprefix(site.base_url) or "/")
    return MirroredPage(url, answer.status, answer.headers, answer.body)


def warc_record(page: MirroredPage, first_urls: dict[str, str]) -> bytes:
    """A response record, or a revisit of the first URL that had the same payload."""
    digest = "sha1:" + base64.b32encode(hashlib.sha1(page.body).digest()).decode()  # noqa: S324
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
