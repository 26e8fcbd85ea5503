"""URL patterns: words are what many URLs share, everything else stands for itself."""

import json

from periplus.site.url_patterns import UrlPatterns, value_class

BASE = "http://site.test"


def learned(urls: list[str]) -> UrlPatterns:
    patterns = UrlPatterns()
    patterns.learn(urls)
    return patterns


def test_digits_and_tokens_are_classes() -> None:
    assert value_class("394.msg1916") == "N.msgN"
    assert value_class("70774ac67536d365d8ea9456bb69c2da") == "H"
    assert value_class("x" * 99) == "*"


def test_values_that_many_urls_share_are_words() -> None:
    patterns = learned(
        [f"{BASE}/thread/{i}?action={a}" for i in range(9) for a in ("view", "edit")]
    )
    assert patterns.keys(BASE + "/thread/77?action=edit").pattern == "/thread/N?action=edit"


def test_values_that_differ_everywhere_are_not_words() -> None:
    patterns = learned([f"{BASE}/wiki/Name_{'abcdefghij'[i]}" for i in range(10)])
    keys = patterns.keys(BASE + "/wiki/Name_q")
    assert keys.pattern == "/wiki/*"
    assert keys.shape == "/*/*"


def test_name_spaces_are_told_apart() -> None:
    names = ["ada", "bcpl", "cobol", "dylan", "eiffel", "forth"]
    urls = [f"{BASE}/wiki/{space}{n}" for space in ("", "Talk:", "Special:Links/") for n in names]
    patterns = learned(urls)
    assert patterns.keys(BASE + "/wiki/Talk:zsh").pattern == "/wiki/Talk:*"
    assert patterns.keys(BASE + "/wiki/zsh").pattern == "/wiki/*"


def test_the_order_of_parameters_does_not_matter() -> None:
    patterns = learned([])
    assert patterns.keys(BASE + "/x?b=1&a=2") == patterns.keys(BASE + "/x?a=3&b=4")


def test_memory_of_a_place_is_bounded() -> None:
    patterns = learned(
        [f"{BASE}/{'x' * (i % 40)}{chr(97 + i % 26)}{i // 26:b}" for i in range(3000)]
    )
    assert max(len(values) for _, values in patterns.save().values()) <= 256


def test_state_survives_json() -> None:
    urls = [f"{BASE}/board/{i}?sort=date" for i in range(12)]
    patterns, restored = learned(urls), UrlPatterns()
    restored.restore(json.loads(json.dumps(patterns.save())))
    assert restored.keys(urls[0]) == patterns.keys(urls[0])


def test_a_title_with_the_number_of_its_record_is_never_a_word() -> None:
    patterns = UrlPatterns()
    thread = "http://site.test/forum/the-great-hall-7/topic/where-to-begin-122/?post="
    patterns.learn(thread + str(n) for n in range(200))
    assert patterns.keys(thread + "9").pattern == "/forum/*/topic/*/?post=N"
    assert value_class("122-where-to-begin") == "*"
    assert value_class("board-7") == "board-N"


def test_names_that_stand_as_the_whole_query_make_no_kinds_of_their_own() -> None:
    pages = [f"{BASE}/wiki.cgi?{name}Page" for name in ("Home", "Rose", "Tulip", "Oak", "Elm")]
    patterns = learned(pages)
    assert {patterns.keys(page).pattern for page in pages} == {"/wiki.cgi?=*"}
    titles = [f"{BASE}/index.php?/archives/{n}-{t}.html" for n, t in enumerate("abcdefgh")]
    patterns = learned(titles)
    assert {patterns.keys(title).pattern for title in titles} == {"/index.php?/archives/*.html"}


def test_a_url_of_words_alone_has_none_like_it() -> None:
    patterns = learned(
        [f"{BASE}/News/{i}?view={a}&all=yes" for i in range(9) for a in ("list", "full")]
    )
    patterns.learn([BASE + "/News/?view=list&all=yes"] * 3)
    assert patterns.varies(BASE + "/News/5")
    assert patterns.varies(BASE + "/News/?view=other&all=yes")
    assert not patterns.varies(BASE + "/News/?view=list&all=yes")
    assert not patterns.varies(BASE + "/News/")
    assert not patterns.varies(BASE + "/")
