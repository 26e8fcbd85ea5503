"""Whether examples are of one kind."""

from periplus.plan.xcrawl.kinds import kinds_of
from periplus.plan.xcrawl.likeness import Seen, layout_of
from unit.plan.xcrawl.site_pages import BASE, form, item, listing, view

CONTRAST = layout_of(view(listing(range(3))))


def seen(path: str, markup: str) -> Seen:
    return Seen(BASE + path if path else "", layout_of(view(markup, path or "/")))


def test_pages_of_one_template_are_one_kind_whatever_their_urls() -> None:
    examples = [seen("/a/b/c", item(1)), seen("/x.html?q=1", item(2)), seen("", item(3))]
    assert len(kinds_of(examples, CONTRAST)) == 1


def test_pages_with_paths_of_one_form_are_one_kind_whatever_their_layout() -> None:
    examples = [seen("/page/1", item(1)), seen("/page/2?p=3", form(2))]
    assert len(kinds_of(examples, CONTRAST)) == 1


def test_other_layouts_at_other_urls_are_other_kinds() -> None:
    examples = [seen("/item/1", item(1)), seen("/x/y/z", form(2)), seen("/item/2", item(2))]
    assert sorted(map(len, kinds_of(examples, CONTRAST))) == [1, 2]
    assert sorted(map(len, kinds_of(examples))) == [1, 2]


def test_what_the_whole_site_has_in_common_makes_no_kind() -> None:
    chrome = "<nav>" + "".join(f"<p><b><i><a href='/{i}'>x</a></i></b></p>" for i in range(3))
    pages = [
        markup.replace("<body>", f"<body>{chrome}</nav>")
        for markup in (item(1), form(2), listing(range(4)))
    ]
    one, two, three = (seen(f"/{'abc'[n]}/{'x/' * n}{n}", page) for n, page in enumerate(pages))
    assert len(kinds_of([one, two], three.layout)) == 2
