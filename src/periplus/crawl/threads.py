"""Which pages of a job belong together, in order: read from its database, whatever the strategy.

Links that turn pages join them (`site.threads`). A link that a strategy followed to keep its target
together with its page joins the two as well, and so does what a strategy joined by itself. A page
that names a canonical URL stands for it, so that a copy takes its place in the thread.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence

from periplus.plan.irobot.url_groups import paper_group
from periplus.plan.strategy import Reason, Verdict
from periplus.site.foretold_pages import foretold_pages
from periplus.site.threads import CANONICAL, NOTHING, TiedPage, Ties, TurnLink
from periplus.store import JobStore, PageRow

JOINED = "threads"  # meta: what a strategy joined by itself


class Threads:
    """The threads of one job."""

    def __init__(self, store: JobStore, joined: Iterable[Sequence[int]] = ()) -> None:
        self._store = store
        self._rows: dict[int, PageRow] = {}  # pages in hand by URL id
        self._kept: list[tuple[int, int]] = []
        self._urls: dict[int, str] = {}  # by id: many links lead to one page
        self._ties = self._tied()
        for page, target in self._kept:
            self._ties.join_if_likely(page, target)
        for thread in joined:
            for page, target in itertools.pairwise(thread):
                self._ties.join_if_likely(page, target)

    def _tied(self) -> Ties:
        pages: list[TiedPage] = []
        links: list[TurnLink] = []
        texts: dict[int, int] = {}
        for row in self._store.pages():
            url = self._url(row.url_id)
            if row.redirect_to is not None:
                pages.append(TiedPage(row.url_id, url, "", row.redirect_to, is_redirect=True))
                continue
            if row.status != 200 or "html" not in row.media_type:
                continue
            self._rows[row.url_id] = row
            pages.append(TiedPage(row.url_id, url, row.title, self._twin(row, texts)))
            links += self._links(row.url_id)
        return Ties(pages, [*links, *foretold_pages(pages, links)])

    @staticmethod
    def _twin(row: PageRow, texts: dict[int, int]) -> int | None:
        """The first page with the same text, of pages that were found to repeat one."""
        if row.verdict is not Verdict.DUPLICATE:
            if row.text_hash:
                texts.setdefault(row.text_hash, row.url_id)
            return None
        twin = row.revisit_of or texts.get(row.text_hash or 0)
        return None if twin == row.url_id else twin

    def _links(self, page: int) -> Iterator[TurnLink]:
        links = self._store.links_of(page)
        marks = links.turns or [NOTHING] * len(links)
        for at, (reason, mark) in enumerate(zip(links.reasons, marks, strict=True)):
            target = int(links.targets[at])
            if reason is Reason.KEEP_TOGETHER:
                self._kept.append((page, target))
            elif links.turns is None and reason is Reason.DUPLICATE and _is_hint(links.labels[at]):
                mark = CANONICAL
            if mark != NOTHING:
                yield TurnLink(page, target, self._url(target), mark)

    def _url(self, url_id: int) -> str:
        url = self._urls.get(url_id)
        if url is None:
            url = self._urls[url_id] = self._store.url(url_id)
        return url

    def lists(self) -> list[list[PageRow]]:
        """The threads of at least two pages, each in order, by their first pages."""
        threads = [[self._rows[page] for page in thread] for thread in self._ties.threads()]
        return sorted(threads, key=lambda thread: thread[0].seq)

    def all(self) -> Iterator[list[PageRow]]:
        """Also threads of one page: pages that look like the first page of a longer one."""
        threads = self.lists()
        kinds = {paper_group(self._url_of(thread[0])) for thread in threads}
        joined = {page.url_id for thread in threads for page in thread}
        yield from threads
        for row in sorted(map(self._rows.__getitem__, self._ties.pages()), key=lambda r: r.seq):
            if row.url_id in joined or row.verdict is Verdict.INVALID:
                continue
            if paper_group(self._url_of(row)) in kinds:
                yield [row]

    def _url_of(self, page: PageRow) -> str:
        return self._url(self._ties.form(page.url_id))


def _is_hint(label: str) -> bool:
    """Whether a link stands in the page's head: `<link rel=canonical>`."""
    return label.rsplit("/", 1)[-1].split(".")[0].split("#")[0] == "link"


def thread_urls(store: JobStore, joined: Iterable[Sequence[int]] = ()) -> list[list[str]]:
    """The URLs of every thread of at least two pages, in order."""
    threads = Threads(store, joined).lists()
    return [[store.url(page.url_id) for page in thread] for thread in threads]
