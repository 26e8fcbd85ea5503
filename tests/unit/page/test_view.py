"""Columns read as rows."""

from periplus.page import AnchorKind, Link, LinkSource, Rel, Stage, read_page


def test_rows_of_links() -> None:
    view = read_page(b"<p><a href=/x rel=nofollow>2</a>", "http://site.test/", stages=Stage.LINKS)
    assert len(view.links) == 1
    assert list(view.links) == [
        Link(
            url="http://site.test/x",
            anchor="2",
            kind=AnchorKind.NUMBER,
            source=LinkSource.A,
            rel=Rel.NOFOLLOW,
            label="html/body/p/a",
            position=0,
            region=-1,
            record=-1,
            column=-1,
        )
    ]
