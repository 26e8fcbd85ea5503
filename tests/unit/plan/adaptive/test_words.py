"""Words of chores lower the expectation, content words don't."""

from periplus.page.view import Rel
from periplus.plan.adaptive.words import chore_factor

URL = "http://site.test/t/some-words"


def test_content_links_are_expected_in_full() -> None:
    assert chore_factor(URL, "How to print money and edit history", 0) == 1.0


def test_chores_are_expected_less_the_more_speaks_for_it() -> None:
    one = chore_factor(URL, "Log in", 0)
    two = chore_factor("http://site.test/x?action=login", "Log in", 0)
    three = chore_factor("http://site.test/x?action=login", "Log in", int(Rel.NOFOLLOW))
    assert 1.0 > one > two > three > 0.0


def test_two_words_of_an_anchor_may_name_a_chore_together() -> None:
    assert chore_factor(URL, "Permanent link", 0) < 1.0 == chore_factor(URL, "Permanent magnet", 0)


def test_of_a_long_path_only_a_word_by_itself_is_a_chore() -> None:
    assert chore_factor("http://site.test/user/account/login/", "", 0) < 1.0
    assert chore_factor("http://site.test/a/b/how-to-login", "A title", 0) == 1.0


def test_other_languages_have_chores_too() -> None:
    assert chore_factor(URL, "Antworten", 0) == chore_factor(URL, "ответить", 0) < 1.0


def test_anchors_without_letters_say_less() -> None:
    assert chore_factor(URL, "2016-03-17", 0) < 1.0


def test_paths_that_repeat_themselves_are_hardly_expected_to_bring_anything() -> None:
    assert chore_factor("http://site.test/a/b/a/b/a/b", "A title", 0) < 0.1
    assert chore_factor("http://site.test/a/b/c/a", "A title", 0) == 1.0
