"""Where a thread or list goes on: the page that gets the next posts, the page after this one."""

from periplus.page.view import Links
from periplus.site.page_counts import MISSING, changes
from periplus.site.threads import FIRST_NUMBER, NEXT, PREVIOUS, turn_marks
from periplus.store import JobStore, UrlState


def last_page_of(store: JobStore, url_id: int) -> int | None:
    """The last page in hand of the thread that a page begins; None where it has only one.

    A number beside a thread counts its posts: new ones are on its last page.
    """
    links = store.links_of(url_id)
    if links.turns is None:
        return None
    url = store.url(url_id)
    # By where the URLs differ: a number that the first page lacks counts pages, most of all.
    places: dict[tuple[bool, str], dict[int, int]] = {}
    for target, mark in zip(links.targets.tolist(), links.turns, strict=True):
        number = mark - FIRST_NUMBER
        if number < 2 or not _is_fetched(store, target):
            continue
        found = changes(url, store.url(target))
        if found is not None and len(found) == 1:
            key = (found[0].own == MISSING, found[0].place)
            places.setdefault(key, {})[number] = target
    if not places:
        return None
    best = max(places, key=lambda key: (key[0], len(places[key]), key[1]))
    return places[best][max(places[best])]


def next_page_of(store: JobStore, url_id: int) -> int | None:
    """The page in hand that a list goes on with."""
    links = store.links_of(url_id)
    for target, mark in zip(links.targets.tolist(), links.turns or (), strict=False):
        if mark == NEXT and _is_fetched(store, target):
            return int(target)
    return None


def is_later_page(links: Links) -> bool:
    """Whether a list has pages before this one: it links to the one before, or to number 1."""
    marks = set(turn_marks(links))
    return PREVIOUS in marks or FIRST_NUMBER + 1 in marks


def _is_fetched(store: JobStore, url_id: int) -> bool:
    return store.row(url_id).state is UrlState.FETCHED
