"""What links show, row by row."""

from periplus.page.read import read_page
from periplus.plan.adaptive.link_rows import ROBOTS, place_rows, turning_rows
from periplus.site.label_keys import LabelKeys
from timing import least_cpu

OWN = "http://site.test/list?page=2"
BODY = b"""<html><body><ul><li><a href="/a">A thing</a></li></ul>
<p><a rel=nofollow href="/b">Another</a> <a href="/list?page=3">3</a>
<a href="/list?page=4"><img src="/arrow.png"></a> <a href="/photo"><img src="/p.png"></a></p>
</body></html>"""
VIEW = read_page(BODY, OWN, charset="utf-8")


def test_links_turn_pages_by_numbers_and_by_arrows() -> None:
    assert turning_rows(VIEW, OWN, range(5)) == [False, False, True, True, False, False]
    assert turning_rows(VIEW, OWN, ()) == [False, False, True, False, False, False]
    assert turning_rows(None, OWN, ()) == [False]


def turning(*anchors: str) -> list[bool]:
    return turning_to(*((anchor, f"/list?n={anchor}") for anchor in anchors))


def turning_to(*links: tuple[str, str], own: str = OWN) -> list[bool]:
    """Of links with these texts and addresses."""
    text = " ".join(f'<a href="{url}">{anchor}</a>' for anchor, url in links)
    body = f"<html><body><p>{text}</p></body></html>".encode()
    view = read_page(body, own, charset="utf-8")
    return turning_rows(view, own, range(len(links)))[:-1]


def test_numbers_that_are_far_apart_choose_how_much_is_shown() -> None:
    assert turning("20", "50", "100", "250") == [False] * 4
    assert turning("1", "4", "6", "90") == [True] * 4  # the fifth page is the one that is shown
    assert turning("1", "90") == [True] * 2


def test_numbers_of_replies_turn_no_pages() -> None:
    assert turning_to(("2", "/who?t=81"), ("3", "/who?t=12"), ("4", "/who?t=40")) == [False] * 3
    assert turning_to(("0", "/votes?u=8"), ("0", "/votes?u=9")) == [False] * 2
    assert turning_to(("Title", "/t?n=81"), ("12", "/who?n=81")) == [False] * 2
    stars = [(str(n), f"/rate?t=81&stars={n}") for n in range(1, 6)]
    assert turning_to(*stars, own="http://site.test/t?n=81") == [False] * 5


def test_numbers_of_posts_turn_no_pages() -> None:
    own = "http://site.test/t?n=81"
    posts = [(f"#{i}", f"/t?n=81&post={1020 + i}") for i in range(1, 6)]
    assert turning_to(*posts, own=own) == [False] * 5
    posts = [("1", "/t?n=81&post=300"), ("2", "/t?n=81&post=304")]
    assert turning_to(*posts, own=own) == [False] * 2


def test_page_numbers_are_those_of_this_page_or_of_one_that_it_shows() -> None:
    thread = ("A title", "/t/81")
    assert turning_to(thread, ("2", "/t/81?from=20"), ("3", "/t/81?from=40")) == [False, True, True]
    assert turning_to(thread, ("2", "/t/81/p2"), ("3", "/t/81/p3"))[1:] == [True] * 2
    assert turning_to(("2", "/t/81/p2"), ("3", "/t/81/p3")) == [False] * 2
    thread = ("A title", "/t?n=81.0")
    assert turning_to(thread, ("2", "/t?n=81.15"), ("3", "/t?n=81.30"))[1:] == [True] * 2
    assert turning_to(("2", "/c?until=pear"), ("3", "/c?until=plum")) == [True] * 2
    own = "http://site.test/archive"
    assert turning_to(("1", "/archive/P34"), ("2", "/archive/P33"), own=own) == [True] * 2


def test_a_number_without_end_is_only_a_number() -> None:
    own = "http://site.test/t"
    longest = [("2", "/t?n=" + "7" * 5_000), ("3", "/t?n=" + "8" * 5_000)]
    assert turning_to(*longest, own=own) == [False] * 2


def test_urls_of_very_many_numbers_are_of_no_page_and_cost_little() -> None:
    deep = "/t" + "/1" * 2_000
    wide = "/t?" + "&".join(f"p{n}={n}" for n in range(400))
    long = "/t?p=" + "1-" * 2_000
    shown = (("A title", "/t"), ("2", deep), ("3", wide), ("4", long))
    assert turning_to(*shown) == [False] * 4
    assert least_cpu(lambda: turning_to(*shown)) < 1.0


def test_places_tell_disowned_links_and_what_robots_txt_names() -> None:
    thing, other, number, arrow, photo, named = place_rows(VIEW, LabelKeys())
    assert thing != number == arrow == photo
    assert other == number + " nofollow"
    assert named == ROBOTS
    assert place_rows(None, LabelKeys()) == ["redirect"]
    assert set(place_rows(VIEW, LabelKeys(), use_labels=False)) == {""}


def test_links_that_name_chores_have_a_place_of_their_own() -> None:
    links = ("Oldest pages", "Compare pages", "How to compare the pages of books", "Log in")
    items = "".join(f'<li><a href="/s/{i}">{name}</a></li>' for i, name in enumerate(links))
    view = read_page(f"<ul>{items}</ul>".encode(), OWN, charset="utf-8")
    oldest, compare, article, login, _ = place_rows(view, LabelKeys())
    assert oldest == article != compare == login
    assert len({*place_rows(view, LabelKeys(), use_words=False)[:-1]}) == 1
