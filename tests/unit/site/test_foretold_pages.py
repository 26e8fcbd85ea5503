"""Pages of a thread are found that are in hand under another URL than the thread links to."""

import pytest

from periplus.site.foretold_pages import foretold_pages
from periplus.site.threads import CANONICAL, FIRST_NUMBER, TiedPage, Ties, TurnLink

SITE = "http://forum.test"
LONG = 1_000  # added to the number of a page: its URL with the title


def short(topic: int, page: int) -> TiedPage:
    return TiedPage(topic * 10 + page, f"{SITE}/topic/{topic}?page={page}", "T")


def long_url(topic: int, page: int) -> str:
    return f"{SITE}/topic/{topic}-title-{'abcdefg'[topic]}?page={page}"


def turn(page: int, topic: int, to: int) -> TurnLink:
    return TurnLink(page, LONG + topic * 10 + to, long_url(topic, to), FIRST_NUMBER + to)


def copies(topics: range) -> list[TiedPage]:
    """Page 2 of topics, fetched once more by the URL that the topic links to."""
    return [TiedPage(LONG + t * 10 + 2, long_url(t, 2), "T", twin=t * 10 + 2) for t in topics]


def forum(*, learned: int = 3) -> tuple[list[TiedPage], list[TurnLink]]:
    """Pages 2 and 3 of topics, by the URLs of lists; each shows links with titles to the others."""
    pages = [short(topic, page) for topic in range(1, 7) for page in (2, 3)]
    links = [turn(topic * 10 + page, topic, 5 - page) for topic in range(1, 7) for page in (2, 3)]
    return pages + copies(range(1, 1 + learned)), links


def test_pages_take_the_urls_that_their_thread_links_to() -> None:
    pages, links = forum()
    claims = foretold_pages(pages, links)
    assert TurnLink(52, LONG + 52, long_url(5, 2), CANONICAL) in claims
    assert TurnLink(53, LONG + 53, long_url(5, 3), CANONICAL) in claims
    assert all(claim.page not in (12, 22, 32) for claim in claims)  # their copies are in hand
    assert [52, 53] not in Ties(pages, links).threads()
    assert [52, 53] in Ties(pages, [*links, *claims]).threads()


@pytest.mark.parametrize("learned", [0, 1])
def test_a_copy_or_none_tells_nothing(learned: int) -> None:
    assert foretold_pages(*forum(learned=learned)) == []


def test_pages_whose_links_are_of_their_own_kind_are_a_thread_by_themselves() -> None:
    pages, links = forum()
    own = TurnLink(52, 54, f"{SITE}/topic/5?page=4", FIRST_NUMBER + 4)
    claims = foretold_pages(pages, [*links, own])
    assert {claim.page for claim in claims} & {52, 53} == {53}


def test_a_first_page_does_not_take_the_url_of_a_later_one() -> None:
    """Though all pages of lists in hand name the first."""
    firsts = [TiedPage(n, f"{SITE}/tag/t{n}", "T") for n in range(1, 7)]
    laters = [TiedPage(100 + n, f"{SITE}/tag/t{n}/page/2", "T") for n in range(1, 4)]
    named = [TurnLink(100 + n, n, f"{SITE}/tag/t{n}", CANONICAL) for n in range(1, 4)]
    turns = [TurnLink(n, 100 + n, f"{SITE}/tag/t{n}/page/2", FIRST_NUMBER + 2) for n in range(1, 7)]
    assert foretold_pages([*firsts, *laters], [*named, *turns]) == []
