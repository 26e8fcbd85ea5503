"""Rules over pages."""

import pytest

from periplus.errors import ConfigError
from periplus.validate.rules import CssRule, RegexRule, TableRule, XPathRule
from periplus.validate.validator import CheckedPage


def page(markup: str) -> CheckedPage:
    return CheckedPage("http://a.test/", markup.encode())


def rows(*names: str) -> str:
    return "".join(f"<tr><td>{name}</td><td>12 mm</td></tr>" for name in names)


def test_xpath_css_and_regex_look_for_what_they_say() -> None:
    product = page("<div class='price'><b>12 EUR</b></div>")
    other = page("<div class='text'>nothing for sale</div>")
    for rule in (
        XPathRule("//div[@class='price']"),
        XPathRule("count(//b) > 0"),
        CssRule("div.price > b"),
        RegexRule(r"\d+ EUR"),
    ):
        assert rule.accepts(product)
        assert not rule.accepts(other)


@pytest.mark.parametrize(
    ("make", "wrong"), [(XPathRule, "//div["), (CssRule, "div["), (RegexRule, "(")]
)
def test_a_rule_that_cannot_be_read_is_refused_with_its_text(make: type, wrong: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make(wrong)
    assert wrong in str(caught.value)


def test_a_specification_table_has_names_and_values() -> None:
    rule = TableRule()
    assert rule.accepts(page(f"<table>{rows('Length', 'Width', 'Weight', 'Zoom')}</table>"))
    assert rule.accepts(page("<dl><dt>Size<dd>1<dt>Mass<dd>2<dt>Zoom<dd>3</dl>"))
    assert not rule.accepts(page("<p>no table</p>"))


def test_tables_for_layout_lists_and_calendars_are_none() -> None:
    rule = TableRule()
    links = "".join(f"<tr><td><a href='/{i}'>t {i}</a></td><td>{i}</td></tr>" for i in range(9))
    assert not rule.accepts(page(f"<table>{links}</table>"))
    assert not rule.accepts(page("<table><tr><td>menu</td><td>text</td></tr></table>"))
    days = "<tr>" + "".join(f"<td>{day}</td>" for day in range(7)) + "</tr>"
    assert not rule.accepts(page(f"<table>{days * 5}</table>"))
    same = rows("Name", "Name", "Name", "Name")
    assert not rule.accepts(page(f"<table>{same}</table>"))
