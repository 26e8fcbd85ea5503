"""Whether rendering is worth it, learned for each template."""

import json
from itertools import pairwise

import pytest

from periplus.page import read_page
from periplus.page.view import PageView
from periplus.site.render_gain import (
    FIRST_RETEST,
    TRIES,
    RenderGain,
    has_scripts,
    looks_script_built,
)

URL = "http://a.example/page"
LIST = "<html><body><ul>{}</ul><script src=/app.js></script></body></html>"
ARTICLE = "<html><body><article><h1>t</h1><p>{}</p><div><b>x</b></div></article></body></html>"


def view(markup: str) -> PageView:
    return read_page(markup.encode(), URL)


def words(start: int, number: int = 40) -> str:
    return " ".join(f"word{start + n}" for n in range(number))


def static(number: int) -> PageView:
    return view(ARTICLE.format(words(100 * number)))


def renders(gain: RenderGain, pages: int) -> list[int]:
    """Which of so many pages, all the same with and without a browser, are rendered."""
    rendered = []
    for number in range(pages):
        page = static(number)
        if gain.wants(page):
            rendered.append(number)
            assert not gain.judge(page, page).is_any
    return rendered


def test_a_template_without_gain_is_rendered_ever_more_rarely() -> None:
    rendered = renders(RenderGain(), 1_000)
    assert rendered[:TRIES] == list(range(TRIES))
    gaps = [later - earlier for earlier, later in pairwise(rendered)]
    assert gaps[TRIES - 1] == FIRST_RETEST
    assert gaps[TRIES:] == sorted(gaps[TRIES:])
    assert len(rendered) <= 7


def test_pages_are_tried_until_the_tries_are_known_to_be_in_vain() -> None:
    gain = RenderGain()
    assert all(gain.wants(static(n)) for n in range(2 * TRIES))  # none has come back yet
    renders(gain, TRIES)
    assert not gain.wants(static(9))


def test_a_template_with_gain_is_rendered_every_time() -> None:
    gain = RenderGain()
    for number in range(30):
        plain, shown = view(LIST.format("")), view(LIST.format(f"<a href=/{number}>x</a>"))
        assert gain.wants(plain)
        assert gain.judge(plain, shown).links == 1
    assert gain.templates == 1


def test_what_scripts_put_on_every_page_is_new_once() -> None:
    gain = RenderGain()
    banner = words(9_000)
    gains = []
    for number in range(TRIES + 1):
        plain = static(number)
        shown = view(ARTICLE.format(words(100 * number) + f"<i>{banner}</i>"))
        gains.append(gain.judge(plain, shown).is_any)
    assert gains == [True] + [False] * TRIES
    assert not gain.wants(static(99))


def test_templates_are_learned_apart() -> None:
    gain = RenderGain()
    renders(gain, TRIES)
    assert not gain.wants(static(500))
    assert gain.wants(view(LIST.format("")))


def test_text_alone_is_a_gain() -> None:
    gain = RenderGain()
    assert gain.judge(view(LIST.format("")), view(LIST.format(words(0)))).grams > 0


def test_a_retest_that_gains_brings_rendering_back() -> None:
    gain = RenderGain()
    renders(gain, TRIES)
    page = static(0)
    assert [gain.wants(page) for _ in range(FIRST_RETEST)][-1]
    shown = view(ARTICLE.format(words(0) + "<a href=/new>new</a>"))
    assert gain.judge(page, shown).is_any
    assert gain.wants(static(1))


def test_what_was_learned_survives_as_json() -> None:
    gain = RenderGain()
    renders(gain, 10)
    again = RenderGain.from_json(json.loads(json.dumps(gain.to_json())))
    assert [gain.wants(static(n)) for n in range(40)] == [again.wants(static(n)) for n in range(40)]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (b"<p>text</p>", False),
        (b"<SCRIPT src=x>", True),
        (b"<div onclick=go()>", True),
        (b"<a href='javascript:go()'>", True),
        (b"<p>one onlooker = two</p>", False),
    ],
)
def test_only_scripts_can_change_a_page(markup: bytes, expected: bool) -> None:
    assert has_scripts(markup) is expected


def test_a_page_with_nothing_but_scripts_looks_built_by_them() -> None:
    shell = b"<div id=root></div><script src=/app.js></script>"
    assert looks_script_built(shell, links=0, words=0)
    assert not looks_script_built(b"<p>short page</p>", links=0, words=2)
    assert not looks_script_built(shell, links=20, words=500)
    assert looks_script_built(b"<script></script><button>Next</button>", links=0, words=300)
    assert not looks_script_built(b"<script></script><p>long text", links=0, words=300)
