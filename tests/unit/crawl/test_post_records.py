"""Which elements of a page are its posts."""

from periplus.crawl.post_records import RecordShape
from periplus.crawl.posts import post_shape, read_posts

SAID = "the boat sails over the wide bay before the wind turns and the tide runs out again"


def post(author: str, text: str, inside: str = "", more: str = "") -> str:
    return (
        f'<li class="post {more}"><div class="head"><b>{author}</b> <i>2014-03-05</i>'
        f'<a href="/r">Reply</a></div><div class="text"><p>{text}</p></div>{inside}</li>'
    )


def page(*posts: str) -> bytes:
    buttons = '<div class="bar"><a href="/p">Print</a> <a href="/d">Down</a></div>'
    return f"<html><body>{buttons}<ol class=list>{''.join(posts)}</ol>{buttons}".encode()


SHAPE = RecordShape(("html", "body", "ol.list"), "li", frozenset({"post"}), author="0/div.head/b")


def test_the_shape_is_what_all_posts_have_in_common() -> None:
    opener = post("ann", f"One: {SAID}", more="opener")
    several = page(opener, post("bob", f"Two: {SAID}"), post("cy", f"Three: {SAID}"))
    assert post_shape(several, None) == SHAPE
    assert post_shape(b"<html><body><p>nothing</p>", None) is None


def test_a_single_post_is_found_where_posts_stand_elsewhere() -> None:
    alone = page(post("ann", f"One: {SAID}"))
    (found,) = read_posts(alone, None, shapes=[SHAPE])
    assert (found.author, found.text) == ("ann", f"One: {SAID}")


def test_a_shape_that_a_page_does_not_have_changes_nothing() -> None:
    several = page(post("ann", f"One: {SAID}"), post("bob", f"Two: {SAID}"))
    other = RecordShape(("html", "body"), "div", frozenset({"entry"}))
    assert read_posts(several, None, shapes=[other]) == read_posts(several, None)


def test_answers_inside_a_post_are_posts_of_their_own() -> None:
    answer = f'<ol class="below">{post("bob", f"Answer: {SAID}")}</ol>'
    thread = page(post("ann", f"One: {SAID}", answer), post("cy", f"Three: {SAID}"))
    posts = read_posts(thread, None)
    assert [p.author for p in posts] == ["ann", "bob", "cy"]
    assert [p.text for p in posts] == [f"{n}: {SAID}" for n in ("One", "Answer", "Three")]
