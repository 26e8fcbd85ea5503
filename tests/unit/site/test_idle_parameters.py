"""Parameters that pages leave out whenever they name themselves do not matter."""

import json

import pytest

from periplus.site.idle_parameters import IdleParameters

BASE = "http://site.test"


class Site:
    """Pages, and what they stand for."""

    def __init__(self) -> None:
        self.idle = IdleParameters()
        self.known: set[str] = set()

    def page(self, url: str, form: str, *, is_told: bool = True, is_new: bool = True) -> bool:
        self.known.add(BASE + form)
        return self.idle.count(
            BASE + url, BASE + form, self.known.__contains__, is_told=is_told, is_new=is_new
        )

    def left_out_of(self, url: str) -> str:
        return self.idle.left_out_of(BASE + url).removeprefix(BASE)


def sessions(site: Site, times: int) -> list[bool]:
    return [site.page(f"/b?sid={n}ab&id={n}", f"/b?id={n}") for n in range(times)]


def test_it_takes_some_pages_and_is_told_once() -> None:
    site = Site()
    assert sessions(site, 3) == [False] * 3
    assert site.left_out_of("/x?sid=7;a=1") == "/x?sid=7;a=1"
    assert sessions(site, 2) == [True, False]
    assert site.idle.newly() == {"sid"}
    assert site.idle.newly() == set()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("/x?sid=7;a=1", "/x?a=1"),
        ("/x?a=1;sid=7&b=2", "/x?a=1&b=2"),
        ("/x?a=1&sid=7", "/x?a=1"),
        ("/x?sid=7", "/x"),
        ("/x", "/x"),
        ("/x?a=1", "/x?a=1"),
    ],
)
def test_it_is_left_out_wherever_it_stands(url: str, expected: str) -> None:
    site = Site()
    sessions(site, 4)
    assert site.left_out_of(url) == expected


def test_one_value_says_nothing_of_others() -> None:
    site = Site()
    for n in range(6):
        site.page(f"/t/{n}?page=1", f"/t/{n}")
    assert site.left_out_of("/u?page=1") == "/u"
    assert site.left_out_of("/u?page=2") == "/u?page=2"


def test_a_parameter_that_pages_keep_matters() -> None:
    site = Site()
    sessions(site, 6)
    site.page("/c?sid=9ab", "/c?sid=9ab")
    assert site.left_out_of("/x?sid=7") == "/x?sid=7"


def test_a_silent_page_says_it_matters_only_if_it_differs_from_the_one_without() -> None:
    site = Site()
    sessions(site, 6)
    site.page("/c?sid=9ab", "/c?sid=9ab", is_told=False)
    assert site.left_out_of("/x?sid=7") == "/x"
    site.page("/c", "/c")
    site.page("/c?sid=9ab", "/c?sid=9ab", is_told=False, is_new=False)
    assert site.left_out_of("/x?sid=7") == "/x"
    site.page("/c?sid=9ab", "/c?sid=9ab", is_told=False)
    assert site.left_out_of("/x?sid=7") == "/x?sid=7"


@pytest.mark.parametrize(
    ("form", "is_idle"),
    [
        ("/i?do=login", False),  # a wall
        ("/i?do=account/login", False),
        ("/login", False),
        ("/i?at=7", False),  # says what the URL does not
        ("/i?do=profile", True),
        ("/i?do=Profile", True),
        ("/i?do=profile-7", True),
    ],
)
def test_only_the_same_page_under_another_url_tells_it(form: str, is_idle: bool) -> None:
    site = Site()
    for n in range(6):
        site.page(f"/i?do=profile&user={n}", form)
    assert (site.left_out_of("/i?user=7") == "/i") == is_idle


def test_state_survives_json() -> None:
    site, restored = Site(), IdleParameters()
    sessions(site, 4)
    restored.restore(json.loads(json.dumps(site.idle.save())))
    assert restored.left_out_of(BASE + "/x?sid=7") == BASE + "/x"
    assert restored.newly() == {"sid"}
