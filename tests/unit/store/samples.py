"""Small jobs with something in every table, and everything a job can be asked in one value."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from periplus.plan.strategy import Reason, Verdict
from periplus.store import HostRow, JobStore, LinkRows, PageRow

ORIGIN = "https://a.example"
OTHER = "https://b.example"


def url(number: int, origin: str = ORIGIN) -> str:
    return f"{origin}/page/{number}"


def add(store: JobStore, urls: Sequence[str]) -> list[int]:
    ids: list[int] = store.intern(list(urls))[0].tolist()
    return ids


def put(
    store: JobStore,
    text: str,
    *,
    group: str = "g",
    rank: float = 0.0,
    origin: str = ORIGIN,
    depth: int = 1,
    reason: Reason = Reason.FOLLOW,
) -> int:
    """Make a URL known and let it wait."""
    [url_id] = add(store, [text])
    store.enqueue(url_id, origin=origin, group=group, rank=rank, reason=reason, depth=depth)
    return url_id


def page(url_id: int, seq: int, **changes: Any) -> PageRow:
    row = PageRow(
        url_id=url_id,
        seq=seq,
        date=1_700_000_000.25 + seq,
        status=200,
        media_type="text/html",
        verdict=Verdict.VALUABLE,
        depth=1,
        group="g",
        digest=f"sha1:{seq:032}",
        warc_file="a-00000.warc.gz",
        warc_offset=1000 * seq,
        warc_length=900,
        payload_bytes=5000,
        seconds=0.125,
        text_hash=(1 << 63) + seq,
        title=f"Page {seq} — naïve",
        charset="utf-8",
    )
    return replace(row, **changes)


def links(targets: Sequence[int], group: str = "g") -> LinkRows:
    count = len(targets)
    return LinkRows(
        targets=np.array(targets, dtype=np.uint32),
        rows=np.arange(count, dtype=np.int32),
        labels=[f"html/body/ul/li{n % 3}/a" for n in range(count)],
        reasons=[Reason.FOLLOW if n % 2 else Reason.STRATEGY for n in range(count)],
        groups=[group if n % 2 else "" for n in range(count)],
    )


def fill(store: JobStore, pages: int = 30) -> None:
    """A crawl in miniature: waits, pages, links, skips, failures, hosts, WARC lengths, values."""
    store.set_meta("settings", {"seeds": [url(0)], "depth": 3})
    put(store, url(0), reason=Reason.SEED, depth=0)
    put(store, url(0, OTHER), reason=Reason.SEED, depth=0, origin=OTHER, group="other")
    for seq in range(1, pages + 1):
        taken = store.take(ORIGIN)
        assert taken is not None
        targets = add(store, [url(seq * 3 + n) for n in range(8)])
        store.describe(targets, via=taken.url_id, rows=range(len(targets)), depth=taken.depth + 1)
        for n, target in enumerate(targets):
            text = url(seq * 3 + n)
            if target % 7 == 3:
                store.skip([target], Reason.ROBOTS)
            else:
                put(store, text, group=f"g{target % 3}", rank=float(target % 5), depth=seq)
        store.add_links(taken.url_id, links(targets, f"g{seq % 3}"))
        if seq % 9 == 5:
            store.fail(taken.url_id, Reason.FAILED, "timeout", 4)
        else:
            store.finish(page(taken.url_id, seq, group=taken.group, status=200 + seq % 2))
        store.set_warc("a-00000.warc.gz", 1000 * (seq + 1))
    [attempted] = add(store, [url(0, OTHER)])
    store.note_attempt(attempted, 2, "connect")
    store.set_priorities({"g1": 2.5, "g2": -1.0})
    store.set_host(ORIGIN, HostRow(1.5e9, 2.0, 1, 200, b"User-agent: *\n\xff", 1.4e9))
    store.set_host(OTHER, HostRow())
    store.commit()


def everything(store: JobStore, *, drain: bool = True) -> dict[str, Any]:
    """All that can be asked; `drain` takes every waiting URL, which ends the store's usefulness."""
    number = sum(store.counts().urls.values())
    pages = list(store.pages())
    answers: dict[str, Any] = {
        "meta": store.get_meta("settings"),
        "rows": [store.row(n) for n in range(1, number + 1)],
        "found": [store.find(store.row(n).url) for n in range(1, number + 1)],
        "pages": pages,
        "digests": [store.page_by_digest(p.digest) for p in pages],
        "texts": [store.page_by_text(p.text_hash) for p in pages if p.text_hash is not None],
        "versions": [store.page_of(n) for n in range(1, number + 1)],
        "links": [_plain(store.links_of(n)) for n in range(1, number + 1)],
        "links_to": store.links_to(5, 1000),
        "hosts": store.hosts(),
        "warcs": store.warcs(),
        "counts": store.counts(),
        "waiting": store.waiting(),
        "origins": sorted(store.origins()),
    }
    if drain:
        answers["order"] = {origin: list(drained(store, origin)) for origin in (ORIGIN, OTHER)}
    return answers


def drained(store: JobStore, origin: str) -> list[tuple[int, str, str, int, int]]:
    """Everything that waits at an origin, in order."""
    order = []
    while (taken := store.take(origin)) is not None:
        order.append((taken.url_id, taken.url, taken.group, taken.depth, taken.attempts))
    return order


def _plain(rows: LinkRows) -> tuple[Any, ...]:
    return rows.targets.tolist(), rows.rows.tolist(), rows.labels, rows.reasons, rows.groups
