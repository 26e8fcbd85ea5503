"""Giving a strategy back what it knew: its saved state, then every page that came after it.

A strategy is deterministic, so judging the archived pages again in the order of their fetching
leaves it exactly where the crawl was stopped or killed. Nothing is fetched.
"""

from collections.abc import Iterator
from pathlib import Path

from periplus import __version__
from periplus.archive.location import Location
from periplus.archive.reader import read_record, read_rendered
from periplus.archive.record import RevisitOf
from periplus.crawl.reader import Reader
from periplus.crawl.versions import REVISIT_GROUP
from periplus.exchange import Response, as_shown
from periplus.plan.strategy import Offered, Strategy, Visit
from periplus.store import JobStore, PageRow
from periplus.store.groups import NOT_PAGES

HAS_RENDERED = "has_rendered"  # whether a job's archive holds pages as a browser showed them


def keep_state(store: JobStore, strategy: Strategy, sequence: int) -> None:
    """Save what a strategy knows after the page of this number."""
    state = {"version": __version__, "sequence": sequence, "state": strategy.save()}
    store.set_meta("strategy", state)


def recall(store: JobStore, archive: Path, reader: Reader, strategy: Strategy) -> int:
    """Bring a fresh strategy up to date with the job; how many pages were judged again.

    Another version's state may mean something else: then all pages are judged again. So they are
    where a state lacks something.
    """
    since = _restored(store, strategy)
    number = 0
    for visit in visits_since(store, archive, reader, since):
        strategy.judge(visit)
        number += 1
    return number


def _restored(store: JobStore, strategy: Strategy) -> int:
    """The number of the page up to which a strategy knows the job again; 0 where it doesn't."""
    saved = store.get_meta("strategy")
    if not saved or saved.get("version") != __version__:
        return 0
    nothing = strategy.save()
    try:
        strategy.restore(saved["state"])
        return int(saved["sequence"])
    except (LookupError, TypeError, ValueError):
        strategy.restore(nothing)
        return 0


def visits_since(store: JobStore, archive: Path, reader: Reader, sequence: int) -> Iterator[Visit]:
    """The visits of a job after a point in the order of fetching, rebuilt from the archive."""
    for page in store.pages(after=sequence):
        if page.group in NOT_PAGES or page.group == REVISIT_GROUP:
            continue
        response = shown_response(store, archive, page)
        reading = reader.read(response)
        yield Visit(
            page=page.url_id,
            url=response.url,
            status=page.status,
            depth=page.depth,
            group=page.group,
            verdict=page.verdict,
            view=reading.view,
            links=_offered_then(store, page),
            text=reading.text,
        )


def archived_response(store: JobStore, archive: Path, page: PageRow) -> Response:
    """What a page request was answered with, from the archive."""

    def resolve(revisit: RevisitOf) -> Location | None:
        original = store.page_by_digest(page.digest)
        if original is None:
            return None
        return Location(original.warc_file, original.warc_offset, original.warc_length)

    place = Location(page.warc_file, page.warc_offset, page.warc_length)
    return read_record(archive, place, resolve=resolve)


def shown_response(store: JobStore, archive: Path, page: PageRow) -> Response:
    """The same as the browser showed it, where the page was rendered."""
    response = archived_response(store, archive, page)
    place = Location(page.warc_file, page.warc_offset, page.warc_length)
    html = read_rendered(archive, place) if store.get_meta(HAS_RENDERED) else None
    return response if html is None else as_shown(response, html)


def _offered_then(store: JobStore, page: PageRow) -> list[Offered]:
    links = store.links_of(page.url_id)
    offered = []
    for target, row in zip(links.targets.tolist(), links.rows.tolist(), strict=True):
        known = store.row(target)
        versions = store.page_of(target)
        offered.append(
            Offered(
                row=row,
                target=target,
                url=known.url,
                fresh=known.via == page.url_id and known.via_row == row,
                fetched=bool(versions) and versions[0].seq < page.seq,
            )
        )
    return offered
