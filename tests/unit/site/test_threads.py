"""Pages tied into threads by the links that turn them."""

import itertools

from periplus.page.read import read_page
from periplus.page.view import Stage
from periplus.site.threads import (
    CANONICAL,
    FIRST_NUMBER,
    NEXT,
    NOTHING,
    PREVIOUS,
    SILENT,
    TiedPage,
    Ties,
    TurnLink,
    natural,
    turn_marks,
)

BASE = "http://site.test"


class Site:
    """Pages and links by path, with numbers for URLs."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.pages: list[TiedPage] = []
        self.links: list[TurnLink] = []

    def id(self, path: str) -> int:
        return self.ids.setdefault(path, len(self.ids) + 1)

    def page(self, path: str, title: str = "", twin: str | None = None) -> None:
        other = self.id(twin) if twin else None
        self.pages.append(TiedPage(self.id(path), BASE + path, title, other))

    def link(self, page: str, target: str, mark: int) -> None:
        self.links.append(TurnLink(self.id(page), self.id(target), BASE + target, mark))

    def thread(self, base: str, pages: int, sign: str = "&p=") -> None:
        for number in range(1, pages + 1):
            path = base if number == 1 else f"{base}{sign}{number}"
            self.page(path, f"Talk of {base}")
            for other in range(1, pages + 1):
                if other != number:
                    target = base if other == 1 else f"{base}{sign}{other}"
                    self.link(path, target, FIRST_NUMBER + other)

    def threads(self) -> list[list[str]]:
        paths = {number: path for path, number in self.ids.items()}
        found = Ties(self.pages, self.links).threads()
        return [[paths[page] for page in thread] for thread in found]


def test_numbered_links_tie_pages_in_order() -> None:
    site = Site()
    site.thread("/t?id=1", 11)
    site.thread("/t?id=2", 2)
    first, second = site.threads()
    assert first == ["/t?id=1", *(f"/t?id=1&p={n}" for n in range(2, 12))]
    assert second == ["/t?id=2", "/t?id=2&p=2"]


def test_next_and_previous_articles_are_no_threads() -> None:
    site = Site()
    for number in range(1, 9):
        site.page(f"/post/{number}", f"Story about {'abcdefgh'[number - 1] * 3} and nothing else")
        site.link(f"/post/{number}", f"/post/{number + 1}", NEXT)
    assert site.threads() == []


def test_next_links_tie_pages_of_one_title_by_any_token() -> None:
    site = Site()
    for name in ("Go", "Haskell"):
        cursor = f"/index?title=Category:{name}&from="
        site.page(f"/wiki/Category:{name}", f"Category {name}")
        site.link(f"/wiki/Category:{name}", f"{cursor}Maze", NEXT)
        site.page(f"{cursor}Maze", f"Category {name}")
        site.link(f"{cursor}Maze", f"{cursor}Bubble", NEXT)
        site.page(f"{cursor}Bubble", f"Category {name}")
        site.link(f"{cursor}Bubble", f"{cursor}Maze", PREVIOUS)
    assert site.threads() == [
        [f"/wiki/Category:{name}"]
        + [f"/index?title=Category:{name}&from={n}" for n in ("Maze", "Bubble")]
        for name in ("Go", "Haskell")
    ]


def test_one_title_for_all_pages_ties_no_articles() -> None:
    site = Site()
    for number in range(20):
        site.page(f"/blog/story-{'xyz' * (number + 1)}", "My blog")
        site.link(
            f"/blog/story-{'xyz' * (number + 1)}", f"/blog/story-{'xyz' * (number + 2)}", NEXT
        )
    assert site.threads() == []


def test_a_copy_stands_for_the_page_that_it_names() -> None:
    site = Site()
    site.thread("/t?id=1", 3)
    site.page("/p?pid=77", "Talk of /t?id=2")
    site.link("/p?pid=77", "/t?id=2", CANONICAL)
    site.link("/p?pid=77", "/t?id=2&p=2", FIRST_NUMBER + 2)
    site.page("/t?id=2&p=2", "Talk of /t?id=2")
    assert site.threads()[1] == ["/p?pid=77", "/t?id=2&p=2"]


def test_a_twin_takes_no_place_of_its_own() -> None:
    site = Site()
    site.thread("/t?id=1", 2)
    site.page("/t?id=1&p=1", "Talk", twin="/t?id=1")
    site.link("/t?id=1&p=1", "/t?id=1&p=2", FIRST_NUMBER + 2)
    assert site.threads() == [["/t?id=1", "/t?id=1&p=2"]]


def test_an_icon_turns_a_page_where_the_number_counts_pages_elsewhere() -> None:
    site = Site()
    site.thread("/list?b=1", 4)
    for path, title in (("/t?id=7", "Ships"), ("/t?id=7&p=2", "Ships"), ("/t?id=8&p=2", "Sails")):
        site.page(path, title)
        site.link("/t?id=7", path, SILENT)
    site.page("/t?id=7&post=2", "Ships")
    site.link("/t?id=7", "/t?id=7&post=2", SILENT)
    assert site.threads()[1:] == [["/t?id=7", "/t?id=7&p=2"]]


def test_pages_that_all_name_the_first_as_canonical_stay_pages() -> None:
    site = Site()
    site.thread("/t?id=1", 3)
    for number in (2, 3):
        site.link(f"/t?id=1&p={number}", "/t?id=1", CANONICAL)
    assert site.threads() == [["/t?id=1", "/t?id=1&p=2", "/t?id=1&p=3"]]


def test_canonical_links_in_a_circle_end() -> None:
    site = Site()
    for one, other in (("/a", "/b"), ("/b", "/a")):
        site.page(one)
        site.link(one, other, CANONICAL)
    assert site.threads() == []


def test_pages_that_are_known_to_belong_together_are_joined() -> None:
    ties = Ties([TiedPage(1, BASE + "/x", ""), TiedPage(2, BASE + "/y", "")], [])
    ties.join(2, 1)
    assert ties.threads() == [[1, 2]]
    assert sorted(ties.pages()) == [1, 2]
    assert ties.form(2) == 2


def test_marks_tell_what_links_say_of_pages() -> None:
    html = (
        b'<link rel=next href="/2"><link rel=canonical href="/c"><a href="/w">word</a>'
        b'<a href="/3">[3]</a><a href="/n">next</a><a href="/p" rel=prev>x</a>'
        b'<a href="/99999999">99999999</a><a href="/i"><i class=arrow></i></a>'
    )
    links = read_page(html, BASE + "/", stages=Stage.LINKS).links
    marks = dict(zip(links.urls, turn_marks(links), strict=True))
    assert marks == {
        f"{BASE}/2": NEXT,
        f"{BASE}/c": CANONICAL,
        f"{BASE}/w": NOTHING,
        f"{BASE}/3": FIRST_NUMBER + 3,
        f"{BASE}/n": NEXT,
        f"{BASE}/p": PREVIOUS,
        f"{BASE}/99999999": 0xFFFF,
        f"{BASE}/i": SILENT,
    }


def test_natural_order_puts_two_before_ten_and_takes_any_number() -> None:
    urls = [f"/p{'9' * 6000}", "/p10", "/p2", "/p"]
    assert sorted(urls, key=natural) == ["/p", "/p2", "/p10", f"/p{'9' * 6000}"]


def test_what_others_say_is_believed_if_nothing_speaks_against_it() -> None:
    site = Site()
    site.thread("/t?id=1", 2)
    site.thread("/t?id=2", 2)
    site.page("/t?id=3", "Third")
    site.page("/t?id=3&p=9", "Third")
    site.page("/2019/12/", "December 2019")
    site.page("/2019/12/3/", "December 3, 2019")
    site.page("/story", "A story")
    ties = Ties(site.pages, site.links)
    for one, other in (
        ("/t?id=3", "/t?id=3&p=9"),
        ("/2019/12/", "/2019/12/3/"),
        ("/2019/12/", "/story"),
    ):
        ties.join_if_likely(site.id(one), site.id(other))
    assert [site.id("/t?id=3"), site.id("/t?id=3&p=9")] in ties.threads()
    assert len(ties.threads()) == 3


def test_a_list_that_goes_on_under_another_name_is_tied() -> None:
    site = Site()
    chain = ["/june/threads.html", "/june/thrd2.html", "/june/thrd3.html"]
    for path in chain:
        site.page(path, "June (by thread)")
    for one, other in itertools.pairwise(chain):
        site.link(one, other, NEXT)
        site.link(other, one, PREVIOUS)
    assert site.threads() == [chain]


def test_a_list_from_a_time_on_is_in_the_order_in_which_its_pages_say_next() -> None:
    site = Site()
    chain = ["/all/", *(f"/all/?t={year}0101" for year in (2020, 2019, 2018))]
    for path in chain:
        site.page(path, "All messages")
    for one, other in itertools.pairwise(chain):
        site.link(one, other, NEXT)
    assert site.threads() == [chain]


def test_later_pages_that_all_name_the_first_as_canonical_stay_pages() -> None:
    site = Site()
    chain = ["/", "/?start=77", "/?start=55", "/?start=33"]
    for path in chain:
        site.page(path, "Talk")
        site.link(path, "/", CANONICAL)
    for one, other in itertools.pairwise(chain):
        site.link(one, other, NEXT)
    site.page("/?sort=new", "Talk")
    site.link("/?sort=new", "/", CANONICAL)
    assert site.threads() == [chain]


def test_messages_that_say_next_of_each_other_are_not_tied() -> None:
    site = Site()
    titles = ["Ships", "Re: Ships", "Re: Ships", "Sails", "Re: Sails", "Re: Sails"] * 3
    paths = [f"/msg/{'abcdefghijklmnopqr'[n] * 4}.html" for n in range(len(titles))]
    for path, title in zip(paths, titles, strict=True):
        site.page(path, title)
    for one, other in itertools.pairwise(paths):
        site.link(one, other, NEXT)
        site.link(other, one, PREVIOUS)
    assert site.threads() == []


def test_milestones_that_say_next_are_no_pages_though_a_number_counts_them() -> None:
    site = Site()
    for number in range(1, 6):
        site.page(f"/plan/goal{number}", f"Goal {number} - Plan")
    for number in range(1, 5):
        site.link(f"/plan/goal{number}", f"/plan/goal{number + 1}", NEXT)
        site.link(f"/plan/goal{number + 1}", f"/plan/goal{number}", PREVIOUS)
    assert site.threads() == []


def test_a_count_of_things_found_is_no_number_of_a_page() -> None:
    site = Site()
    site.thread("/shop?c=1", 3)
    site.thread("/shop?c=2", 3)
    site.page("/shop?c=1&stars=few", "Talk of /shop?c=1")
    site.link("/shop?c=1&p=2", "/shop?c=1&stars=few", FIRST_NUMBER + 14)
    assert [len(thread) for thread in site.threads()] == [3, 3]
