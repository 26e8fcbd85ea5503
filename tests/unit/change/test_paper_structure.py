"""The paper's tag strings."""

from periplus.change.paper_structure import source_tags, tag_strings


def test_the_papers_example() -> None:
    tags = ["html", "head", "title", "body", "h1", "p", "p", "p"]
    assert tag_strings(tags) == ("hhtbhppp", "ldey1ppp")


def test_tags_are_read_in_the_order_of_the_source() -> None:
    html = "<HTML><head><title>a <b> c</title></head><body><h1>x</h1><p>y<p>z<!-- <i> --><br/>"
    assert source_tags(html) == ["html", "head", "title", "body", "h1", "p", "p", "br"]


def test_scripts_hold_no_tags() -> None:
    assert source_tags("<script>if (a<b) '<p>'</script><p>") == ["script", "p"]


def test_attributes_are_not_seen() -> None:
    one, other = source_tags('<p class="a">x</p>'), source_tags('<p class="b">x</p>')
    assert tag_strings(one) == tag_strings(other)


def test_nothing_has_empty_strings() -> None:
    assert tag_strings(source_tags("no markup, 3 < 4")) == ("", "")
