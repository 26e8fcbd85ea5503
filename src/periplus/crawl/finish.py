"""What a run leaves beside the archive, all of it made from the database: index, pages, summary."""

from collections.abc import Iterator

from periplus import url as urls
from periplus.archive.captured import CapturedPage
from periplus.archive.durable import replacing
from periplus.archive.index import write_cdxj
from periplus.archive.location import Location
from periplus.archive.pages import write_pages
from periplus.crawl.broken_links import write_broken_links
from periplus.crawl.events import StopReason
from periplus.crawl.job import Job
from periplus.crawl.summary import write_summary
from periplus.crawl.thread_export import write_job_threads
from periplus.crawl.versions import every_version
from periplus.plan.plan_file import PlanFile, plan_text
from periplus.store import JobStore, PageRow
from periplus.store.groups import NOT_PAGES

PLAN = "plan.json"


def write_outputs(job: Job, outcome: StopReason) -> None:
    """Write index, list of pages, threads where there are any, and summary, each whole or not."""
    write_index(job)
    write_page_list(job)
    write_thread_list(job)
    write_broken_links(job)
    write_summary(job, outcome)


def write_index(job: Job) -> int:
    """Index every record of the archive; the number of lines."""
    return write_cdxj(job.path / "indexes" / "index.cdxj", captured_pages(job.store))


def write_plan(job: Job, plan: PlanFile | None) -> None:
    """Write plan.json, what the strategy has learned of the site, if it has."""
    if plan is not None:
        with replacing(job.path / PLAN) as out:
            out.write(plan_text(plan).encode())


def write_page_list(job: Job) -> int:
    """List the pages that a person would open, every version of each; their number."""
    title = f"Crawl of {urls.host(job.start_urls[0])}"
    versions = (captured(job.store, page) for page in every_version(job.store))
    shown = (page for page in versions if _is_shown(page))
    return write_pages(job.path / "pages" / "pages.jsonl", shown, title=title)


def write_thread_list(job: Job) -> int:
    """Write threads/threads.jsonl if pages were kept together; the number of threads."""
    return write_job_threads(job, even_none=False)


def captured_pages(store: JobStore) -> Iterator[CapturedPage]:
    """Every record of a job, in the order of fetching."""
    for page in store.pages():
        yield captured(store, page)


def captured(store: JobStore, page: PageRow) -> CapturedPage:
    """One page as the archive's writers want it."""
    redirect_to = store.url(page.redirect_to) if page.redirect_to is not None else None
    return CapturedPage(
        url=store.url(page.url_id),
        date=page.date,
        status=page.status,
        media_type=page.media_type,
        digest=page.digest,
        location=place_of(page),
        revisited=_original(store, page),
        title=page.title,
        payload_bytes=page.payload_bytes,
        redirect_to=redirect_to,
        truncated=page.truncated,
        depth=page.depth,
        group=page.group,
        verdict=page.verdict,
    )


def place_of(page: PageRow) -> Location:
    """Where a page's record is."""
    return Location(page.warc_file, page.warc_offset, page.warc_length)


def _original(store: JobStore, page: PageRow) -> Location | None:
    if page.revisit_of is None:
        return None
    original = store.page_by_digest(page.digest)
    return place_of(original) if original is not None else None


def _is_shown(page: CapturedPage) -> bool:
    return page.group not in NOT_PAGES and page.status == 200 and "html" in page.media_type
