"""How many requests finding new and changed threads takes, by the evidence of lists.

A forum that was fetched whole grows for some days. Then each board's list is asked for, page by
page, until a page tells nothing new; what its entries say decides which threads are fetched again.
The other way is to fetch everything again.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from periplus.change.evidence import (
    Entry,
    Listing,
    Sign,
    Trust,
    compare_listings,
    read_listing,
)
from periplus.page import read_page
from periplus.synthetic.evolving_forum import (
    DAY,
    START,
    EvolvingForum,
    EvolvingForumParameters,
    board_path,
)

_HOST = "http://forum.test"


@dataclass(frozen=True, slots=True)
class DiscoveryResult:
    """One forum after some days."""

    seed: int
    days: float
    full_recrawl: int  # requests for everything
    list_requests: int
    thread_requests: int  # new and changed threads, by the lists' evidence
    new_threads: int
    new_found: int
    changed_threads: int
    changed_found: int
    needless: int  # threads fetched that had not changed

    @property
    def finding_share(self) -> float:
        """Requests that find the new threads, by those of a full recrawl."""
        return self.list_requests / self.full_recrawl

    def to_json(self) -> dict[str, Any]:
        """One line of output."""
        return asdict(self) | {"finding_share": round(self.finding_share, 5)}


def measure_discovery(seed: int, days: float, threads: int = 1_500) -> DiscoveryResult:
    """Let one forum grow for some days and look what is new."""
    forum = EvolvingForum(EvolvingForumParameters(seed=seed, threads=threads))
    now = START + days * DAY
    requests, new, changed = 1, set[str](), set[str]()  # the front page
    for board in range(forum.parameters.boards):
        known = _known_entries(forum, board)
        for listing in _listings(forum, board, now):
            requests += 1
            signals = Trust().best(compare_listings(Listing(known), listing))
            new |= {signal.url for signal in signals if signal.sign is Sign.NEW}
            told = {signal.url for signal in signals if signal.sign in (Sign.DATE, Sign.NUMBER)}
            changed |= told
            if not any(signal.sign in (Sign.NEW, Sign.DATE) for signal in signals):
                break
    really_new, really_changed = _truth(forum, now)
    return DiscoveryResult(
        seed=seed,
        days=days,
        full_recrawl=len(forum.paths(now)),
        list_requests=requests,
        thread_requests=len(new) + len(changed),
        new_threads=len(really_new),
        new_found=len(really_new & new),
        changed_threads=len(really_changed),
        changed_found=len(really_changed & changed),
        needless=len((new | changed) - really_new - really_changed),
    )


def _listing(forum: EvolvingForum, board: int, page: int, time: float) -> Listing:
    path = board_path(board, page)
    return read_listing(read_page(forum.page(path, time) or b"", _HOST + path, charset="utf-8"))


def _listings(forum: EvolvingForum, board: int, time: float) -> Iterator[Listing]:
    for page in range(1, forum.board_pages(board, time) + 1):
        listing = _listing(forum, board, page, time)
        threads = {url: entry for url, entry in listing.entries.items() if "/thread/" in url}
        yield Listing(threads)


def _known_entries(forum: EvolvingForum, board: int) -> dict[str, Entry]:
    known: dict[str, Entry] = {}
    for listing in _listings(forum, board, START):
        known.update(listing.entries)
    return known


def _truth(forum: EvolvingForum, now: float) -> tuple[set[str], set[str]]:
    new, changed = set(), set()
    for thread in forum.started(now):
        url = f"{_HOST}/thread/{thread.number}"
        if thread.posts[0] > START:
            new.add(url)
        elif thread.length(now) > thread.length(START):
            changed.add(url)
    return new, changed


def discovery_table(results: list[DiscoveryResult]) -> str:
    """The figures for people."""
    lines = [
        f"{'days':>5} {'full recrawl':>13} {'lists':>7} {'share':>7} {'new found':>12} "
        f"{'changed found':>15} {'threads asked':>14} {'needless':>9}"
    ]
    lines += [
        f"{r.days:>5g} {r.full_recrawl:>13,} {r.list_requests:>7} {r.finding_share:>7.1%} "
        f"{f'{r.new_found}/{r.new_threads}':>12} {f'{r.changed_found}/{r.changed_threads}':>15} "
        f"{r.thread_requests:>14} {r.needless:>9}"
        for r in results
    ]
    return "\n".join(lines)
