"""Why a URL was fetched or left alone: the link, its group, the reason, the evidence."""

from typing import Any

import msgspec

from periplus import url as urls
from periplus.crawl.job import Job
from periplus.errors import ConfigError
from periplus.plan.registry import EVIDENCE
from periplus.plan.strategy import Reason
from periplus.store import JobStore, UrlRow, UrlState

_MEANINGS = {
    Reason.SEED: "the crawl started here",
    Reason.FOLLOW: "the strategy chose the link",
    Reason.KEEP_TOGETHER: "it continues the page that links to it",
    Reason.REDIRECT: "a fetched page sent us there",
    Reason.OUT_OF_SCOPE: "it is outside the crawl's scope",
    Reason.EXCLUDED: "an --exclude pattern matches it",
    Reason.NOT_INCLUDED: "no --include pattern matches it",
    Reason.ROBOTS: "robots.txt closes it to us",
    Reason.TOO_DEEP: "it is deeper than --max-depth",
    Reason.LIMIT: "a limit was reached before it",
    Reason.STRATEGY: "the strategy expects nothing of it",
    Reason.DUPLICATE: "it is another address of a known page",
    Reason.REFUSED_ADDRESS: "its host has no public address; --allow-private admits it",
    Reason.FAILED: "it could not be fetched",
    Reason.CRAWL_DELAY: "its host asks for a longer Crawl-delay than we wait",
    Reason.OFF_TOPIC: "only pages off the topic lead to it, more in a row than --tunnel",
    Reason.IRRELEVANT: "it was fetched, is not of the topic, and was not kept (see --keep-all)",
}
_LONGEST_WAY = 1_000
_LINKS_SHOWN = 50


class Explanation(msgspec.Struct, kw_only=True):
    """The answer for one URL."""

    url: str
    is_known: bool
    state: str
    reason: str | None = None
    meaning: str
    depth: int | None = None
    group: str | None = None
    rank: float | None = None
    attempts: int = 0
    fault: str | None = None
    way: list[dict[str, Any]] = []  # from the start to the page that links here
    versions: list[dict[str, Any]] = []
    linked_from: list[str] = []
    next_visit: dict[str, Any] | None = None  # when a refresh asks for it again
    about: dict[str, Any] | None = None  # what the strategy found out about the page
    estimates: dict[str, Any] | None = None  # of the strategy, when it decided

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def explain_url(job: Job, text: str) -> Explanation:
    """What the job knows of a URL.

    Raises:
        ConfigError: it is not a URL.
    """
    url = urls.canonical(text if "://" in text else f"https://{text}")
    if url is None:
        raise ConfigError(f"'{text}' is not an http or https URL")
    store = job.store
    url_id = store.find(url)
    if url_id is None:
        return Explanation(
            url=url, is_known=False, state="unknown", meaning="no link to it was seen"
        )
    row = store.row(url_id)
    return Explanation(
        url=url,
        is_known=True,
        state=row.state.name.lower(),
        reason=row.reason,
        meaning=_meaning(row),
        depth=row.depth,
        group=row.group,
        rank=row.rank,
        attempts=row.attempts,
        fault=row.fault,
        way=_way(store, row),
        versions=[_version(page) for page in store.page_of(url_id)],
        estimates=_estimates(job, row),
        linked_from=[store.row(page).url for page, _ in store.links_to(url_id, _LINKS_SHOWN)],
        about=store.notes.get(url_id),
        next_visit=_next_visit(store, url_id),
    )


def _next_visit(store: JobStore, url_id: int) -> dict[str, Any] | None:
    visit = store.visits.get(url_id)
    if visit is None:
        return None
    return {
        "due": visit.due,
        "last": visit.last,
        "gone": visit.gone,
        "changes_per_day": visit.rate * 86_400.0,
        "importance": visit.value,
    }


def _estimates(job: Job, row: UrlRow) -> dict[str, Any] | None:
    """What the strategy thought of the URL's group, where it keeps that."""
    read = EVIDENCE.get(job.settings.strategy)
    saved = job.store.get_meta("strategy") if read is not None else None
    if read is None or not saved:
        return None
    try:
        return read(saved["state"], row.url_id, row.group)
    except (KeyError, TypeError, ValueError):  # kept by an older version
        return None


def _meaning(row: UrlRow) -> str:
    reason = _MEANINGS[row.reason] if row.reason else "no decision yet"
    if row.state is UrlState.WAITING:
        return f"it waits for its turn: {reason}"
    return reason


def _version(page: Any) -> dict[str, Any]:
    return {
        "date": page.date,
        "status": page.status,
        "verdict": page.verdict,
        "bytes": page.payload_bytes,
        "title": page.title,
        "warc_file": page.warc_file,
        "warc_offset": page.warc_offset,
        "truncated": page.truncated,
    }


def _way(store: JobStore, row: UrlRow) -> list[dict[str, Any]]:
    """The pages from a start URL to this one, each with the label of the link that led on."""
    way: list[dict[str, Any]] = []
    seen = {row.url_id}
    label = _label(store, row)
    current = row
    while current.via is not None and current.via not in seen and len(way) < _LONGEST_WAY:
        seen.add(current.via)
        current = store.row(current.via)
        way.append({"url": current.url, "depth": current.depth, "label": label})
        label = _label(store, current)
    return way[::-1]


def _label(store: JobStore, row: UrlRow) -> str:
    if row.via is None or row.via_row is None:
        return ""
    if row.via_row < 0:
        return "redirect"
    links = store.links_of(row.via)
    for link_row, label in zip(links.rows.tolist(), links.labels, strict=True):
        if link_row == row.via_row:
            return str(label)
    return ""
