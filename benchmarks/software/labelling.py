"""The answer key of a mirror: each software's rules, and what holds for every site.

Errors are invalid. A redirect repeats what it leads to. Of valuable pages with the same text one
is canonical and the others are its duplicates.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.software.crawling import Fetched
from benchmarks.software.software import DUPLICATE, INVALID, VALUABLE, Label, Software
from periplus import url as urls


@dataclass(frozen=True, slots=True)
class Row:
    """A line of labels.jsonl."""

    url: str
    status: int
    kind: str
    verdict: str
    dup_of: str | None
    entity: str | None
    page: int
    final_url: str


def labelled(software: Software, pages: Iterable[Fetched]) -> list[dict[str, Any]]:
    """A line for each URL, in the order of the pages."""
    by_url = {page.response.url: page for page in pages}
    labels = {url: _by_rule(software, page) for url, page in by_url.items()}
    same = _same_text(by_url, labels)
    return [asdict(_row(url, by_url, labels, same)) for url in by_url]


def _by_rule(software: Software, page: Fetched) -> Label:
    response = page.response
    if response.status >= 400:
        return Label("error", INVALID)
    if response.status != 200:
        return Label("redirect", DUPLICATE)
    return software.label(response.url, response.status, page.html)


def _same_text(by_url: dict[str, Fetched], labels: dict[str, Label]) -> dict[str, str]:
    """The canonical URL of each page that says nothing but what another says."""
    canonical: dict[bytes, str] = {}
    valuable = [url for url in by_url if labels[url].verdict is VALUABLE]
    start = next(iter(by_url))
    for url in sorted(valuable, key=lambda url: (url != start, *_plainness(url, labels[url]))):
        canonical.setdefault(_text(by_url[url], labels[url]), url)
    found = {url: canonical.get(_text(page, labels[url]), url) for url, page in by_url.items()}
    return {url: other for url, other in found.items() if url != other}


def _plainness(url: str, label: Label) -> tuple[bool, int]:
    return (False, 0) if label.content else ("?" in url, len(url))


def _text(page: Fetched, label: Label) -> bytes:
    if label.content is not None:
        return label.content.encode()
    return page.tokens.grams.tobytes() if page.tokens else page.response.url.encode()


def _row(
    url: str, by_url: dict[str, Fetched], labels: dict[str, Label], same: dict[str, str]
) -> Row:
    final = _final(url, by_url)
    label = labels.get(final, Label("redirect", INVALID))
    verdict, dup_of = label.verdict, None
    if final in same and verdict is not INVALID:
        verdict, dup_of = DUPLICATE, same[final]
    elif verdict is DUPLICATE and label.same_as is not None:
        dup_of = _known(urls.join(url, label.same_as), by_url, labels, same)
    elif verdict is VALUABLE and final != url:
        verdict, dup_of = DUPLICATE, final
    status = by_url[url].response.status
    return Row(url, status, label.kind, verdict.value, dup_of, label.entity, label.page, final)


def _final(url: str, by_url: dict[str, Fetched]) -> str:
    """Where redirects end; outside of what was fetched, too."""
    for _ in range(10):
        page = by_url.get(url)
        if page is None or not page.response.is_redirect:
            break
        target = urls.join(url, page.response.header("location"))
        if target is None or target == url:
            break
        url = target
    return url


def _known(
    url: str | None, by_url: dict[str, Fetched], labels: dict[str, Label], same: dict[str, str]
) -> str | None:
    """The canonical URL of what a rule names, where it was fetched and is worth something."""
    final = _final(url, by_url) if url else None
    if final is None or final not in labels or labels[final].verdict is not VALUABLE:
        return None
    return same.get(final, final)
