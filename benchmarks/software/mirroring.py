"""Writes a crawl as a mirrored site that `periplus bench` reads: WARC, labels, site.json."""

import gzip
import json
import lzma
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.software.crawling import Fetched
from benchmarks.software.labelling import labelled
from benchmarks.software.software import Software
from periplus import url as urls
from periplus.archive.compose import response_record, warcinfo_record
from periplus.archive.digest import payload_digest
from periplus.archive.record import RevisitOf, warc_date
from periplus.fetch.mirror_files import LABELS, SITE, UNFETCHED

WARC = "site.warc.xz"


def write_mirror(
    software: Software, version: str, pages: Sequence[Fetched], out: Path
) -> dict[str, Any]:
    """Write the directory of a mirrored site; what site.json says."""
    out.mkdir(parents=True, exist_ok=True)
    rows = labelled(software, pages)
    unfetched = linked_only(pages)
    _write_warc(pages, out / WARC)
    _write_lines(rows, out / LABELS)
    (out / UNFETCHED[0]).unlink(missing_ok=True)
    if unfetched:
        _write_lines(({"url": url} for url in unfetched), out / UNFETCHED[0])
    facts = {
        "name": software.name,
        "software": software.title,
        "version": version,
        "start_url": pages[0].response.url,
        "urls": len(rows),
        "unfetched": len(unfetched),
        "html_pages": sum(page.tokens is not None for page in pages),
        "by_kind": _counts(row["kind"] for row in rows),
        "by_verdict": _counts(row["verdict"] for row in rows),
        "by_kind_verdict": _counts(f"{row['kind']}/{row['verdict']}" for row in rows),
        "by_status": _counts(str(row["status"]) for row in rows),
        "notes": software.notes,
        "source": "generated text",
        "licence": "none needed",
    }
    (out / SITE).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    return facts


def linked_only(pages: Sequence[Fetched]) -> list[str]:
    """URLs of the site that pages link and that were not fetched, in the order of their links."""
    home = urls.origin(pages[0].response.url)
    known = {page.response.url for page in pages}
    links = (link for page in pages if page.tokens for link in page.tokens.links)
    return [
        link for link in dict.fromkeys(links) if link not in known and urls.origin(link) == home
    ]


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(Counter(values).most_common())


def _write_lines(rows: Iterable[dict[str, Any]], path: Path) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        for row in rows:
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def _write_warc(pages: Iterable[Fetched], path: Path) -> None:
    seen: dict[str, RevisitOf] = {}
    with lzma.open(path, "wb", preset=3) as warc:  # the default takes minutes for a few per cent
        for page in pages:
            response = page.response
            date = warc_date(response.date)
            if not seen and not warc.tell():
                warc.write(warcinfo_record({"software": "periplus"}, path.name, date))
            digest = payload_digest(response.body)
            record = response_record(
                response,
                url=response.url,
                date=date,
                record_id=f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, response.url)}>",
                request_id=None,
                digest=digest,
                revisit_of=seen.get(digest) if response.body else None,
            )
            warc.write(record)
            seen.setdefault(digest, RevisitOf(response.url, response.date, digest))
