"""What changed on a page between two visits: text, links, kind and size."""

import difflib
from dataclasses import dataclass
from typing import Any

import msgspec

from periplus import url as urls
from periplus.archive.record import warc_date
from periplus.change.compare import compare
from periplus.change.fingerprint import Fingerprint, read_fingerprint
from periplus.crawl.job import Job
from periplus.crawl.reader import PageReader
from periplus.crawl.recall import archived_response
from periplus.crawl.text import text_of
from periplus.crawl.versions import has_content, versions_of
from periplus.errors import ConfigError
from periplus.exchange import Response
from periplus.fetch.charset import charset as charset_of
from periplus.fetch.decode import decode_payload
from periplus.limits import DEFAULT_LIMITS
from periplus.page.view import Stage
from periplus.store import PageRow

_CONTEXT_LINES = 3
_MOST_LINES = 20_000  # of one version; longer texts are compared from their beginning


@dataclass(frozen=True, slots=True)
class Period:
    """Between which moments two visits are looked for."""

    begin: float | None = None  # the last version up to here, else the one before the last
    end: float | None = None  # the last version up to here


class PageDiff(msgspec.Struct, frozen=True, kw_only=True):
    """The difference between two versions of a URL."""

    url: str
    old: dict[str, Any]  # date, status, digest, title
    new: dict[str, Any]
    visits: int
    versions: int
    kind: str
    size: float
    detail: str
    text: list[str]  # a unified diff
    links_added: list[str]
    links_removed: list[str]

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def diff_url(job: Job, text: str, period: Period) -> PageDiff:
    """Compare two versions of a URL's page.

    Raises:
        ConfigError: it is not a URL, was never fetched, or has no two versions in the period.
    """
    url = urls.canonical(text if "://" in text else f"https://{text}")
    if url is None:
        raise ConfigError(f"'{text}' is not an http or https URL")
    url_id = job.store.find(url)
    visits = job.store.page_of(url_id) if url_id is not None else []
    if not visits:
        known = "was never fetched" if url_id is not None else "is unknown in this job"
        raise ConfigError(f"{url} {known}; see periplus explain {job.path} {url}")
    old, new = _chosen(job, url, visits, period)
    return _difference(job, url, visits, old, new)


def _chosen(job: Job, url: str, visits: list[PageRow], period: Period) -> tuple[PageRow, PageRow]:
    versions = versions_of(visits)
    if len(visits) == 1:
        raise ConfigError(
            f"{url} was visited once; visit it again with periplus refresh {job.path}"
        )
    if len(versions) < 2:
        raise ConfigError(f"{url} was visited {len(visits)} times and has not changed")
    until = [v for v in versions if period.end is None or v.date <= period.end]
    if not until:
        raise ConfigError(f"{url} was not visited before --to; its first visit was {_at(visits)}")
    new = until[-1]
    before = [v for v in until if v.seq < new.seq]
    if period.begin is not None:
        before = [v for v in versions if v.date <= period.begin]
        if not before:
            raise ConfigError(
                f"{url} was not visited before --from; its first visit was {_at(visits)}"
            )
    if not before or before[-1].seq >= new.seq:
        raise ConfigError(f"{url} has one version in that time; leave out --from and --to")
    return before[-1], new


def _at(visits: list[PageRow]) -> str:
    return warc_date(visits[0].date)


def _difference(job: Job, url: str, visits: list[PageRow], old: PageRow, new: PageRow) -> PageDiff:
    one, other = (archived_response(job.store, job.archive_directory, v) for v in (old, new))
    change = compare(_fingerprint(old, one), _fingerprint(new, other))
    links, now_links = _links(one), _links(other)
    return PageDiff(
        url=url,
        old=_told(old),
        new=_told(new),
        visits=len(visits),
        versions=len(versions_of(visits)),
        kind=change.kind,
        size=round(change.size, 4),
        detail=change.detail,
        text=_text_diff(one, other, old, new),
        links_added=[link for link in now_links if link not in links],
        links_removed=[link for link in links if link not in now_links],
    )


def _told(page: PageRow) -> dict[str, Any]:
    return {
        "date": warc_date(page.date),
        "status": page.status,
        "title": page.title,
        "bytes": page.payload_bytes,
        "digest": page.digest,
    }


def _fingerprint(page: PageRow, response: Response) -> Fingerprint | None:
    if not has_content(page):
        return None
    payload = decode_payload(response, DEFAULT_LIMITS)
    charset = charset_of(response, payload.body)
    return read_fingerprint(payload.body, charset=charset, seen_at=page.date)


def _links(response: Response) -> dict[str, None]:
    view = PageReader(Stage.LINKS, DEFAULT_LIMITS).read(response).view
    return dict.fromkeys(view.links.urls) if view is not None else {}


def _text_diff(one: Response, other: Response, old: PageRow, new: PageRow) -> list[str]:
    before, after = (text_of(response).splitlines()[:_MOST_LINES] for response in (one, other))
    lines = difflib.unified_diff(
        before, after, warc_date(old.date), warc_date(new.date), n=_CONTEXT_LINES, lineterm=""
    )
    return list(lines)
