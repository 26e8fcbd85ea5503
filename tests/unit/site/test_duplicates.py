"""Canonical forms are foretold from examples, and only where these agree."""

import json

import pytest

from periplus.site.duplicates import CanonicalForms, infer_rewrite, rewritten
from periplus.site.url_patterns import UrlPatterns

BASE = "http://site.test"


def forms_of(pairs: list[tuple[str, str]]) -> tuple[CanonicalForms, UrlPatterns]:
    patterns, forms = UrlPatterns(), CanonicalForms()
    patterns.learn(BASE + url for url, _ in pairs)
    for url, form in pairs:
        forms.observe(BASE + url, patterns.keys(BASE + url), BASE + form)
    return forms, patterns


def foretold(forms: CanonicalForms, patterns: UrlPatterns, url: str) -> str:
    return forms.form(BASE + url, patterns.keys(BASE + url)).removeprefix(BASE)


def test_a_rewrite_copies_tokens_from_the_end() -> None:
    steps = infer_rewrite([(["/", "a", "/", "x"], ["/", "x"]), (["/", "b", "/", "y"], ["/", "y"])])
    assert rewritten(["/", "c", "/", "z"], steps) == ["/", "z"]


def test_a_rewrite_does_not_fit_shorter_urls() -> None:
    assert rewritten(["/"], [("last", 3)]) is None


def test_products_below_categories_have_one_form() -> None:
    forms, patterns = forms_of([(f"/books/poetry/{n}", f"/{n}") for n in ("ash", "birch", "cedar")])
    assert foretold(forms, patterns, "/books/poetry/elm") == "/elm"


def test_a_number_with_a_title_stands_for_the_number() -> None:
    pairs = [("7-green-tea", 7), ("12-tea", 12), ("31-how-to-cook-rice", 31)]
    forms, patterns = forms_of([(f"/topic/{url}?page=2", f"/topic/{n}?page=2") for url, n in pairs])
    assert foretold(forms, patterns, "/topic/8-2-cups-of-tea?page=3") == "/topic/8?page=3"
    assert foretold(forms, patterns, "/topic/tea?page=3") == "/topic/tea?page=3"
    other = CanonicalForms()
    other.restore(json.loads(json.dumps(forms.save())))
    assert foretold(other, patterns, "/topic/9-lives?page=3") == "/topic/9?page=3"


def test_a_number_stays_with_its_title_where_both_are_kept() -> None:
    names = ("7-green-teas", "teas", "more-teas", "12-teas")
    forms, patterns = forms_of([(f"/shop/tea/{name}", f"/{name}") for name in names])
    assert foretold(forms, patterns, "/shop/tea/3-teas") == "/3-teas"
    assert foretold(forms, patterns, "/shop/tea/black-tea") == "/black-tea"


def test_pages_that_stand_for_themselves_are_left_alone() -> None:
    forms, patterns = forms_of([(f"/list?page={n}", f"/list?page={n}") for n in range(2, 9)])
    assert foretold(forms, patterns, "/list?page=77") == "/list?page=77"


def test_examples_that_disagree_say_nothing() -> None:
    forms, patterns = forms_of([("/p?m=1", "/t/9"), ("/p?m=2", "/t/4"), ("/p?m=3", "/t/5")])
    assert foretold(forms, patterns, "/p?m=8") == "/p?m=8"


def test_an_idle_parameter_is_left_out_elsewhere() -> None:
    pairs = [(f"/board?sid={n}ab&id={n}", f"/board?id={n}") for n in range(6)]
    forms, patterns = forms_of(pairs)
    assert foretold(forms, patterns, "/other/place?sid=77cd&x=1") == "/other/place?x=1"


def test_a_parameter_that_is_kept_is_not_idle() -> None:
    forms, patterns = forms_of([(f"/board?id={n}", f"/board?id={n}") for n in range(6)])
    assert foretold(forms, patterns, "/other?id=3") == "/other?id=3"


