"""Which parts of URLs say what is shown of another page."""

import json

import pytest

from periplus.site.url_functions import UrlFunctions, is_function
from periplus.site.url_patterns import UrlPatterns

SITE = "http://wiki.test"


def taught(*paths: str) -> UrlFunctions:
    functions = UrlFunctions()
    for path in paths:
        functions.learn([SITE + path])
    return functions


PAGES = ("/animals/", "/animals/cat/", "/plants/", "/plants/rose/", "/plants/rose/red/")


def with_pages(*functions: str) -> list[str]:
    return [*PAGES, *(f.replace("{}", page.strip("/")) for page in PAGES for f in functions)]


@pytest.mark.parametrize(
    ("function", "url", "name"),
    [
        ("/{}/_edit/", "/other/deep/in/it/_edit/", "{}/_edit"),
        ("/+history/{}", "/+history/any/thing", "+history/{}"),
        ("/{}/_files/list/", "/other/_files/list/", "{}/_files/*"),
        ("/{}/_edit/", "/other/_edit/?section=2&view=a", "{}/_edit?section&view"),
        ("/{}?do=print", "/other/deep/in/it?do=print", "{}?do=print"),
        ("/{}?do=diff&to=12", "/other?to=999&do=diff", "{}?do=diff&to"),
    ],
)
def test_a_word_that_stands_with_several_known_pages_is_a_function_of_any_page(
    function: str, url: str, name: str
) -> None:
    assert taught(*with_pages(function)).name(SITE + url) == name
    assert is_function(name)


def test_a_page_may_be_known_by_its_name_in_a_parameter() -> None:
    names = ("Start", "Zoo:Cat", "Blue_whale")
    spelled = ("Start", "Zoo%3ACat", "Blue+whale")
    shown = [f"/index?what=history&page={name}" for name in spelled]
    functions = taught(*(f"/wiki/{name}" for name in names), *shown)
    assert functions.name(SITE + "/index?page=Other&what=history") == "index?page={}&what=history"
    assert functions.name(SITE + "/index?page=Other&what=login") == ""


NAMES = ("Cat", "Dog", "Rose", "Tulip", "Crow", "Lily")
TOPICS = [f"{web}/{name}" for web in ("Zoo", "Garden") for name in NAMES]
WORDS = ("view", "changes")


def linked(*words: str, own: int = len(TOPICS)) -> UrlFunctions:
    """Pages with links to themselves by other words, some of them found on a list before."""
    functions = UrlFunctions()
    for number, topic in enumerate(TOPICS):
        found = [f"{SITE}/bin/{word}/{topic}" for word in words]
        if number < own:
            functions.learn(found[:1])
            functions.learn(found[1:], found[0])
        else:
            functions.learn(found, f"{SITE}/bin/list/all")
    return functions


def test_a_word_that_stands_where_another_does_is_a_function() -> None:
    functions = linked("view", "changes")
    functions.learn([f"{SITE}/bin/{word}/Park/{t}" for t in ("Oak", "Elm") for word in WORDS])
    assert functions.known() == ["bin/changes/{}"]
    assert functions.name(SITE + "/bin/changes/Park/Tree?from=1") == "bin/changes/{}?from"
    assert functions.name(SITE + "/bin/view/Park/Tree") == ""
    other = UrlFunctions()
    other.restore(json.loads(json.dumps(functions.save())))
    assert other.save() == functions.save()
    # Mostly it stands alone.
    functions.learn([f"{SITE}/bin/changes/Park/tree-{tree}" for tree in "abcdefghijklmnop"])
    assert functions.known() == []


def test_sections_with_like_names_are_none() -> None:
    """Of a mail archive each list has the same months, and no message links to another list."""
    assert linked("netti", "staff", own=2).known() == []
    numbered = UrlFunctions()
    for n in range(20):
        numbered.learn([f"{SITE}/bin/edit/Zoo/{n}"], f"{SITE}/bin/view/Zoo/{n}")
    assert numbered.known() == []


def test_numbers_in_parameters_are_no_names_of_pages() -> None:
    pages = [f"/topic/{n}" for n in (101, 102, 103)]
    assert taught(*pages, *(f"/post?do=quote&id={n}" for n in (101, 102, 103))).known() == []


