"""The threads of a job as objects with their posts, read from its archive."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from periplus.archive.record import safe_url, warc_date
from periplus.archive.threads import Thread, ThreadPage, ThreadPost, write_threads
from periplus.crawl.job import Job
from periplus.crawl.post_records import RecordShape
from periplus.crawl.posts import Post, PostReader, join_posts, post_reader
from periplus.crawl.recall import shown_response
from periplus.crawl.threads import JOINED, Threads
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.limits import DEFAULT_LIMITS
from periplus.plan.irobot.url_groups import paper_group
from periplus.store import JobStore, PageRow

_LOOKED_AT = 24  # pages of one kind that show where their posts stand
_SHARE = 0.25  # of these that must agree
_KEPT, _KEPT_BYTES = 100, 200_000  # pages kept parsed, and how large each may be


def write_job_threads(job: Job, path: Path | None = None, *, even_none: bool = True) -> int:
    """Write threads/threads.jsonl, or another file; the number of threads.

    Args:
        job: whose threads.
        path: of another file.
        even_none: else there is no file where no pages were kept together.

    Raises:
        DiskFull: no room; nothing is left behind.
        ArchiveDamaged: a page's record is not where its row says.
    """
    out = path or job.path / "threads" / "threads.jsonl"
    threads = list(Threads(job.store, job.store.get_meta(JOINED, ())).all())
    if not threads and not even_none:
        out.unlink(missing_ok=True)
        return 0
    return write_threads(out, _with_posts(job.store, job.archive_directory, threads))


def threads_of(store: JobStore, archive: Path) -> Iterator[Thread]:
    """Every thread of a job, those of several pages first."""
    threads = list(Threads(store, store.get_meta(JOINED, ())).all())
    return _with_posts(store, archive, threads)


def _with_posts(
    store: JobStore, archive: Path, threads: Sequence[Sequence[PageRow]]
) -> Iterator[Thread]:
    parsed: dict[int, PostReader | None] = {}  # pages by URL id that need not be parsed again
    shapes = _shapes(store, archive, threads, parsed)
    for pages in threads:
        posts = join_posts([_posts_of(store, archive, page, shapes, parsed) for page in pages])
        yield Thread(
            id=safe_url(store.url(pages[0].url_id)),
            title=pages[0].title,
            pages=[_page(store, page) for page in pages],
            posts=[ThreadPost(post.text, post.author, _date(post.date)) for post in posts],
        )


def _shapes(
    store: JobStore,
    archive: Path,
    threads: Sequence[Sequence[PageRow]],
    parsed: dict[int, PostReader | None],
) -> dict[str, list[RecordShape]]:
    """Where the posts of each kind of page stand, by a few pages of each."""
    looked_at: Counter[str] = Counter()
    votes: dict[str, Counter[RecordShape]] = {}
    for page in (page for pages in threads for page in pages):
        kind = paper_group(store.url(page.url_id))
        if looked_at[kind] >= _LOOKED_AT:
            continue
        looked_at[kind] += 1
        reader = _reader(store, archive, page)
        if len(parsed) < _KEPT and page.payload_bytes <= _KEPT_BYTES:
            parsed[page.url_id] = reader
        shape = reader.shape() if reader else None
        if shape is not None:
            votes.setdefault(kind, Counter())[shape] += 1
    return {
        kind: [shape for shape, n in found.most_common() if n >= max(2, _SHARE * looked_at[kind])]
        for kind, found in votes.items()
    }


def _posts_of(
    store: JobStore,
    archive: Path,
    page: PageRow,
    shapes: Mapping[str, list[RecordShape]],
    parsed: dict[int, PostReader | None],
) -> list[Post]:
    is_parsed = page.url_id in parsed
    reader = parsed.pop(page.url_id) if is_parsed else _reader(store, archive, page)
    kind = paper_group(store.url(page.url_id))
    return reader.read(shapes.get(kind, ())) if reader else []


def _reader(store: JobStore, archive: Path, page: PageRow) -> PostReader | None:
    response = shown_response(store, archive, page)
    body = decode_payload(response, DEFAULT_LIMITS).body
    return post_reader(body, charset_of(response, body))


def _page(store: JobStore, page: PageRow) -> ThreadPage:
    return ThreadPage(
        url=safe_url(store.url(page.url_id)),
        date=warc_date(page.date),
        warc_file=page.warc_file,
        warc_offset=page.warc_offset,
        warc_length=page.warc_length,
    )


def _date(seconds: float | None) -> str | None:
    if seconds is None:
        return None
    return dt.datetime.fromtimestamp(seconds, dt.UTC).strftime("%Y-%m-%dT%H:%M:%S")
