"""OXPath-like expressions, there and back."""

import pytest

from periplus.errors import ConfigError
from periplus.plan.acebot.expressions import from_expression, to_expression
from periplus.plan.acebot.patterns import Repeat, Step

URL = "http://forum.test/"
STEPS = (
    Step("html/body/div#wrapper/div.nav.top/a", Repeat.MORE),
    Step("div.pages/a", Repeat.FLIP),
    Step("html/body/div#wrapper/a"),
)
WRITTEN = (
    'doc("http://forum.test/")'
    '/(/html/body/div[contains(@id,"wrapper")]/div[contains(@class,"nav")]'
    '[contains(@class,"top")]/a/@href{click/})+'
    '/(//div[contains(@class,"pages")]/a/@href{click/})*'
    '/(/html/body/div[contains(@id,"wrapper")]/a/@href{click/})'
)


def test_a_pattern_as_an_expression() -> None:
    assert to_expression(URL, STEPS) == WRITTEN


def test_an_expression_as_a_pattern() -> None:
    assert from_expression(WRITTEN) == (URL, STEPS)


def test_steps_may_stand_on_lines_of_their_own() -> None:
    spread = WRITTEN.replace(")/(", ")\n /(").replace(")+/(", ")+\n/(").replace(")*/(", ")*\n/(")
    assert from_expression(spread + "\n") == (URL, STEPS)


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "/html/body/a",
        'doc("http://forum.test/")/(/html/body/a)',
        'doc("http://forum.test/")/(/html/body/a/@href{click/})?',
        'doc("http://forum.test/")/(/html/body[1]/a/@href{click/})',
        'doc("http://forum.test/")/(/html//body/a/@href{click/})',
        'doc("http://forum.test/") and more',
    ],
)
def test_what_is_not_in_the_grammar_is_refused(expression: str) -> None:
    with pytest.raises(ConfigError, match="the expression"):
        from_expression(expression)
