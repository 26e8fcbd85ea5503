"""Which pages of a job belong together, in order: read from the decisions in its database.

A link that was followed (or found fetched) to keep its target together with its page joins the two.
A page that names a canonical URL stands for it, so that a copy takes its place in the thread.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from periplus.plan.irobot.turns import changes
from periplus.plan.irobot.url_groups import paper_group
from periplus.plan.strategy import Reason, Verdict
from periplus.store import JobStore, PageRow

JOINED = "threads"  # meta: what a strategy joined by itself
_DIGITS = re.compile(r"(\d+)")
_MOST_HOPS = 20


class Threads:
    """The threads of one job."""

    def __init__(self, store: JobStore, joined: Iterable[Sequence[int]] = ()) -> None:
        self._store = store
        self._forms: dict[int, int] = {}  # page -> URL it stands for
        self._leaders: dict[int, int] = {}
        self._pages: dict[int, PageRow] = {}  # by the URL that they stand for
        edges = self._read()
        edges += [pair for thread in joined for pair in itertools.pairwise(thread)]
        for page, target in edges:
            one, other = self._leader(self._form(page)), self._leader(self._form(target))
            self._leaders[max(one, other)] = min(one, other)

    def _read(self) -> list[tuple[int, int]]:
        edges: list[tuple[int, int]] = []
        found: list[PageRow] = []
        for page in self._store.pages():
            if page.redirect_to is not None:
                self._forms[page.url_id] = page.redirect_to
                continue
            if page.status != 200 or "html" not in page.media_type:
                continue
            found.append(page)
            links = self._store.links_of(page.url_id)
            for at, reason in enumerate(links.reasons):
                if reason is Reason.KEEP_TOGETHER:
                    edges.append((page.url_id, int(links.targets[at])))
                elif reason is Reason.DUPLICATE and _is_hint(links.labels[at]):
                    self._forms[page.url_id] = int(links.targets[at])
        for page in found:
            self._choose(page)
        return edges

    def _choose(self, page: PageRow) -> None:
        """Of the copies of one page, its own URL is best; else the first."""
        form = self._form(page.url_id)
        known = self._pages.get(form)
        if known is None or (page.url_id == form and known.url_id != form):
            self._pages[form] = page

    def _form(self, url_id: int) -> int:
        for _ in range(_MOST_HOPS):
            onward = self._forms.get(url_id, url_id)
            if onward == url_id:
                break
            url_id = onward
        return url_id

    def _leader(self, form: int) -> int:
        while (above := self._leaders.setdefault(form, form)) != form:
            self._leaders[form] = self._leaders[above]
            form = above
        return form

    def lists(self) -> list[list[PageRow]]:
        """The threads of at least two pages, each in order, by their first pages."""
        members: dict[int, list[int]] = {}
        for form in self._pages:
            if form in self._leaders:
                members.setdefault(self._leader(form), []).append(form)
        threads = [self._ordered(forms) for forms in members.values() if len(forms) > 1]
        return sorted(threads, key=lambda thread: thread[0].seq)

    def all(self) -> Iterator[list[PageRow]]:
        """Also threads of one page: pages that look like the first page of a longer one."""
        threads = self.lists()
        kinds = {paper_group(self._url_of(thread[0])) for thread in threads}
        joined = {page.url_id for thread in threads for page in thread}
        yield from threads
        for page in sorted(self._pages.values(), key=lambda page: page.seq):
            if page.url_id in joined or page.verdict is Verdict.INVALID:
                continue
            if paper_group(self._url_of(page)) in kinds:
                yield [page]

    def _url_of(self, page: PageRow) -> str:
        return self._store.url(self._form(page.url_id))

    def _ordered(self, forms: list[int]) -> list[PageRow]:
        urls = {form: self._store.url(form) for form in forms}
        numbers = page_numbers(list(urls.values()))
        return [
            self._pages[form]
            for form in sorted(forms, key=lambda f: (numbers.get(urls[f], 0), natural(urls[f])))
        ]


def _is_hint(label: str) -> bool:
    """Whether a link stands in the page's head: `<link rel=canonical>`."""
    return label.rsplit("/", 1)[-1].split(".")[0].split("#")[0] == "link"


def page_numbers(urls: Sequence[str]) -> Mapping[str, int]:
    """The number of each page, where one place in the URLs counts them; else nothing."""
    if not urls:
        return {}
    first = min(urls, key=lambda url: (len(url), url))
    numbers, places = {}, set()
    for url in urls:
        if url == first:
            continue
        found = changes(first, url)
        if not found or len(found) != 1:
            return {}
        places.add(found[0].place)
        numbers[url] = found[0].other
        numbers[first] = found[0].own
    return numbers if len(places) == 1 else {}


def natural(url: str) -> tuple[tuple[int, str], ...]:
    """A key that puts page 2 before page 10."""
    return tuple(
        (int(part), "") if at % 2 else (-1, part) for at, part in enumerate(_DIGITS.split(url))
    )


def thread_urls(store: JobStore, joined: Iterable[Sequence[int]] = ()) -> list[list[str]]:
    """The URLs of every thread of at least two pages, in order."""
    threads = Threads(store, joined).lists()
    return [[store.url(page.url_id) for page in thread] for thread in threads]
