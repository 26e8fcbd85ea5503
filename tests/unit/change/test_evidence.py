"""What lists say of the pages they name."""

import json

from periplus.change.evidence import (
    Entry,
    Listing,
    Sign,
    Signal,
    Trust,
    compare_listings,
    listed_changes,
    read_listing,
)
from periplus.page import read_page


def board(threads: list[tuple[int, int, str]]) -> Listing:
    rows = "".join(
        f"<tr><td><a href=/t/{number}>Thread about subject {number}</a></td>"
        f"<td><a href=/u/{number % 2}>someone</a></td><td>{replies}</td><td>{date}</td></tr>"
        for number, replies, date in threads
    )
    html = f"<html><body><table>{rows}</table></body></html>"
    return read_listing(read_page(html.encode(), "http://forum.test/board", charset="utf-8"))


def signs(old: Listing, new: Listing) -> dict[str, Sign]:
    return {s.url.rpartition("/")[2]: s.sign for s in compare_listings(old, new)}


THREADS = [(n, 3 * n, "2024-03-01") for n in range(1, 8)]


def test_a_list_is_read_by_its_entries() -> None:
    listing = board(THREADS)
    assert list(listing.entries) == [f"http://forum.test/t/{n}" for n in range(1, 8)]
    entry = listing.entries["http://forum.test/t/4"]
    assert 12.0 in entry.numbers
    assert entry.date is not None


def test_an_unchanged_list_tells_nothing() -> None:
    assert compare_listings(board(THREADS), board(THREADS)) == []


def test_replies_dates_and_new_threads_are_seen() -> None:
    new = [(n, r, d) for n, r, d in THREADS]
    new[2] = (3, 10, "2024-03-01")
    new[4] = (5, 15, "2024-03-02")
    new.insert(0, (9, 0, "2024-03-02"))
    assert signs(board(THREADS), board(new)) == {
        "9": Sign.NEW,
        "3": Sign.NUMBER,
        "5": Sign.DATE,
    }


def plain(order: str) -> Listing:
    return Listing({letter: Entry() for letter in order})


def test_what_rose_is_seen_and_what_sank_is_not() -> None:
    assert signs(plain("abcdef"), plain("eabcdf")) == {"e": Sign.ROSE}
    assert signs(plain("abcdef"), plain("ceabdf")) == {"c": Sign.ROSE, "e": Sign.ROSE}
    assert signs(plain("abcdef"), plain("bcdefa")) == {}
    assert signs(plain("abcdef"), plain("abdef")) == {}
    assert signs(plain(""), plain("")) == {}


def test_slots_of_other_lists_are_not_compared() -> None:
    old = Listing({"a": Entry((1.0,), None, 1)})
    assert compare_listings(old, Listing({"a": Entry((2.0,), None, 2)})) == []
    assert compare_listings(old, Listing({"a": Entry((2.0, 3.0), None, 1)})) == []


def counted(*rows: tuple[float, float], date: float | None = None) -> Listing:
    return Listing({f"{n}": Entry(row, date, 1) for n, row in enumerate(rows)})


def test_numbers_that_move_for_all_tell_nothing_where_others_do() -> None:
    old = counted(*[(3.0, 100.0 + n) for n in range(8)])
    new = counted(*[(4.0 if n == 2 else 3.0, 110.0 + 2 * n) for n in range(8)])
    assert signs(old, new) == {"2": Sign.NUMBER}
    dated = counted(*[(7.0, 110.0) for _ in range(8)], date=5.0)
    assert signs(counted(*[(3.0, 100.0) for _ in range(8)], date=5.0), dated) == {}


def test_numbers_are_believed_where_nothing_else_tells() -> None:
    old, new = (counted(*[(first, first) for _ in range(8)]) for first in (3.0, 4.0))
    assert set(signs(old, new).values()) == {Sign.NUMBER}


def test_sitemap_dates_after_the_last_visit_are_changes() -> None:
    dates = {"a": 10.0, "b": 30.0, "c": None, "d": 5.0, "e": 1.0, "new": None}
    seen = dict.fromkeys("abcde", 20.0)
    found = listed_changes(dates, seen)
    assert {(s.url, s.sign) for s in found} == {("b", Sign.LISTED), ("new", Sign.NEW)}


def test_a_sitemap_that_calls_everything_new_is_not_believed() -> None:
    dates = dict.fromkeys("abcdefghij", 99.0)
    assert listed_changes(dates, dict.fromkeys("abcdefghij", 20.0)) == []


def test_trust_follows_what_was_found() -> None:
    views = Signal("a", Sign.NUMBER, "list:1")
    replies = Signal("b", Sign.NUMBER, "list:0")
    trust = Trust()
    for _ in range(30):
        trust.learn(views, False)
        trust.learn(replies, True)
    assert trust.chance(views) < 0.1 < 0.9 < trust.chance(replies)
    assert [s.url for s in trust.best([views, replies])] == ["b"]
    again = Trust.from_json(json.loads(json.dumps(trust.to_json())))
    assert again.chance(views) == trust.chance(views)


def test_one_signal_a_page_the_surest_first() -> None:
    found = Trust().best([Signal("a", Sign.ROSE), Signal("a", Sign.DATE), Signal("b", Sign.ROSE)])
    assert [(s.url, s.sign) for s in found] == [("a", Sign.DATE), ("b", Sign.ROSE)]