@pytest.mark.parametrize("wall", ["login", "account/login"])
def test_what_a_wall_leaves_out_is_not_idle(wall: str) -> None:
    """Private pages have the text of the page to log in: that tells nothing of whose they are."""
    private = [(f"/index.php?do=profile&user={n}", f"/index.php?do={wall}") for n in range(6)]
    forms, patterns = forms_of(private)
    silent(forms, patterns, *(f"/index.php?do=profile&user={n}" for n in range(10, 20)))
    for url in ("/index.php?do=profile&user=77", "/index.php?do=posts&user=3", "/users?user=3"):
        assert foretold(forms, patterns, url) == url


def test_one_page_in_place_of_some_says_little_of_the_others() -> None:
    def profiles(*hidden: int, shown: tuple[int, ...] = ()) -> list[tuple[str, str]]:
        walls = [(f"/user/{n}", "/user/1") for n in hidden]
        return [("/user/1", "/user/1"), *walls, *((f"/user/{n}", f"/user/{n}") for n in shown)]

    for pairs, form in (
        (profiles(2, 3, 4), "/user/77"),
        (profiles(2, 3, 4, 5, 6, 7), "/user/1"),
        (profiles(2, 3, 4, 5, 6, 7, shown=(8,)), "/user/77"),
    ):
        forms, patterns = forms_of(pairs)
        assert foretold(forms, patterns, "/user/77") == form


def test_a_page_that_stands_for_its_url_without_a_part_tells_too_little_of_others() -> None:
    first, second = (("/item?id=4&list=9", "/item?id=4"), ("/item?id=5&list=8", "/item?id=5"))
    forms, patterns = forms_of([first])
    restored = CanonicalForms()
    restored.restore(json.loads(json.dumps(forms.save())))
    name = patterns.keys(BASE + first[0]).pattern
    assert set(restored.partly_told()) == set(forms.partly_told()) == {name}
    forms.observe(BASE + second[0], patterns.keys(BASE + second[0]), BASE + second[1])
    assert not forms.partly_told()
    assert foretold(forms, patterns, "/item?id=6&list=7") == "/item?id=6"


def test_what_was_seen_of_one_list_tells_too_little_of_others() -> None:
    forms, patterns = forms_of([(f"/item?id={n}&list=9", f"/item?id={n}") for n in (4, 5)])
    assert foretold(forms, patterns, "/item?id=6&list=9") == "/item?id=6"
    assert foretold(forms, patterns, "/item?id=6&list=8") == "/item?id=6&list=8"
    assert forms.partly_told()


@pytest.mark.parametrize("form", ["/item?id=4&list=9", "/thing/77"])
def test_pages_that_stand_for_something_else_do_not(form: str) -> None:
    forms, _ = forms_of([("/item?id=4&list=9", form)])
    assert not forms.partly_told()


def test_a_kept_parameter_may_be_spelled_otherwise() -> None:
    pairs = [
        (f"/b.php?id={n}.msg{n}7;name=A%20b{n};in=Old;new", f"/b.php?id={n}.0;name=A_b{n};in=old")
        for n in range(6)
    ]
    forms, patterns = forms_of(pairs)
    assert foretold(forms, patterns, "/other?new&x=1") == "/other?x=1"


def test_that_the_first_page_is_the_list_says_nothing_of_the_others() -> None:
    forms, patterns = forms_of([(f"/topic/{n}?page=1", f"/topic/{n}") for n in range(3, 12)])
    assert foretold(forms, patterns, "/topic/77?page=1") == "/topic/77"
    assert foretold(forms, patterns, "/topic/77?page=2") == "/topic/77?page=2"
    assert foretold(forms, patterns, "/elsewhere/a?page=1") == "/elsewhere/a"
    assert foretold(forms, patterns, "/elsewhere/a?page=3") == "/elsewhere/a?page=3"


