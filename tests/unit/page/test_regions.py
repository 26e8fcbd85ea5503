"""Repetitive regions: what is one, what is none, and that they are known again."""

from periplus.page import PageOptions, PageView, Region, read_page

URL = "http://site.test/"


def view_of(markup: str, **options: int) -> PageView:
    return read_page(f"<body>{markup}".encode(), URL, options=PageOptions(**options))


def regions_of(markup: str, **options: int) -> list[Region]:
    structure = view_of(markup, **options).structure
    assert structure is not None
    return structure.regions


def topics(count: int, *, sticky: int = 0) -> str:
    rows = "".join(
        f"<tr class='row{('odd', 'even')[n % 2]}{' top' if n < sticky else ''}'>"
        f"<td class=subject><a href=/t{n}>Topic {n}</a></td><td class=n>{n}</td>"
        f"<td class=latest><a href=/t{n}#last>last</a></td></tr>"
        for n in range(count)
    )
    return f"<table class=topics><thead><tr><th>Subject<th>Replies<th>Last</thead>{rows}</table>"


def test_a_table_of_topics_is_one_region_with_columns() -> None:
    view = view_of(topics(6))
    assert view.structure is not None
    (region,) = view.structure.regions
    assert (region.records, region.period) == (6, 1)
    assert region.columns == ("td.subject/a", "td.latest/a")
    assert region.label == "html/body/table.topics/tbody"
    assert view.links.records.tolist() == [n // 2 for n in range(12)]
    assert view.links.columns.tolist() == [0, 1] * 6


def test_the_pattern_is_the_same_on_other_pages_of_the_template() -> None:
    patterns = {regions_of(topics(n))[0].pattern for n in (3, 7, 20)}
    assert len(patterns) == 1


def test_rows_in_another_state_are_records_too() -> None:
    (region,) = regions_of(topics(8, sticky=2))
    assert region.records == 8
    assert region.pattern == regions_of(topics(8))[0].pattern


def test_two_siblings_are_no_region() -> None:
    assert regions_of(topics(2)) == []
    assert len(regions_of(topics(2), min_records=2)) == 1


def test_records_of_two_rows() -> None:
    markup = "<dl>" + "".join(f"<dt><a href=/{n}>t</a><dd><a href=/{n}/r>r</a>" for n in "abcd")
    (region,) = regions_of(markup)
    assert (region.records, region.period) == (4, 2)
    assert region.columns == ("a", "+1/a")


def test_records_of_three_rows_with_the_last_one_short() -> None:
    record = "<div class=head>h</div><div class=text>t</div><div class=foot>f</div>"
    (region,) = regions_of(record * 3 + "<div class=head>h</div><div class=text>t</div>")
    assert (region.records, region.period) == (4, 3)


def test_headings_belong_to_the_block_that_follows() -> None:
    markup = "".join(f"<h3><a href=/{n}>t</a></h3><div class=text>x</div>" for n in "abc")
    (region,) = regions_of(markup)
    assert (region.records, region.period) == (3, 2)
    assert region.columns == ("a",)


def test_separators_do_not_part_records() -> None:
    (region,) = regions_of("<hr>".join(["<div class=post>x</div>"] * 4))
    assert (region.records, region.period) == (4, 1)


def test_nested_regions_are_kept_with_their_parent() -> None:
    inner = "<ul>" + "<li><a href=x>q</a>" * 3 + "</ul>"
    regions = regions_of(f"<div class=post><p>text</p>{inner}</div>" * 3)
    assert [region.parent for region in regions] == [-1, 0, 0, 0]
    assert len({region.pattern for region in regions}) == 2


def test_links_in_running_text_are_no_list() -> None:
    prose = "words and more words about it and then some <a href=x>link</a> "
    assert regions_of(f"<p>{prose * 4}</p>") == []
    (pager,) = regions_of("<p class=pages><a href=1>1</a> <a href=2>2</a> <a href=3>3</a></p>")
    assert (pager.records, pager.columns) == (3, ("",))


def test_paragraphs_and_cells_are_no_records() -> None:
    assert regions_of("<p>a<p>b<p>c<p>d") == []
    assert regions_of("<table><tr><td>a<td>b<td>c<td>d</table>") == []


def test_cells_without_class_are_told_apart_by_number() -> None:
    row = "<tr><td><a href=a>a</a><td>1<td><a href=b>b</a>"
    (region,) = regions_of(f"<table>{row * 4}</table>")
    assert region.columns == ("td:1/a", "td:3/a")


def test_lists_without_classes_are_told_apart_by_what_they_hold() -> None:
    tables = "<table>" + "<tr><td>x</td></tr>" * 3 + "</table>"
    others = "<table>" + "<tr><th>x</th><td><b>y</b></td></tr>" * 3 + "</table>"
    one, other = regions_of(tables + others)
    assert one.pattern != other.pattern


def test_areas_are_shares_of_the_page() -> None:
    big, small = regions_of(
        "<div>" + "<div class=post>long text of a post</div>" * 5 + "</div>"
        "<nav><ul>" + "<li>x" * 5 + "</ul></nav>"
    )
    assert 0 < small.area < 0.1 < 0.8 < big.area <= 1
    assert big.text == 5 * len("long text of a post")


def test_too_many_regions_are_cut_and_that_is_said() -> None:
    view = view_of("<ul><li>1<li>2<li>3</ul>" * 600)
    assert view.structure is not None
    assert len(view.structure.regions) == 500
    assert view.cut.name == "NODES"
