"""Pages of threads that are in hand under another URL than the one that their thread links to.

A list may link to page 2 of a topic as /topic/7?page=2, the topic itself as /topic/7-name?page=2. A
crawl that knows them for one page fetches one of them, and the links of the thread lead to the
other. From the copies that were fetched it is learned which URLs stand for one page.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from periplus.site.duplicates import CanonicalForms
from periplus.site.page_counts import changes
from periplus.site.threads import CANONICAL, NOTHING, TiedPage, TurnLink
from periplus.site.url_patterns import UrlPatterns

_FIRST = 1  # a higher number that only one of two URLs has, or another, tells a further page


def foretold_pages(pages: Sequence[TiedPage], links: Sequence[TurnLink]) -> list[TurnLink]:
    """For pages in hand the URLs that threads know them by, as if the pages had named them."""
    urls = {page.page: page.url for page in pages}
    told = {p.page: urls[p.twin] for p in pages if p.twin is not None and p.twin in urls}
    told |= {link.page: link.url for link in links if link.mark == CANONICAL}
    if all(urls[page] == form for page, form in told.items()):
        return []
    turning = [link for link in links if link.mark not in (NOTHING, CANONICAL)]
    forms = _Forms(urls, told, turning)
    owners: dict[str, int] = {}
    for page in pages:
        if not page.is_redirect and page.page not in told:
            owners.setdefault(forms.form(page.url), page.page)
    return [*_claims(urls, turning, owners, forms)]


class _Forms:
    """What URLs stand for, as far as copies tell."""

    def __init__(
        self, urls: Mapping[int, str], told: Mapping[int, str], turning: Iterable[TurnLink]
    ) -> None:
        self._patterns = UrlPatterns()
        self._patterns.learn(dict.fromkeys([*urls.values(), *(link.url for link in turning)]))
        self._forms = CanonicalForms()
        for page, url in urls.items():
            keys = self._patterns.keys(url)
            self._forms.observe(url, keys, told.get(page, url), is_told=page in told)

    def form(self, url: str) -> str:
        return self._forms.form(url, self._patterns.keys(url), by_shape=False)

    def pattern(self, url: str) -> str:
        return self._patterns.keys(url).pattern


def _claims(
    urls: Mapping[int, str], turning: Sequence[TurnLink], owners: dict[str, int], forms: _Forms
) -> Iterator[TurnLink]:
    """Each page gets the URL that most links lead to.

    Unless that is the URL of another of its pages. Its own links to further pages must be of that
    kind, and not of the kind of its own URL: two lists may show the same, and be two threads.
    """
    shown: dict[int, set[str]] = {}
    for link in turning:
        shown.setdefault(link.page, set()).add(forms.pattern(link.url))
    waiting = Counter((link.target, link.url) for link in turning if link.target not in urls)
    for (target, url), _ in waiting.most_common():
        form = forms.form(url)
        owner = owners.get(form)
        if owner is None or any(c.other > _FIRST for c in changes(urls[owner], url) or ()):
            continue
        kinds = shown.get(owner, set())
        if forms.pattern(url) in kinds and forms.pattern(urls[owner]) not in kinds:
            del owners[form]
            yield TurnLink(owner, target, url, CANONICAL)
