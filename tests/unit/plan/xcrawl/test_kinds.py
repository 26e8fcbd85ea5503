"""Whether examples are of one kind."""

from periplus.plan.xcrawl.kinds import kinds_of
from periplus.plan.xcrawl.likeness import Seen, layout_of
from unit.plan.xcrawl.site_pages import BASE, item, other, view


def seen(path: str, markup: str) -> Seen:
    return Seen(BASE + path if path else "", layout_of(view(markup, path or "/")))


def test_pages_of_one_template_are_one_kind_whatever_their_urls() -> None:
    examples = [seen("/a/b/c", item(1)), seen("/x.html?q=1", item(2)), seen("", item(3))]
    assert len(kinds_of(examples)) == 1


def test_pages_with_urls_of_one_form_are_one_kind_whatever_their_layout() -> None:
    assert len(kinds_of([seen("/page/1", item(1)), seen("/page/2", other(2))])) == 1


def test_other_layouts_at_other_urls_are_other_kinds() -> None:
    kinds = kinds_of([seen("/item/1", item(1)), seen("/x/y/z", other(2)), seen("/item/2", item(2))])
    assert sorted(map(len, kinds)) == [1, 2]