def test_a_page_may_be_one_parameter() -> None:
    pages = [f"/show?id={name}" for name in ("start", "zoo:cat", "zoo:dog", "rose")]
    functions = taught(*pages, *(page + "&do=edit" for page in pages))
    assert functions.name(SITE + "/show?id=zoo:hen&do=edit") == "{}?do=edit"
    assert functions.name(SITE + "/show?do=edit&id=other") == "{}?do=edit"
    assert [functions.name(SITE + page) for page in pages] == [""] * len(pages)


def test_one_page_that_is_shown_in_many_ways_makes_no_function() -> None:
    assert taught("/find", *(f"/find?word={word}" for word in "abcdef")).known() == []


def test_two_pages_are_not_enough() -> None:
    pages = ("/animals/", "/plants/", "/animals/_edit/", "/plants/_edit/")
    assert taught(*pages).name(SITE + "/animals/_edit/") == ""
    assert taught(*pages, "/stones/", "/stones/_edit/").name(SITE + "/x/_edit/") == "{}/_edit"


def test_the_names_of_pages_are_none() -> None:
    functions = taught(*with_pages("/{}/_edit/", "/{}/_history/"))
    assert functions.known() == ["{}/_edit", "{}/_history"]
    assert [functions.name(SITE + page) for page in PAGES] == [""] * len(PAGES)


def test_what_has_a_number_is_a_page_of_a_list_or_a_thing_of_its_own() -> None:
    pages = with_pages("/{}/page/2/", "/{}/topic-12/", "/{}?page=2")
    assert taught("/page/2/", *pages).known() == []


def test_a_word_that_mostly_stands_elsewhere_is_none() -> None:
    pages = [f"/book-{n}" for n in "abc"]
    elsewhere = [f"/shop/thing-{n}" for n in "abcdefg"]
    assert taught(*pages, *(f"/shop{page}" for page in pages)).known() == ["shop/{}"]
    assert taught(*pages, *(f"/shop{page}" for page in pages), *elsewhere).known() == []


def test_patterns_name_the_function_where_that_is_asked_for() -> None:
    urls = [SITE + path for path in with_pages("/{}/_edit/")]
    plain, asked = UrlPatterns(), UrlPatterns(UrlFunctions())
    for patterns in (plain, asked):
        patterns.learn(urls)
    url = SITE + "/plants/rose/_edit/"
    assert plain.keys(url).function == ""
    assert asked.keys(url) == plain.keys(url)._replace(function="{}/_edit")


def test_which_urls_may_name_a_newly_known_function_is_told_once() -> None:
    functions = taught(*with_pages("/{}/_edit/"))
    may_name = functions.newly_known()
    assert may_name is not None
    assert may_name(SITE + "/other/_edit/")
    assert not may_name(SITE + "/other/_files/")
    assert functions.newly_known() is None


def test_a_list_may_name_functions_before_their_pages() -> None:
    found = [SITE + path for path in reversed(with_pages("/_history/{}/"))]
    listed = UrlFunctions()
    listed.learn(found)
    assert listed.known() == ["_history/{}"]


def test_what_is_shown_of_a_page_that_was_not_fetched_is_told_apart() -> None:
    functions = taught(*with_pages("/{}/_edit/"))
    assert functions.shows_waiting(SITE + "/plants/rose/_edit/")
    functions.take(SITE + "/plants/rose/")
    assert not functions.shows_waiting(SITE + "/plants/rose/_edit/")
    assert functions.shows_waiting(SITE + "/plants/_edit/")
    assert not functions.shows_waiting(SITE + "/never/heard/of/_edit/")
    assert not functions.shows_waiting(SITE + "/plants/")


def test_it_goes_on_as_before_from_what_was_saved() -> None:
    functions = taught(*with_pages("/{}/_edit/")[:-3])
    functions.take(SITE + "/plants/")
    other = UrlFunctions()
    other.restore(json.loads(json.dumps(functions.save())))
    assert other.save() == functions.save()
    for path in with_pages("/{}/_edit/")[-3:]:
        functions.learn([SITE + path])
        other.learn([SITE + path])
    assert other.save() == functions.save()
    assert other.known() == ["{}/_edit"]


def test_functions_can_be_believed_before_any_page_is_seen() -> None:
    functions = UrlFunctions()
    functions.believe(["{}/_edit", "bin/edit/{}"])
    assert functions.name(SITE + "/a/_edit/") == "{}/_edit"
    assert functions.name(SITE + "/") == functions.name(SITE + "/a/") == ""
    functions.learn([SITE + "/bin/view/Zoo/Cat", SITE + "/bin/edit/Zoo/Cat"])
    assert functions.name(SITE + "/bin/edit/Zoo/Cat") == "bin/edit/{}"
