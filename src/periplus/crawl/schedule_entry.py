"""Taking the pages of a crawl into the timetable: how much each matters, by links and by yield."""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from periplus.crawl.schedule import Timetable
from periplus.crawl.schedule_record import Record, pack, unpack
from periplus.plan.strategy import Verdict
from periplus.store import JobStore, PageRow, VisitRow
from periplus.store.groups import NOT_PAGES

# Relative to a page of content: what a change of other answers is worth.
_REPEATS = 0.3
_NO_PAGE = 0.1  # redirects, errors
_NOT_MODIFIED = 304


def enter_pages(store: JobStore, timetable: Timetable) -> int:
    """Schedule every URL that was fetched since the last time; the number of pages looked at.

    Pages are read twice and never held together: the first time for what they say of each other.
    """
    children = _children(store, timetable)
    if children is None:
        return 0
    in_links = store.in_links()
    number = 0
    sequence = timetable.sequence
    for page in store.pages(after=sequence):
        sequence = page.seq
        if page.group in NOT_PAGES:
            continue
        number += 1
        row = store.visits.get(page.url_id)
        if row is not None:
            _catch_up(store, timetable, row, page)
            continue
        importance = importance_of(page, int(in_links[page.url_id]), int(children[page.url_id]))
        url = store.url(page.url_id)
        row = timetable.enter(page.url_id, url, importance, page.date, "new")
        if page.status in (404, 410):
            timetable.is_gone(row, page.status, page.date)
    timetable.sequence = sequence
    return number


def importance_of(page: PageRow, in_links: int, children: int) -> float:
    """How much a change of a page matters: 1 for a leaf of content that one page links to.

    Pages that many link to are looked at more. Pages by which content was found are where new
    content will be linked from.
    """
    kind = 1.0
    if page.verdict is Verdict.DUPLICATE:
        kind = _REPEATS
    if page.status != 200:
        kind = _NO_PAGE
    return kind * (1.0 + math.log(max(1, in_links))) * (1.0 + math.log1p(children))


def _children(store: JobStore, timetable: Timetable) -> npt.NDArray[np.uint32] | None:
    """How many pages of content were found by each URL; learns the patterns of URLs on the way."""
    children = np.zeros(store.url_count + 1, np.uint32)
    is_empty = True
    for page in store.pages(after=timetable.sequence):
        if page.group in NOT_PAGES:
            continue
        is_empty = False
        row = store.row(page.url_id)
        timetable.patterns.learn([row.url])
        if row.via is not None and page.verdict is Verdict.VALUABLE:
            children[row.via] += 1
    return None if is_empty else children


def _catch_up(store: JobStore, timetable: Timetable, row: VisitRow, page: PageRow) -> None:
    """A visit that the timetable missed: its database was made anew from the archive."""
    if page.status in (404, 410):
        timetable.is_gone(row, page.status, page.date)
        return
    before = [version for version in store.page_of(page.url_id) if version.seq < page.seq]
    is_new = bool(before) and before[-1].digest != page.digest and page.status != _NOT_MODIFIED
    record = unpack(row.history)
    history = record.history.add(page.date, is_new)
    rate = timetable.rate_of(history, row.template)
    packed = pack(Record(history=history))
    store.visits.set(replace(row, last=page.date, rate=rate, gone=0, history=packed))
