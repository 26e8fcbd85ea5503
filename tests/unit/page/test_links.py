"""Links: every kind of markup, joined, named, in document order."""

from periplus.limits import Limits
from periplus.page import AnchorKind, Cut, Links, LinkSource, Rel, Stage, read_page

URL = "http://site.test/dir/page.html?x=1"


def links_of(markup: str, **limits: int) -> Links:
    view = read_page(markup.encode(), URL, stages=Stage.LINKS, limits=Limits(**limits))
    return view.links


def test_every_source_in_document_order() -> None:
    links = links_of(
        """<head><link rel=next href=p2><link rel="prev" href=p0>
        <link rel=canonical href=/c><link rel=alternate type=application/rss+xml href=feed>
        <meta http-equiv=Refresh content="5; url='go.html'"></head>
        <body><a href=a>A</a><map><area href=b alt=B></map><iframe src=c></iframe></body>"""
    )
    assert [(link.source, link.url) for link in links] == [
        (LinkSource.LINK_NEXT, "http://site.test/dir/p2"),
        (LinkSource.LINK_PREV, "http://site.test/dir/p0"),
        (LinkSource.LINK_CANONICAL, "http://site.test/c"),
        (LinkSource.LINK_ALTERNATE, "http://site.test/dir/feed"),
        (LinkSource.META_REFRESH, "http://site.test/dir/go.html"),
        (LinkSource.A, "http://site.test/dir/a"),
        (LinkSource.AREA, "http://site.test/dir/b"),
        (LinkSource.IFRAME, "http://site.test/dir/c"),
    ]


def test_frames() -> None:
    links = links_of("<frameset><frame src=menu.html><frame src=main.html></frameset>")
    assert [link.source for link in links] == [LinkSource.FRAME] * 2


def test_link_elements_are_labelled_by_their_purpose() -> None:
    links = links_of("<head><link class=x rel=next href=2><link rel=canonical href=1>")
    assert [link.label for link in links] == ["html/head/link.next", "html/head/link.canonical"]


def test_style_sheets_icons_and_other_types_are_no_links() -> None:
    links = links_of(
        """<link rel=stylesheet href=s.css><link rel="alternate stylesheet" href=t.css>
        <link rel=icon href=i.png><link rel=alternate type=application/json href=j>
        <meta http-equiv=content-type content="text/html; url=no">"""
    )
    assert len(links) == 0


def test_what_is_no_page_is_dropped() -> None:
    links = links_of(
        """<a href="javascript:go()">1</a><a href=" MAILTO:x@y.z">2</a><a href="data:,x">3</a>
        <a href="#top">4</a><a href="page.html?x=1#part">5</a><a href="tel:1">6</a><a>7</a>
        <a href="ftp://site.test/f">8</a><a href="http://[bad">9</a><a href="page.html#x">ok</a>"""
    )
    assert links.urls == ["http://site.test/dir/page.html"]


def test_duplicates_are_kept() -> None:
    assert links_of("<a href=x>1</a><a href=x>2</a>").anchors == ["1", "2"]


def test_base_is_honoured() -> None:
    view = read_page(
        b'<base href="/other/"><base href="/second/"><a href=x>x</a>', URL, stages=Stage.LINKS
    )
    assert view.base == "http://site.test/other/"
    assert view.links.urls == ["http://site.test/other/x"]


def test_references_that_need_more_than_the_directory_are_joined_with_the_page() -> None:
    links = links_of('<a href="?y=2">q</a><a href="">self</a><a href="http:?z=3">odd</a>')
    assert links.urls == [
        "http://site.test/dir/page.html?y=2",
        URL,
        "http://site.test/dir/page.html?z=3",
    ]


def test_rel_tokens_become_flags() -> None:
    links = links_of('<a href=x rel="NoFollow ugc  noopener next">x</a><a href=y>y</a>')
    assert links[0].rel == Rel.NOFOLLOW | Rel.UGC | Rel.NEXT
    assert links[1].rel == Rel.NONE


def test_anchor_text_is_collapsed_and_classed() -> None:
    links = links_of("<a href=1>\n 12 </a><a href=2> Next  <b>page</b></a><a href=3></a>")
    assert links.anchors == ["12", "Next page", ""]
    assert [link.kind for link in links] == [AnchorKind.NUMBER, AnchorKind.NEXT, AnchorKind.EMPTY]


def test_images_lend_links_their_name() -> None:
    links = links_of(
        """<a href=1><img src=i alt=" A  cat "></a><a href=2><img alt="next"></a>
        <a href=3 aria-label="Previous"><svg></svg></a><a href=4 title=Home></a>"""
    )
    assert links.anchors == ["A cat", "next", "Previous", "Home"]
    assert [link.kind for link in links] == [
        AnchorKind.IMAGE,
        AnchorKind.NEXT,
        AnchorKind.PREVIOUS,
        AnchorKind.WORD,
    ]


def test_too_many_links_are_cut_and_that_is_said() -> None:
    markup = b"<a href=x>y</a>" * 30
    view = read_page(markup, URL, stages=Stage.LINKS, limits=Limits(page_links=10))
    assert len(view.links) == 10
    assert Cut.LINKS in view.cut


def test_columns_have_equal_length() -> None:
    links = links_of("<ul><li><a href=1>a</a><li><a href=2>b</a><li><a href=3>c</a></ul>")
    lengths = {
        len(column)
        for column in (
            links.urls,
            links.anchors,
            links.kinds,
            links.sources,
            links.rels,
            links.labels,
            links.regions,
            links.records,
            links.columns,
        )
    }
    assert lengths == {3}