def test_a_dropped_value_that_varies_is_no_condition() -> None:
    forms, patterns = forms_of([(f"/post/{n}?reply={n * 7}", f"/post/{n}") for n in range(3, 12)])
    assert foretold(forms, patterns, "/post/77?reply=1") == "/post/77"


def test_state_survives_json() -> None:
    forms, patterns = forms_of([(f"/a/b/{n}?sort=x", f"/{n}") for n in ("k", "l", "m")])
    restored = CanonicalForms()
    restored.restore(json.loads(json.dumps(forms.save())))
    assert foretold(restored, patterns, "/a/b/z?sort=x") == "/z"
    assert restored.version == forms.version


def test_a_page_that_says_nothing_of_its_form_does_not_make_its_parameters_matter() -> None:
    forms, patterns = forms_of([(f"/board?sid={n}ab&id={n}", f"/board?id={n}") for n in range(6)])
    for n in range(6):
        url = f"{BASE}/user?sid={n}ab&u={n}"
        forms.observe(url, patterns.keys(url), url, is_told=False)
    assert foretold(forms, patterns, "/other?sid=77cd&x=1") == "/other?x=1"
    assert foretold(forms, patterns, "/user?sid=77cd&u=1") == "/user?u=1"


def test_a_parameter_matters_where_the_page_without_it_has_another_text() -> None:
    forms, patterns = forms_of([(f"/board?view={n}&id={n}", f"/board?id={n}") for n in range(6)])
    for n in range(6):
        for url in (f"{BASE}/user?u={n}", f"{BASE}/user?u={n}&view={n}"):
            forms.observe(url, patterns.keys(url), url, is_told=False, is_new=True)
    assert foretold(forms, patterns, "/other?view=3&x=1") == "/other?view=3&x=1"


def test_it_is_told_once_that_a_parameter_is_idle() -> None:
    forms, _ = forms_of([(f"/board?sid={n}ab&id={n}", f"/board?id={n}") for n in range(6)])
    restored = CanonicalForms()
    restored.restore(json.loads(json.dumps(forms.save())))
    assert restored.newly_idle() == forms.newly_idle() == {"sid"}
    assert forms.newly_idle() == set()


def silent(forms: CanonicalForms, patterns: UrlPatterns, *urls: str) -> None:
    """Pages with texts of their own that do not say what they stand for."""
    for url in urls:
        forms.observe(BASE + url, patterns.keys(BASE + url), BASE + url, is_told=False)


def test_pages_that_say_nothing_of_their_form_do_not_speak_against_their_like() -> None:
    # Ids of sessions are of several patterns: *, NaN, NeN; one shape.
    told = [
        ("/t?id=1&s=abcd", "/t?id=1"),
        ("/t?id=2&s=1e5", "/t?id=2"),
        ("/t?id=3&s=4f7", "/t?id=3"),
    ]
    forms, patterns = forms_of(told)
    assert foretold(forms, patterns, "/t?id=9&s=bcda") == "/t?id=9"
    silent(forms, patterns, "/t?id=5&s=cdab", "/t?id=6&s=dabc", "/t?id=7&s=ffff")
    assert foretold(forms, patterns, "/t?id=9&s=bcda") == "/t?id=9"
    other = CanonicalForms()
    other.restore(json.loads(json.dumps(forms.save())))
    assert foretold(other, patterns, "/t?id=9&s=bcda") == "/t?id=9"


def test_pages_beside_the_one_they_should_stand_for_speak_against_their_like() -> None:
    told = [
        ("/t?id=1&s=abcd", "/t?id=1"),
        ("/t?id=2&s=1e5", "/t?id=2"),
        ("/t?id=3&s=4f7", "/t?id=3"),
    ]
    forms, patterns = forms_of([*told, ("/t?id=5", "/t?id=5"), ("/t?id=6", "/t?id=6")])
    silent(forms, patterns, "/t?id=5&s=cdab", "/t?id=6&s=dabc", "/t?id=5&s=ffff")
    assert foretold(forms, patterns, "/t?id=9&s=bcda") == "/t?id=9&s=bcda"
